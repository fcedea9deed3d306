"""Reading one file under limits: of time, of memory, and of what may be raised."""

import contextlib
import faulthandler
import logging
import os
import pathlib
import resource
import shutil
import signal
import sys
import warnings

from google.protobuf import text_format
from google.protobuf.message import DecodeError

from graphlab.errors import OpError

# What a reader may say of a file. Everything else is a mistake of its own: MemoryError, IndexError, RecursionError …
SAID = (OpError, ValueError, TypeError, KeyError, OSError, NotImplementedError, DecodeError, text_format.ParseError)
CAPACITY = 512 << 20  # bytes of addresses that a reader may take beyond what the process has
PATIENCE = 10  # seconds of the processor for one file
_WAIT = 300  # seconds for one file, however busy the machine is
_TIMES = 10  # of a file's bytes, that reading may take
_CLEAR = "/proc/self/clear_refs"


class TooMuchMemoryError(Exception):
    """Reading a file used memory out of proportion to it."""


def limit_memory():
    """From here on this process gets no more than CAPACITY; called again, as much once more."""
    (_, hard) = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    (pages, *_) = pathlib.Path("/proc/self/statm").read_text().split()
    resource.setrlimit(resource.RLIMIT_AS, (int(pages) * resource.getpagesize() + CAPACITY, hard))


def limit_time():
    """A file that needs longer than PATIENCE ends the process, which says where it was."""
    faulthandler.enable()
    for number in (signal.SIGALRM, signal.SIGPROF):
        faulthandler.register(number, chain=True)


class Checker:
    """Reads files with one reader in one folder, which is empty before each."""

    def __init__(self, reader, folder):
        self._reader = reader
        self._folder = folder
        self._peaks = os.open(_CLEAR, os.O_WRONLY) if os.path.exists(_CLEAR) else None
        self._base = 0
        self._reset()

    def check(self, content):
        """Reads one. Raises what a reader must not."""
        if self._taken() > self._reader.spare // 2:
            self._reset()
        allowed = _TIMES * len(content) + self._reader.spare
        self._read(content)
        if self._taken() > allowed:  # the first time may fill a cache
            self._reset()
            self._read(content)
            if (taken := self._taken()) > allowed:
                raise TooMuchMemoryError(f"{taken >> 20} MB for {len(content)} bytes")

    def _read(self, content):
        self._folder.mkdir(exist_ok=True)
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        signal.alarm(_WAIT)
        try:
            with contextlib.suppress(*SAID), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._reader.read(content, self._folder)
        finally:
            signal.alarm(0)
            signal.setitimer(signal.ITIMER_PROF, 0)
            self._clear()

    def _reset(self):
        """From here on the peak of the process's memory counts."""
        if self._peaks is not None:
            os.write(self._peaks, b"5")
        self._base = self._peak()

    def _taken(self):
        return self._peak() - self._base if self._peaks is not None else 0

    def _peak(self):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10

    def _clear(self):
        for entry in os.scandir(self._folder):
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path)
            else:
                os.unlink(entry.path)


def place_of(error):
    """Where in graphlab's code an error came from: distinguishes findings."""
    found, at = "?", error.__traceback__
    while at is not None:
        name = at.tb_frame.f_code.co_filename
        if "/graphlab/" in name:
            found = f"{name.rpartition('/graphlab/')[2]}:{at.tb_lineno}"
        at = at.tb_next
    return f"{type(error).__name__} {found}"


def quiet():
    """Nothing that readers print or log reaches the terminal."""
    logging.disable()
    sys.unraisablehook = lambda unraisable: None

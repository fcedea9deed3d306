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
import types
import warnings

from google.protobuf import text_format
from google.protobuf.message import DecodeError

from graphlab.errors import OpError

# What a reader may say of a file. Everything else is a mistake of its own: MemoryError, IndexError, RecursionError …
SAID = (OpError, ValueError, TypeError, KeyError, OSError, NotImplementedError, DecodeError, text_format.ParseError)
ROOM = 512 << 20  # bytes of addresses that a reader may take beyond what the process has
PATIENCE = 10  # seconds for one file
_TIMES = 10  # of a file's bytes, that reading may take
_CLEAR = "/proc/self/clear_refs"


class TooMuchMemoryError(Exception):
    """Reading a file took memory out of proportion to it."""


def limit_memory():
    """From here on this process gets no more than ROOM."""
    (pages, *_) = pathlib.Path("/proc/self/statm").read_text().split()
    room = int(pages) * resource.getpagesize() + ROOM
    resource.setrlimit(resource.RLIMIT_AS, (room, room))


def limit_time():
    """A file that takes longer than PATIENCE ends the process, which says where it was."""
    faulthandler.enable()
    faulthandler.register(signal.SIGALRM, chain=True)


class Checker:
    """Reads files with one reader in one folder, which is empty before each."""

    def __init__(self, reader, folder):
        self._reader = reader
        self._folder = folder
        self._peaks = os.open(_CLEAR, os.O_WRONLY) if os.path.exists(_CLEAR) else None

    def check(self, content):
        """Reads one. Raises what a reader must not."""
        taken = self._taken(content)
        allowed = _TIMES * len(content) + self._reader.room
        if taken > allowed and (taken := self._taken(content)) > allowed:  # the first time may fill a cache
            raise TooMuchMemoryError(f"{taken >> 20} MB for {len(content)} bytes")

    def _taken(self, content):
        self._folder.mkdir(exist_ok=True)
        before = self._peak()
        signal.alarm(PATIENCE)
        try:
            with contextlib.suppress(*SAID), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._reader.read(content, self._folder)
        finally:
            signal.alarm(0)
            self._clear()
        return self._peak(reset=False) - before

    def _peak(self, reset=True):
        """Bytes that this process has had at most since the last reset."""
        if self._peaks is None:
            return 0
        if reset:
            os.write(self._peaks, b"5")
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10

    def _clear(self):
        for entry in os.scandir(self._folder):
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path)
            else:
                os.unlink(entry.path)


def place_of(error):
    """Where in graphlab's code an error came from: tells findings apart."""
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


def by_code(error: BaseException) -> bool:
    """Whether a `raise` of graphlab's raised it, and not something that was called with what it does not take."""
    at: types.TracebackType | None = error.__traceback__
    last = None
    while at is not None:
        last, at = at, at.tb_next
    if last is None or "/graphlab/" not in last.tb_frame.f_code.co_filename:
        return False
    code = last.tb_frame.f_code
    return code.co_code[last.tb_lasti] == _RAISE


_RAISE = __import__("opcode").opmap["RAISE_VARARGS"]

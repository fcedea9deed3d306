"""An event file that is written to as events come, and loses none when the disk is full for a while."""

import atexit
import contextlib
import itertools
import os
import socket
import struct
import threading
import time
import weakref
from typing import Any

from graphlab._src.base import logging
from graphlab._src.base.errors import OpError
from graphlab._src.io.crc32c import packed
from graphlab._src.io.file_system import makedirs
from graphlab._src.io.paths import file_errors, local_path
from graphlab._src.proto import Event

_numbers = itertools.count()
_open: weakref.WeakSet[Any] = weakref.WeakSet()


class EventFile:
    """Writes Events to a new file of a folder; a thread of its own does, so that who adds one need not wait.

    logdir: made if it is not there.  max_queue: events that may wait.  flush_secs: after so many seconds at most a write that
    failed is tried again.  suffix: of the file's name.
    Raises an OpError, of the class for what the system says, when the file can't be made.
    """

    def __init__(self, logdir, max_queue=10, flush_secs=120, suffix=""):
        self._logdir = local_path(logdir)
        self._suffix = suffix
        self._most = max(1, max_queue)
        self._pause = flush_secs
        self._waiting = []  # records
        self._failed = False  # the last write did
        self._closed = False
        self._lock = threading.RLock()  # an interrupt between its taking and the block would leave a Condition taken
        self._changed = threading.Condition(self._lock)
        try:
            self._make()
        except OpError:
            with contextlib.suppress(OSError):
                os.unlink(self._path)
            raise
        _open.add(self)
        # The thread holds the writer only while it has something to write, so that an unreferenced one is closed.
        thread = threading.Thread(target=_write_on, args=(weakref.ref(self), self._changed), daemon=True)
        weakref.finalize(self, _wake, self._changed)
        thread.start()

    def _make(self):
        number = f"{int(time.time()):010d}.{socket.gethostname()}.{os.getpid()}.{next(_numbers)}"
        self._path = os.path.join(self._logdir, f"events.out.tfevents.{number}{self._suffix}")
        makedirs(self._logdir)
        with file_errors(self._path):
            self._file = open(self._path, "xb", buffering=0)
            self._inode = os.fstat(self._file.fileno()).st_ino
        self._size = 0  # of what is whole
        first = Event(wall_time=time.time(), file_version="brain.Event:2")
        self._waiting.insert(0, _record(first.SerializeToString()))
        self._write()

    def add_event(self, event):
        """Adds an Event. Raises ResourceExhaustedError and the like while the disk is full: the event waits then."""
        if not isinstance(event, Event):
            raise TypeError(f"Expected an event_pb2.Event proto, but got {type(event)}")
        record = _record(event.SerializeToString())
        with self._lock:
            self._check_open()
            self._waiting.append(record)
            if self._failed or len(self._waiting) >= self._most:
                self._write()
            else:
                self._changed.notify()

    def flush(self):
        """Writes what waits. What could not be written waits on, and the error says why."""
        with self._lock:
            self._check_open()
            self._write()

    def close(self):
        """Writes what waits, and closes the file; on a full disk it stays open, and can be closed again."""
        if (
            self._closed
        ):  # the thread that writes may hold the lock for ever where the end of the process has stopped it
            return
        with self._lock:
            if not self._closed:
                self._write()
                self._closed = True
                _open.discard(self)
                self._changed.notify()
                with file_errors(self._path):
                    self._file.close()

    def __del__(self):
        if hasattr(self, "_file"):
            _close_quietly(self)

    def _check_open(self):
        if self._closed:
            raise OSError("Writer is closed")

    def _write(self):
        """Writes what waits, record by record; one that did not fit is taken back, so that the file stays readable."""
        if not self._waiting:
            return
        self._failed = True
        with file_errors(self._path):
            if self._is_gone():
                self._file.close()
                return self._make()
            while self._waiting:
                data = memoryview(self._waiting[0])
                try:
                    while len(data):
                        data = data[self._file.write(data) :]
                except OSError:
                    self._take_back()
                    raise
                self._size += len(self._waiting.pop(0))
        self._failed = False

    def _take_back(self):
        with contextlib.suppress(OSError):  # a device has no length
            os.ftruncate(self._file.fileno(), self._size)
            os.lseek(self._file.fileno(), self._size, os.SEEK_SET)

    def _is_gone(self):
        """Whether the file was removed: what follows goes into a new one, as in TensorFlow."""
        try:
            return os.stat(self._path).st_ino != self._inode
        except FileNotFoundError:
            return True


def _record(data):
    length = struct.pack("<Q", len(data))
    return b"".join((length, packed(length), data, packed(data)))


def _wake(changed):
    with changed:
        changed.notify()


def _write_on(writer, changed):
    """Writes what waits as long as the writer is there and open."""
    while True:
        with changed:
            found = writer()
            if found is None or found._closed:
                return
            if found._waiting and not found._failed:
                _try_to_write(found)
            pause = found._pause if found._failed else None
            del found
            if not changed.wait(pause):
                found = writer()
                if found is not None and not found._closed:
                    _try_to_write(found)
            found = None


def _try_to_write(file):
    with contextlib.suppress(Exception):  # the next add, flush or close raises it
        file._write()


@atexit.register
def _close_all():
    for file in list(_open):
        _close_quietly(file)


def _close_quietly(file):
    try:
        file.close()
    except Exception as error:
        logging.warning("%d events of %s are lost: %s", len(file._waiting), file._path, error)
        file._file.close()

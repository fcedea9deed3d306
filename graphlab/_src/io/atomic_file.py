"""Writing a file so that who reads it meets the old content or the new, and never a part of either.

What is not finished has a name of its own beside the file, and a lock, which ends with its process. By that the next who
writes into the folder finds what a killed process left behind, and removes it.
"""

import contextlib
import os
import re
import secrets

from graphlab._src.base import file_locks
from graphlab._src.io.paths import file_errors, local_path

_TEMPORARY = re.compile(r"\.tempstate_[0-9a-f]{16}\Z")
_SHARDS = re.compile(r"_temp_[0-9a-f]{32}\Z")  # a folder of parts that are to become one checkpoint
_MARK = ".writing"  # in such a folder: it is graphlab's, and locked while a process writes
_writing = {}  # folder of parts -> its mark, open and locked


def write_atomically(path, content):
    """Writes bytes to a file that is there, whole, when this returns, or is not changed at all."""
    path = local_path(path)
    with file_errors(path):
        remove_leftovers(os.path.dirname(path) or ".")
        with temporary_file(path) as file:
            write_all(file, content)
            finish(file)
            os.replace(file.name, path)


@contextlib.contextmanager
def temporary_file(path):
    """A new file beside `path`, to be renamed within the block; else it is gone at its end."""
    file = _created(path)
    try:
        yield file
    finally:
        with contextlib.suppress(OSError):  # while it is locked, so that no other process can own it
            os.unlink(file.name)
        file.close()


def _created(path):
    while True:
        file = open(f"{path}.tempstate_{secrets.token_hex(8)}", "xb", buffering=0)
        if file_locks.take(file) is False or not os.fstat(file.fileno()).st_nlink:  # who clears up was between the two
            file.close()
            continue
        return file


def write_all(file, data):
    """Writes all of the bytes to a file without a buffer."""
    view = memoryview(data)
    while len(view):
        view = view[file.write(view) :]


def finish(file):
    """What was written is on the disk when this returns, and the file can be renamed."""
    os.fsync(file.fileno())
    if not file_locks.KNOWN:
        file.close()  # Windows renames no file that is open


# A folder of parts


@contextlib.contextmanager
def parts_in(folder):
    """What is written in the block is a part of a checkpoint, if `folder` is one of parts: it stays until merged()."""
    while _SHARDS.search(folder) and folder not in _writing:
        with contextlib.suppress(FileNotFoundError):  # a cleanup removed it as an abandoned one
            os.makedirs(folder, exist_ok=True)
            mark = open(os.path.join(folder, _MARK), "wb")
            file_locks.take(mark)
            _writing[folder] = mark
    try:
        yield
    except BaseException:
        given_up(folder)
        raise


def given_up(folder):
    """What this process wrote into a folder of parts is left to the next save, to be removed."""
    with contextlib.suppress(KeyError, OSError):
        _writing.pop(folder).close()


def merged(folder):
    """What was written into a folder of parts is no longer there."""
    mark = _writing.pop(folder, None)
    if mark is not None:
        with contextlib.suppress(OSError):
            os.unlink(mark.name)
        with contextlib.suppress(OSError):
            mark.close()


def remove_leftovers(folder):
    """Removes the unfinished files of processes that ended from a folder. Files that are being written are locked.

    Where there are no locks nothing shows who still writes, and all stays.
    """
    if not file_locks.KNOWN:
        return
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        found = [entry.path for entry in entries if _TEMPORARY.search(entry.name) or _SHARDS.search(entry.name)]
        for path in found:
            if _TEMPORARY.search(path):
                with _nobody_writes(path) as free:
                    if free:
                        os.unlink(path)
            else:
                with _nobody_writes(os.path.join(path, _MARK)) as free, contextlib.suppress(OSError):
                    if free:
                        _remove_parts(path)
                    else:
                        os.rmdir(path)  # if it is empty: the process ended before it wrote, or after all was merged


@contextlib.contextmanager
def _nobody_writes(path):
    """Whether a file is there and not locked; within the block no other process can lock it."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:  # it is gone, or another user's
        yield False
        return
    try:
        with contextlib.suppress(OSError):
            yield file_locks.take(handle) is True
    finally:
        os.close(handle)


def _remove_parts(folder):
    names = [name for name in os.listdir(folder) if name != _MARK]
    for name in [*names, _MARK]:  # the mark last: who is killed here leaves to others what is still there
        if name == _MARK or _TEMPORARY.search(name) or name.endswith(".index") or ".data-" in name:
            os.unlink(os.path.join(folder, name))
    os.rmdir(folder)

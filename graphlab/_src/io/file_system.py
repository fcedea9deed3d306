"""Files and folders by name: what is there, and copying, moving and removing it. tf.gfile's and tf.io.gfile's names."""

import collections
import contextlib
import errno
import glob as globbing
import os
import shutil

from graphlab._src.base import errors
from graphlab._src.io.paths import file_errors, local_path

# length: bytes.  mtime_nsec: the time of the last change, in ns since 1970.
FileStatistics = collections.namedtuple("FileStatistics", ["length", "mtime_nsec", "is_directory"])


def exists(path):
    """True when there is a file or folder of that name."""
    return os.path.exists(local_path(path))


def isdir(path):
    """True when there is a folder of that name."""
    return os.path.isdir(local_path(path))


def stat(path):
    """The length, time of change and kind of a file. Raises NotFoundError when it is not there."""
    with file_errors(path):
        found = os.stat(local_path(path))
    return FileStatistics(found.st_size, found.st_mtime_ns, os.path.isdir(local_path(path)))


def glob(pattern):
    """The names that match a pattern of * ? [ab] [^ab], or any of a list of them, in order.

    Raises NotFoundError when the folder in which the pattern begins is not there.
    """
    patterns = pattern if isinstance(pattern, (list, tuple)) else [pattern]
    return [name for one in patterns for name in _matching(one)]


def _matching(pattern):
    path = local_path(pattern)
    prefix = os.fsdecode(pattern)[: -len(path)] if path else ""
    fixed = path[: next((i for i, letter in enumerate(path) if letter in "*?[\\"), len(path))]
    folder = os.path.dirname(fixed) or "."
    if not os.path.isdir(folder):
        raise errors.NotFoundError(None, None, f"{folder}; No such file or directory")
    return [prefix + name for name in sorted(globbing.glob(path.replace("[^", "[!"), include_hidden=True))]


def listdir(path):
    """The names in a folder, in order, without the folder's own. Raises NotFoundError when it is no folder."""
    if not isdir(path):
        raise errors.NotFoundError(None, None, f"Could not find directory {os.fsdecode(path)}")
    with file_errors(path):
        return sorted(os.listdir(local_path(path)))


def mkdir(path):
    """Makes a folder in one that is there; a folder that is there already is left as it is."""
    with file_errors(path):
        with contextlib.suppress(FileExistsError):  # a file of that name is no error in TensorFlow
            os.mkdir(local_path(path))


def makedirs(path):
    """Makes a folder and those that it is in, as far as they are not there."""
    if local_path(path) and not exists(path):
        with file_errors(path):
            try:
                os.makedirs(local_path(path), exist_ok=True)
            except FileExistsError:  # a file where a folder should be
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from None


def remove(path):
    """Removes a file. Raises NotFoundError when it is not there."""
    with file_errors(path):
        os.remove(local_path(path))


def rmtree(path):
    """Removes a folder with all that it holds. Raises NotFoundError when it is not there."""
    if not os.path.lexists(local_path(path)):
        raise errors.NotFoundError(None, None, f"{os.fsdecode(path)} not found")
    with file_errors(path):
        shutil.rmtree(local_path(path))


def rename(src, dst, overwrite=False):
    """Moves a file to another name. Raises AlreadyExistsError when that is taken, unless overwrite."""
    _check_free(dst, overwrite)
    with file_errors(src):
        os.replace(local_path(src), local_path(dst))


def copy(src, dst, overwrite=False):
    """Copies a file. Raises AlreadyExistsError when the other name is taken, unless overwrite."""
    _check_free(dst, overwrite)
    with file_errors(src):
        source = open(local_path(src), "rb")
    with source, file_errors(dst), open(local_path(dst), "wb") as target:
        shutil.copyfileobj(source, target)


def _check_free(path, overwrite):
    if not overwrite and exists(path):
        raise errors.AlreadyExistsError(None, None, "file already exists")


def walk(top, topdown=True, onerror=None):
    """(folder, its folders, its files) for a folder and all below it.

    topdown: each folder before those in it, else after.  onerror: gets the error for a folder that can't be listed.
    """
    top = os.fsdecode(top)
    try:
        names = listdir(top)
    except errors.OpError as error:
        if onerror:
            onerror(error)
        return
    folders = [name for name in names if isdir(os.path.join(top, name))]
    here = top, folders, [name for name in names if name not in set(folders)]
    if topdown:
        yield here
    for folder in folders:
        yield from walk(os.path.join(top, folder), topdown, onerror)
    if not topdown:
        yield here

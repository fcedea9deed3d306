"""Compiled code kept on disk, so that the first run in a new process need not compile what an earlier one did.

The folder is $GRAPHLAB_CACHE_DIR, or graphlab/ in the user's cache folder; an empty GRAPHLAB_CACHE_DIR keeps nothing. A
file that is damaged, foreign or from another version is ignored, and a folder that can't be used is as good as none.
"""

import functools
import hashlib
import logging
import os
import pickle
import platform
import stat
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

from jax.experimental import serialize_executable

PACKAGE = Path(__file__).parents[1]
LIMIT = 1 << 30  # bytes; beyond that, what was not used for longest goes
_MAGIC = b"graphlab executable 1\n"
_CHECK_EVERY = 64  # files written, between two looks at the size of the folder
_log = logging.getLogger("graphlab")
_UNSET = object()


class _Settings:
    folder: Any = _UNSET
    written = 0


def set_cache_dir(folder):
    """Moves the folder of compiled code, for this process; None keeps nothing on disk. folder: a path."""
    _Settings.folder = None if folder is None else Path(folder)


def cache_dir():
    """The folder of compiled code, or None when none is kept."""
    if _Settings.folder is not _UNSET:
        return _Settings.folder
    named = os.environ.get("GRAPHLAB_CACHE_DIR")
    if named is not None:
        return Path(named) if named else None
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "graphlab"


def digest_of(*parts):
    """A name for what the parts describe."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def load(digest, device):
    """The compiled code that was kept under a digest, ready to run on a JAX device; None when there is none."""
    path = _path(digest)
    if path is None:
        return None
    try:
        content = path.read_bytes()
        checksum, payload = content[len(_MAGIC) : len(_MAGIC) + 32], content[len(_MAGIC) + 32 :]
        if not content.startswith(_MAGIC) or hashlib.sha256(payload).digest() != checksum:
            path.unlink()
            return None
        os.utime(path)
        code, in_tree, out_tree = pickle.loads(payload)
        return serialize_executable.deserialize_and_load(
            code, in_tree, out_tree, backend=device.client, execution_devices=[device]
        )
    except FileNotFoundError:
        return None
    except Exception as error:  # whatever is wrong with a file, compiling anew is right
        _log.debug("%s can't be used: %s", path, error)
        return None


def save(digest, compiled):
    """Keeps compiled code under a digest, if the folder can be written and the code can be kept."""
    path = _path(digest)
    if path is None:
        return
    try:
        payload = pickle.dumps(serialize_executable.serialize(compiled))
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(_MAGIC + hashlib.sha256(payload).digest() + payload)
        os.replace(file.name, path)
    except Exception as error:  # code that calls back into Python can't be kept, a disk may be full
        _log.debug("%s was not written: %s", path, error)
        return
    _Settings.written += 1
    if _Settings.written % _CHECK_EVERY == 1:
        _make_room(path.parent)


def _path(digest):
    """Where the file of a digest is; None when there is no folder that is the user's alone."""
    try:
        folder = cache_dir()
        if folder is None:
            return None
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.stat()
        # To load code is to run it: only what nobody else can have put there.
        if hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)):
            _log.debug("%s is not used for compiled code: others may write to it", folder)
            return None
        return folder / digest
    except (OSError, RuntimeError):
        return None


def _make_room(folder):
    files = sorted((file.stat().st_mtime, file.stat().st_size, file) for file in folder.iterdir() if file.is_file())
    total = sum(size for _, size, _ in files)
    for _, size, file in files:
        if total <= LIMIT:
            return
        file.unlink(missing_ok=True)
        total -= size


@functools.cache
def code_version():
    """What compiled code depends on besides the program: graphlab's own code, JAX, and the machine."""
    return digest_of(sorted(_sources(PACKAGE)), version("jax"), version("jaxlib"), platform.machine(), _processor())


def _sources(folder):
    """(path, size, time) of each file of the package; with os.scandir, which is part of every first run."""
    for entry in os.scandir(folder):
        if entry.is_dir():
            yield from _sources(entry.path)
        elif entry.name.endswith(".py"):
            status = entry.stat()
            yield entry.path, status.st_size, status.st_mtime_ns


def _processor():
    """The processor's abilities, which machine code may rely on."""
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return platform.processor()
    return next((line for line in text.splitlines() if line.startswith(("flags", "Features"))), "")

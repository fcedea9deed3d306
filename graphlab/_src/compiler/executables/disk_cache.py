"""Compiled code stored on disk, so that the first run in a new process need not compile what an earlier one did.

The folder is $GRAPHLAB_CACHE_DIR, or graphlab/ in the user's cache folder; an empty GRAPHLAB_CACHE_DIR keeps nothing. A
file that is damaged, foreign or from another version is ignored, and a folder that can't be used is as good as none.
"""

import functools
import hashlib
import logging
import os
import platform
import re
import struct
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, ClassVar

import jax

from graphlab._src.base.package import PACKAGE
from graphlab._src.compiler.executables import private_files, serialization
from graphlab._src.compiler.placement import JaxDevice

LIMIT = 1 << 30  # bytes; beyond that, what was not used for longest goes
_MAGIC = b"graphlab executable 2\n"
_CHECKED = len(_MAGIC) + hashlib.sha256().digest_size  # where what the checksum is of begins
_LENGTH = struct.Struct("<Q")  # of the description, which comes before the code
_DIGEST = re.compile("[0-9a-f]{64}")
_CHECK_EVERY = 64  # files written, between two looks at the size of the folder
_log = logging.getLogger("graphlab")
_UNSET = object()


class _Settings:
    folder: Any = _UNSET
    written = 0
    tidied: ClassVar[set[Path]] = set()


def set_cache_dir(folder: str | os.PathLike[str] | None) -> None:
    """Moves the folder of compiled code, for this process; None keeps nothing on disk. folder: a path."""
    _Settings.folder = None if folder is None else Path(folder)


def cache_dir() -> Path | None:
    """The folder of compiled code, or None when none is stored."""
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


def digest_of(*parts: object) -> str:
    """A name for what the parts describe."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def load(digest: str, device: JaxDevice) -> jax.stages.Compiled | None:
    """The compiled code that was stored under a digest, ready to run on a JAX device; None when there is none."""
    try:
        folder = _folder()
        content = private_files.read(folder, digest, LIMIT) if folder else None
        if folder is None or content is None:
            return None
        if not content.startswith(_MAGIC) or content[len(_MAGIC) : _CHECKED] != _checksum(digest, content[_CHECKED:]):
            private_files.remove(folder, digest)
            return None
        (length,) = _LENGTH.unpack_from(content, _CHECKED)
        code = _CHECKED + _LENGTH.size + length
        return serialization.unpack(content[_CHECKED + _LENGTH.size : code], content[code:], device)
    except Exception as error:  # whatever is wrong with a file, compiling anew is right
        _log.debug("%s can't be used: %s", digest, error)
        return None


def save(digest: str, compiled: jax.stages.Compiled) -> None:
    """Stores compiled code under a digest, if the folder can be written and the code can be stored."""
    try:
        folder = _folder()
        if folder is None:
            return
        about, code = serialization.pack(compiled)
        payload = b"".join([_LENGTH.pack(len(about)), about, code])
        private_files.write(folder, digest, [_MAGIC, _checksum(digest, payload), payload])
        _Settings.written += 1
        if _Settings.written % _CHECK_EVERY == 1:
            private_files.free_space(folder, LIMIT, _DIGEST.fullmatch)
    except Exception as error:  # code that calls back into Python can't be stored, a disk may be full
        _log.debug("%s was not written: %s", digest, error)


def _checksum(digest: str, payload: bytes) -> bytes:
    return hashlib.sha256(digest.encode() + payload).digest()


def _folder() -> Path | None:
    """The folder of compiled code; None when none is stored. OSError when it can't be used, or others may write to it."""
    named = cache_dir()
    if named is None:
        return None
    # To load code is to run it: only what no other user can have put there.
    folder = private_files.open_folder(named)
    if folder not in _Settings.tidied:
        _Settings.tidied.add(folder)
        private_files.remove_unfinished(folder)
    return folder


@functools.cache
def code_version() -> str:
    """What compiled code depends on besides the program: graphlab's own code, JAX, LAPACK, and the machine."""
    try:
        sources = sorted(_sources(PACKAGE))
    except OSError:  # graphlab runs from an archive: only this process knows what it compiled
        sources = os.urandom(32)
    versions = [_version(name) for name in ("jax", "jaxlib", "scipy")]  # SciPy brings LAPACK
    return digest_of(sources, versions, platform.machine(), _processor())


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _sources(folder: str | os.PathLike[str]) -> Iterator[tuple[str, int, int]]:
    """(path, size, time) of each file of the package; with os.scandir, which is part of every first run."""
    for entry in os.scandir(folder):
        if entry.is_dir():
            yield from _sources(entry.path)
        elif entry.name.endswith(".py"):
            status = entry.stat()
            yield entry.path, status.st_size, status.st_mtime_ns


def _processor() -> str:
    """The processor's abilities, which machine code may rely on."""
    try:
        text = Path("/proc/cpuinfo").read_text(errors="replace")
    except OSError:
        return platform.processor()
    return next((line for line in text.splitlines() if line.startswith(("flags", "Features"))), "")

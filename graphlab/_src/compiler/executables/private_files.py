"""Files in a folder that only this user can have written: each is there whole, or not at all.

Who can change a file decides what it says; so can who may rename a folder on the way to it. Root and the owner of the
file system may do all of that anyway, and are trusted. Windows keeps each user's folders apart by itself.
"""

# base/ is not annotated yet.
# pyright: reportUnknownMemberType=false

import contextlib
import functools
import os
import re
import secrets
import stat
from collections.abc import Callable, Iterable
from pathlib import Path

from graphlab._src.base import file_locks

_MAX_LINKS = 40
_UNFINISHED = re.compile(r".+\.[0-9a-f]{16}\.part")
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
# No waiting for the other end of a pipe, no following of links.
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)

try:
    import grp
    import pwd
except ImportError:  # Windows
    grp = pwd = None


class NotPrivateError(OSError):
    """Another user may have put there what is there."""


def open_folder(path: str | os.PathLike[str]) -> Path:
    """The folder at a path, made if there is none; NotPrivateError when others may write to it or on the way to it."""
    path = Path(os.path.abspath(path))
    if not hasattr(os, "geteuid"):
        path.mkdir(parents=True, exist_ok=True)
        return path
    trusted = {0, os.geteuid(), os.stat("/").st_uid}
    left, found, links = list(reversed(path.parts[1:])), Path("/"), 0
    while left:
        part = left.pop()
        if part == "..":
            found = found.parent
            continue
        status = _status_or_new(found / part)
        if status.st_uid not in trusted:
            raise NotPrivateError(f"{found / part} is owned by another user")
        if stat.S_ISLNK(status.st_mode):
            target = Path(os.readlink(found / part))
            links += 1
            if links > _MAX_LINKS:
                raise NotPrivateError(f"{path} has too many links")
            if target.is_absolute():
                found = Path("/")
            left.extend(reversed([part for part in target.parts if part != target.anchor]))
            continue
        found = found / part
        # In a folder with this bit, /tmp for one, only the owner of a file renames it.
        sticky = left and status.st_mode & stat.S_ISVTX
        may_write = status.st_mode & _OTHERS_WRITE
        if left and may_write == stat.S_IWGRP and _is_of_one(status.st_gid):
            may_write = 0
        if may_write and not sticky:
            raise NotPrivateError(f"others may write to {found}")
    if found.stat().st_uid != os.geteuid():
        raise NotPrivateError(f"{found} is owned by another user")
    return found


@functools.cache
def _is_of_one(group: int) -> bool:
    """Whether this user alone is in a group: on many systems each user has one, and let it write by default."""
    try:
        assert grp is not None and pwd is not None
        user, found = pwd.getpwuid(os.geteuid()).pw_name, grp.getgrgid(group)
    except (KeyError, OSError):
        return False
    return group == os.getegid() and found.gr_name == user and set(found.gr_mem) <= {user}


def _status_or_new(path: Path) -> os.stat_result:
    """What is known of a file or folder; of one that is not there, after making it a folder."""
    try:
        return path.lstat()
    except FileNotFoundError:
        with contextlib.suppress(FileExistsError):  # another process was faster
            path.mkdir(mode=0o700)
        return path.lstat()


def read(folder: Path, name: str, limit: int) -> bytes | None:
    """What a file says; None when there is none. limit: bytes that are the most it can have."""
    try:
        file = os.open(folder / name, _READ)
    except FileNotFoundError:
        return None
    with open(file, "rb") as opened:
        size = _checked_size(opened.fileno(), folder / name, limit)
        content = opened.read(size)  # not the limit: Python allocates memory for all that it may read
        with contextlib.suppress(OSError):  # a folder that can't be written may well be read
            os.utime(opened.fileno() if os.utime in os.supports_fd else folder / name)
        return content


def _checked_size(file: int, path: Path, limit: int) -> int:
    status = os.fstat(file)
    if not stat.S_ISREG(status.st_mode):
        raise NotPrivateError(f"{path} is not a file")
    if hasattr(os, "geteuid") and (status.st_uid != os.geteuid() or status.st_mode & _OTHERS_WRITE):
        raise NotPrivateError(f"others may have written {path}")
    if status.st_size > limit:
        raise NotPrivateError(f"{path} is larger than what is written here")
    return status.st_size


def write(folder: Path, name: str, parts: Iterable[bytes], replace: bool = True) -> None:
    """Makes a file that says the parts, or changes nothing; OSError when it can't be made.

    parts: bytes.  replace: False leaves a file that is there, which another process may have made meanwhile, as it is.
    """
    path = folder / f"{name}.{secrets.token_hex(8)}.part"
    file = os.open(path, _CREATE, 0o600)
    try:
        with open(file, "wb") as opened:
            file_locks.take(file)
            opened.writelines(parts)
        if not replace and _linked(path, folder / name):
            path.unlink()
        else:
            os.replace(path, folder / name)
    except BaseException:
        with contextlib.suppress(OSError):
            path.unlink()
        raise


def _linked(path: Path, to: Path) -> bool:
    """Adds a second name for a file, unless there is one of that name; False where the file system has no such names."""
    try:
        os.link(path, to)
    except FileExistsError:
        return True
    except OSError:
        return to.exists()
    return True


def remove(folder: Path, name: str) -> None:
    """Removes a file, if it is there."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(folder / name)


def remove_unfinished(folder: Path) -> None:
    """Removes what processes that are gone were writing; without locks, what others write too: that spoils this alone."""
    for entry in os.scandir(folder):
        if _UNFINISHED.fullmatch(entry.name):
            with contextlib.suppress(OSError), open(os.open(entry.path, _READ), "rb") as opened:
                if file_locks.take(opened) is not False:
                    os.unlink(entry.path)


def free_space(folder: Path, limit: int, is_ours: Callable[[str], object]) -> None:
    """Removes what was not used for longest until at most `limit` bytes are left. is_ours(name): whether a file counts.

    Others may be doing the same, and what can't be removed stays.
    """
    files: list[tuple[float, int, str]] = []
    for entry in os.scandir(folder):
        with contextlib.suppress(OSError):
            if is_ours(entry.name) and entry.is_file(follow_symlinks=False):
                status = entry.stat(follow_symlinks=False)
                files.append((status.st_mtime, status.st_size, entry.path))
    total = sum(size for _, size, _ in files)
    for _, size, path in sorted(files):
        if total <= limit:
            return
        with contextlib.suppress(FileNotFoundError):
            try:
                os.unlink(path)
            except PermissionError:
                continue
        total -= size

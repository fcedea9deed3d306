"""Memory that the process may not take (ulimit, RLIMIT_AS, RLIMIT_DATA): code in C++ ends the process where it finds none.

So the size is checked first. Without such a limit memory is not refused, and the check costs next to nothing.
"""

import contextlib
import mmap
from typing import Any

try:
    import resource
except ImportError:  # Windows
    resource: Any = None

_KINDS = () if resource is None else (resource.RLIMIT_AS, resource.RLIMIT_DATA)


def expect(size) -> None:
    """Raises MemoryError where the process may not take `size` bytes more."""
    if not _limited():
        return
    try:
        _take(size)
    except OSError as error:
        raise MemoryError(f"{size >> 20} MB more may be needed, {error.strerror}") from error


def _limited():
    return resource is not None and any(resource.getrlimit(kind)[0] != resource.RLIM_INFINITY for kind in _KINDS)


def _take(size) -> None:
    with contextlib.closing(mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)):  # never touched: no cost
        pass

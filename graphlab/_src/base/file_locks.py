"""Locks of files, which end with their process: no process writes to a file that is not locked."""

from typing import Any

try:
    import fcntl
except ImportError:  # Windows, which removes and renames no file that is open
    fcntl: Any = None

KNOWN = fcntl is not None  # whether there are such locks


def take(file):
    """Locks a file until it is closed: True; False while another process holds it, None where files have no locks.

    file: open, or its descriptor.
    """
    if fcntl is None:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without them
        return None
    return True

"""Work that makes many objects, all of which stay."""

import contextlib
import gc


@contextlib.contextmanager
def none_collected():
    """No garbage collection inside: each would look at all that is there, again and again, and find nothing."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()

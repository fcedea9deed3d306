"""Interrupts that wait for what they would leave half done for good, and interrupts that Python would drop.

Python handles a signal between two bytecodes of the main thread, in whatever runs there: the body of a module too, or a
callback of the garbage collector, whose exceptions Python only prints.
"""

import _thread
import contextlib
import functools
import signal
import sys
import threading
import time

_SOON = 0.005  # seconds; by then the callback is over


@contextlib.contextmanager
def delayed():
    """A SIGINT that comes while it is entered is handled when it is left."""
    handler = signal.getsignal(signal.SIGINT)
    came = []
    if not callable(handler) or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, lambda *given: came.append(given))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if came:
            handler(*came[-1])


@functools.cache
def raise_again():
    """Has a KeyboardInterrupt come again which Python drops because it came in a finalizer or a callback.

    JAX has a callback that runs at each garbage collection, so that one interrupt in a hundred would be without effect.
    """
    otherwise = sys.unraisablehook

    def hook(unraisable):
        if issubclass(unraisable.exc_type, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
            threading.Thread(target=_interrupt, daemon=True).start()
        else:
            otherwise(unraisable)

    sys.unraisablehook = hook


def _interrupt():
    time.sleep(_SOON)
    _thread.interrupt_main()

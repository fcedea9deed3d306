"""Interrupts that come while Python runs a callback: of the garbage collector, of a weak reference, a `__del__`.

Python ignores what such a callback raises, a KeyboardInterrupt too, and JAX has a callback that the garbage collector
calls within every long run. So the interrupt would be lost. It is sent once more, when the callback is through.
"""

import _thread
import signal
import sys
import threading
import time

_PATIENCE = 0.001  # seconds until the callback may be through; if it is not, the interrupt comes here again


class _Resend:
    """A hook for exceptions that Python ignores (sys.unraisablehook). before: the hook that gets all but interrupts."""

    def __init__(self, before):
        self._before = before

    def __call__(self, unraisable):
        try:
            lost = isinstance(unraisable.exc_value, KeyboardInterrupt) or unraisable.exc_type is KeyboardInterrupt
        except KeyboardInterrupt:  # one more
            lost = True
        if not (lost and threading.get_ident() == threading.main_thread().ident):
            self._before(unraisable)
        elif callable(signal.getsignal(signal.SIGINT)):
            _thread.start_new_thread(_interrupt, ())


def _interrupt():
    time.sleep(_PATIENCE)
    if hasattr(signal, "pthread_kill"):  # which wakes the main thread where it waits
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:
        _thread.interrupt_main()


def lose_none():
    """From now on an interrupt that a callback has met is raised again, in what the main thread does after it."""
    if not isinstance(sys.unraisablehook, _Resend):
        sys.unraisablehook = _Resend(sys.unraisablehook)

"""Interrupts that wait for what they would leave half done for good, and interrupts that Python would drop.

Python handles a signal between two bytecodes of the main thread, in whatever runs there: the body of a module too, or a
callback of the garbage collector, whose exceptions Python only prints.
"""

import _thread
import contextlib
import signal
import sys
import threading
import time

_RAISING = [getattr(signal, name) for name in ("SIGINT", "SIGALRM", "SIGTERM", "SIGUSR1") if hasattr(signal, name)]
_PATIENCE = 0.001  # seconds until a callback may be through; if it is not, the interrupt comes here again


@contextlib.contextmanager
def delayed():
    """A signal whose handler may raise, and that comes while this is entered, is handled when it is left."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handlers = {number: found for number in _RAISING if callable(found := signal.getsignal(number))}
    came = {}
    try:
        for number in handlers:
            signal.signal(number, came.__setitem__)
        yield
    finally:
        try:
            _restore(dict(handlers))
        finally:
            _handle(came, handlers)


def _restore(handlers):
    """Sets the handlers again. One that is set may raise before the others are: these are set all the same."""
    try:
        for number in [*handlers]:
            signal.signal(number, handlers[number])
            del handlers[number]
    finally:
        if handlers:
            _restore(handlers)


def _handle(came, handlers):
    """Calls the handler of each signal that came; one that raises does not keep the others from it."""
    if came:
        number, frame = came.popitem()
        try:
            handlers[number](number, frame)
        finally:
            _handle(came, handlers)


def raise_again():
    """From now on a KeyboardInterrupt that a callback has met is raised again, in what the main thread does after it.

    JAX has a callback that runs at each garbage collection, so that one interrupt in a hundred would be without effect.
    """
    if not isinstance(sys.unraisablehook, _Resend):
        sys.unraisablehook = _Resend(sys.unraisablehook)


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

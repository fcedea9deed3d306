"""Coordinator: how threads that work together stop together, and how the error of one reaches the one that waits."""

import contextlib
import logging
import sys
import threading
import time

from graphlab._src.base.errors import OutOfRangeError

_log = logging.getLogger("graphlab")


class Coordinator:
    """Lets threads request each other to stop, and waits until they have.

    clean_stop_exception_types: errors that mean a regular end; OutOfRangeError, the end of input, when left out.

        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess, coord)
        while not coord.should_stop():
            sess.run(train)
        coord.join(threads)
    """

    def __init__(self, clean_stop_exception_types=None):
        self._clean = (OutOfRangeError,) if clean_stop_exception_types is None else tuple(clean_stop_exception_types)
        self._lock = threading.Lock()
        self._stop_event = threading.Event()
        self._error = None  # (class, exception, traceback) that join() raises
        self._joined = False
        self._registered_threads = set()

    def request_stop(self, ex=None):
        """Requests all threads to stop: should_stop() is true from now on.

        ex: the exception that is being handled, or sys.exc_info(). The first one is raised again from join(), unless it
        means a regular end. After join() it is raised here.
        """
        with self._lock:
            if isinstance(ex[1] if isinstance(ex, tuple) else ex, self._clean):
                ex = None
            if self._joined and ex is not None:
                _raise(ex if isinstance(ex, tuple) else sys.exc_info())
            if self._stop_event.is_set():
                return
            if ex and self._error is None:
                _log.info("Error reported to Coordinator: %s", ex[1] if isinstance(ex, tuple) else f"{type(ex)}, {ex}")
                self._error = _complete(ex if isinstance(ex, tuple) else sys.exc_info())
            self._stop_event.set()

    def clear_stop(self):
        """Withdraws the request to stop: should_stop() is false from now on."""
        with self._lock:
            self._joined = False
            self._error = None
            self._stop_event.clear()

    def should_stop(self):
        """True when a stop was requested."""
        return self._stop_event.is_set()

    @contextlib.contextmanager
    def stop_on_exception(self):
        """Requests a stop with any exception that leaves the block."""
        try:
            yield
        except:  # noqa: E722  a thread that exits must stop the others, too
            self.request_stop(ex=sys.exc_info())

    def wait_for_stop(self, timeout=None):
        """Waits until a stop is requested; False when that did not happen within `timeout` seconds."""
        return self._stop_event.wait(timeout)

    def register_thread(self, thread):
        """Adds a thread that join() waits for."""
        with self._lock:
            self._registered_threads.add(thread)

    def join(self, threads=None, stop_grace_period_secs=120, ignore_live_threads=False):
        """Waits until all threads have ended, or until some time after a stop was requested.

        threads: those to wait for, beside the registered ones.
        stop_grace_period_secs: how long a thread may run on after the request.
        ignore_live_threads: whether it is no error when one runs longer.
        Raises the exception that request_stop() was given; RuntimeError for threads that are still alive.
        """
        with self._lock:
            threads = list(self._registered_threads.union(threads or ()))
        while any(thread.is_alive() for thread in threads) and not self.wait_for_stop(1.0):
            pass
        end = time.monotonic() + stop_grace_period_secs
        for thread in threads:
            while thread.is_alive() and time.monotonic() < end:
                # In steps, so that Ctrl-C gets through.
                thread.join(min(1.0, max(0.0, end - time.monotonic())))
        stragglers = [thread.name for thread in threads if thread.is_alive()]
        with self._lock:
            self._joined = True
            self._registered_threads = set()
            if self._error:
                _raise(self._error)
            if stragglers:
                message = f"Coordinator stopped with threads still running: {' '.join(stragglers)}"
                if not ignore_live_threads:
                    raise RuntimeError(message)
                _log.info(message)

    @property
    def joined(self):
        """True when join() has ended."""
        return self._joined

    def raise_requested_exception(self):
        """Raises the exception that request_stop() was given, if it was."""
        with self._lock:
            if self._error:
                _raise(self._error)


def _complete(error):
    """The (class, exception, traceback); that of a ValueError when it is not whole."""
    if len(error) == 3 and error[0] and error[1]:
        return error
    try:
        raise ValueError(f"ex must be a tuple or sys.exc_info must return the current exception: {error}")
    except ValueError:
        return sys.exc_info()


def _raise(error):
    raise error[1].with_traceback(error[2])


class LooperThread(threading.Thread):
    """A thread that does something again and again until its coordinator requests a stop.

    coord: a Coordinator.  timer_interval_secs: how often, in seconds; None: without a pause.
    target, args, kwargs: what to call; a class derived from this one may override run_loop() instead.
    """

    def __init__(self, coord, timer_interval_secs, target=None, args=None, kwargs=None):
        if not isinstance(coord, Coordinator):
            raise ValueError(f"'coord' argument must be a Coordinator: {coord}")
        super().__init__(daemon=True)
        if not target and (args or kwargs):
            raise ValueError("'args' and 'kwargs' argument require that you also pass 'target'")
        self._coord = coord
        self._timer_interval_secs = timer_interval_secs
        self._called = target, args or (), kwargs or {}
        self._coord.register_thread(self)

    @staticmethod
    def loop(coord, timer_interval_secs, target, args=None, kwargs=None):
        """Starts such a thread, and returns it."""
        looper = LooperThread(coord, timer_interval_secs, target, args, kwargs)
        looper.start()
        return looper

    def run(self):
        """What the thread does."""
        with self._coord.stop_on_exception():
            self.start_loop()
            if self._timer_interval_secs is None:
                while not self._coord.should_stop():
                    self.run_loop()
            else:
                next_time = time.monotonic()
                while not self._coord.wait_for_stop(next_time - time.monotonic()):
                    next_time += self._timer_interval_secs
                    self.run_loop()
            self.stop_loop()

    def start_loop(self):
        """Called once, when the thread starts."""

    def stop_loop(self):
        """Called once, when the thread was requested to stop."""

    def run_loop(self):
        """Called again and again."""
        target, args, kwargs = self._called
        if target:
            target(*args, **kwargs)

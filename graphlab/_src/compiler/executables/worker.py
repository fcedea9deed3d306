"""Threads for work that cannot be interrupted, so that the thread that waits for it can be.

Python delivers a signal to the main thread only, and only between two of its bytecodes: a call of compiled code delays
it until the code returns. A thread that waits for a lock is interrupted at once.
"""

import _thread
import atexit
import contextlib
import ctypes
import functools
import logging
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, Generic, TypeVar

import jax
import jaxlib

from graphlab._src.base.package import PACKAGE

T = TypeVar("T")  # what work returns

_PAUSE = 0.1  # seconds
_PATIENCE = 5.0  # seconds that a process which ends waits for threads that compute
_CALL_XLA = tuple(
    os.path.join(folder, "")
    for folder in (
        *[str(PACKAGE / "_src" / name) for name in ("compiler", "ops", "session")],
        *[os.path.dirname(module.__file__ or "") for module in (jax, jaxlib)],
    )
)
_idle: list["_Worker"] = []  # threads without work; list.append and list.pop are atomic
_expected: list["Task[Any]"] = []  # what the process waits for before it exits


class Task(Generic[T]):
    """Work that a thread of its own does. result, error: what it returned or raised, once it is done.

    stop(): makes the work end soon; None for work that can't be ended.
    """

    __slots__ = ("_claim", "_lock", "_work", "done", "error", "result", "stop")

    def __init__(self, work: Callable[[], T], stop: Callable[[], object] | None = None) -> None:
        self._work: Any = work
        self.stop = stop
        self._lock = _thread.allocate_lock()
        self._lock.acquire()
        self._claim = _thread.allocate_lock()
        self.done = False
        self.result: Any = None
        self.error: BaseException | None = None

    def run(self) -> None:
        """Does the work, unless it was cancelled; nothing comes out of it."""
        if not self._claim.acquire(blocking=False):
            return
        try:
            self.result = self._work()
        except BaseException as error:  # raised again by who waits
            self.error = error
        finally:
            self._work = None
            self.done = True
            self._lock.release()

    def cancel(self) -> None:
        """Keeps it from beginning: then it is done. What has begun goes on."""
        if self._claim.acquire(blocking=False):
            self.done = True

    def wait(self, check: Callable[[], object] | None = None) -> None:
        """Returns once it is done; an interrupt comes out of it. check(): called ten times a second meanwhile."""
        while not self.done:
            # Who is interrupted here may leave the lock taken, so that `done` counts, and no thread waits for long.
            if self._lock.acquire(timeout=_PAUSE):
                self._lock.release()
            elif check is not None:
                check()

    def outcome(self) -> T:
        """What the work returned; raises what it raised."""
        if self.error is not None:
            raise self.error
        return self.result


class _Worker:
    """A thread that does one task after the other."""

    def __init__(self) -> None:
        self.tasks: queue.SimpleQueue[Task[Any]] = queue.SimpleQueue()
        threading.Thread(target=self._serve, name="graphlab worker", daemon=True).start()

    def _serve(self) -> None:
        while True:
            task = self.tasks.get()
            task.run()
            with contextlib.suppress(ValueError):  # which no caller expects
                _expected.remove(task)
            del task
            _idle.append(self)


def start(work: Callable[[], T], to_its_end: bool = False, stop: Callable[[], object] | None = None) -> Task[T]:
    """A Task that does work() in another thread. to_its_end: the process does not exit before it is done."""
    task = Task(work, stop)
    _begin(task, to_its_end)
    return task


def run_here(task: Task[T]) -> None:
    """Does the work of a Task in this thread, to its end: the process does not exit before."""
    _expected.append(task)
    try:
        task.run()
    finally:
        _expected.remove(task)


def _begin(task: Task[Any], to_its_end: bool = False) -> None:
    try:
        if to_its_end:
            _expected.append(task)
        _hand_over(task)
    except BaseException:  # an interrupt may come before a thread has it: it would never be done
        task.cancel()
        raise


def _hand_over(task: Task[Any]) -> None:
    try:
        worker = _idle.pop()
    except IndexError:
        worker = _Worker()
    worker.tasks.put(task)


def interruptible(
    work: Callable[[], T],
    check: Callable[[], object] | None = None,
    stop: Callable[[], object] | None = None,
    leave: Callable[[Callable[[], bool]], object] | None = None,
) -> T:
    """What work() returns or raises. An interrupt is raised at once: the result of the work is dropped.

    check(): called ten times a second meanwhile; what it raises ends the wait, too.
    stop(): called then, to make the work end soon, and when the process ends; without it the work goes on.
    leave(is_done): called then; is_done() says whether the work has come to its end.
    """
    task = Task(work, stop)
    try:
        _begin(task, to_its_end=stop is not None)
        task.wait(check)
    except BaseException:
        task.cancel()
        if stop is not None:
            stop()
        if leave is not None:
            leave(lambda: task.done)
        raise
    return task.outcome()


def uninterrupted(work: Callable[[], T]) -> T:
    """What work() returns or raises, done to its end whatever interrupts the caller, who is interrupted afterwards."""
    task = Task(work)
    try:
        _begin(task)
        task.wait()
    except BaseException:
        task.cancel()
        while not task.done:
            with contextlib.suppress(BaseException):  # one more
                task.wait()
        raise
    return task.outcome()


def at_end() -> None:
    """Called before a thread calls XLA: once the process ends, it ends all threads but the main one, which let go of locks.

    Python ends a thread that comes back from XLA while the process exits, and that would end the process with an abort.
    """
    if _End.begun and not in_main_thread():
        raise SystemExit


class _End:
    begun = False


def _finish() -> None:
    """Waits, before JAX is shut down, for what is not to be cut off.

    Who interrupts a program does not wait for it, nor who interrupts the waiting.
    """
    _End.begun = True
    tasks = [task for task in list(_expected) if not task.done]
    interrupted = getattr(sys, "last_type", None) is KeyboardInterrupt and not hasattr(sys, "ps1")
    for task in tasks:
        if task.stop is not None:
            task.stop()
    try:
        for task in tasks:
            if interrupted:
                raise KeyboardInterrupt
            task.wait()
        over = time.monotonic() + _PATIENCE
        while any(map(_computes, _other_threads())) and time.monotonic() < over:
            time.sleep(0.005)
    except KeyboardInterrupt:
        _end_by_interrupt()


def _other_threads() -> list[FrameType]:
    """What the other threads are at: the innermost frame of each."""
    frames = sys._current_frames()  # pyright: ignore[reportPrivateUsage]  its documented name
    return [frame for thread, frame in frames.items() if thread != threading.get_ident()]


def _computes(frame: FrameType) -> bool:
    """True for a thread that may be in XLA."""
    file = frame.f_code.co_filename
    return file != __file__ and file.startswith(_CALL_XLA)


def _end_by_interrupt() -> None:
    """Ends the process as an unhandled interrupt does, without waiting for its threads."""
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.raise_signal(signal.SIGINT)


@functools.cache
def outlive(client: object) -> None:
    """Keeps a JAX client until the process ends: its end would wait for abandoned calls."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(client))


def in_main_thread() -> bool:
    """True where signals arrive."""
    return threading.get_ident() == threading.main_thread().ident


def _forget() -> None:
    """In a forked process, which has none of the threads."""
    _idle.clear()
    _expected.clear()


atexit.register(_finish)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)

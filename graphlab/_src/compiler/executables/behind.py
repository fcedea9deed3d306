"""Compiling behind: one thread compiles, while the runs that wait for the code go on with NumPy.

What was needed last is compiled first: in a notebook that is the cell which runs now.
"""

import atexit
import contextlib
import ctypes
import functools
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Generator
from typing import Any

from graphlab._src.compiler.executables import worker

_SWITCH = 0.0005  # seconds after which Python switches to another thread while code is traced behind
_REST = 1.5  # seconds for each second of tracing beside a run, at first: small models' first steps stay fast
_LONGEST = 0.02  # seconds of one rest
_RESTS = 0.5  # seconds of rests for one segment: what lasts long is better soon done
_NICE = 5  # how much less of a busy processor than others the thread has

_foreground: list[None] = []  # an element for each run with NumPy; append and pop are atomic
_waiting: list[worker.Task[Any]] = []  # what comes next at the end; append and pop are atomic


def begin(work: Callable[[], None]) -> worker.Task[None]:
    """A Task that does work() when what was begun later is done; nothing waits for it, not even the end of the process."""
    task = worker.Task(work)
    _thread()
    _waiting.append(task)
    _Serving.wake.put(None)
    return task


def is_here() -> bool:
    """True in the thread that compiles behind."""
    return threading.get_ident() == _Serving.thread


def count() -> int:
    """How many segments wait or are compiled."""
    return len(_waiting) + _Serving.now


class _Serving:
    wake: "queue.SimpleQueue[None]" = queue.SimpleQueue()
    now = 0
    thread = 0  # its number
    rested = 0.0  # when it last rested, in seconds of time.perf_counter()
    rests = 0.0  # seconds for this segment so far


@contextlib.contextmanager
def foreground() -> Generator[None]:
    """A run with NumPy, which what is traced behind makes way for: both compute in Python, one at a time."""
    _foreground.append(None)
    try:
        yield
    finally:
        _foreground.pop()


def make_way() -> None:
    """Called between two operations that are traced: rests where that is done behind and something runs meanwhile."""
    if not is_here():
        return
    now = time.perf_counter()
    if _foreground and _Serving.rests < _RESTS:
        rest = min(_REST * (now - _Serving.rested), _LONGEST)
        _Serving.rests += rest
        time.sleep(rest)
    _Serving.rested = time.perf_counter()


@functools.cache
def _thread() -> threading.Thread:
    thread = threading.Thread(target=_serve, name="graphlab compiling behind", daemon=True)
    thread.start()
    return thread


def _serve() -> None:
    _Serving.thread = threading.get_ident()
    with contextlib.suppress(AttributeError, OSError):  # Linux alone has priorities of threads
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
    while True:
        _Serving.wake.get()
        while _waiting:
            worker.at_end()
            try:
                task = _waiting.pop()
            except IndexError:  # the process ends
                break
            _Serving.now, _Serving.rests = 1, 0.0
            before = sys.getswitchinterval()
            # A thread that releases Python's lock, as NumPy does, waits as long for another one that computes in Python.
            sys.setswitchinterval(min(_SWITCH, before))
            try:
                task.run()
            finally:
                sys.setswitchinterval(before)
                _Serving.now = 0
            del task


def _stop() -> None:
    """Ends what is traced when the process ends. What XLA compiles is waited for (worker.py): nothing can end that."""
    _waiting.clear()
    if _Serving.now:
        thread = ctypes.c_ulong(_Serving.thread)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(SystemExit))


def _forget() -> None:
    """In a forked process, which has no such thread."""
    _waiting.clear()
    _foreground.clear()
    _Serving.now = _Serving.thread = 0
    _Serving.wake = queue.SimpleQueue()
    _thread.cache_clear()


atexit.register(_stop)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)

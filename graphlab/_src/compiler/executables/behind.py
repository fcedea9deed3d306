"""Compiling behind: one thread compiles, while the runs that wait for the code go on with NumPy.

What runs now is compiled first, and of that what NumPy computes longest. Then what was begun last: in a
notebook that is the last cell.
"""

import atexit
import contextlib
import ctypes
import functools
import gc
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
_LONGEST_TRACE = 2.0  # seconds that a run may wait for it
_NICE = 5  # how much less of a busy processor than others the thread has

_foreground: list[None] = []  # an element for each run with NumPy; append and pop are atomic
# (task, what says how urgent it is), what was begun last at the end; append and remove are atomic.
_waiting: list[tuple[worker.Task[Any], Callable[[], float]]] = []


def begin(work: Callable[[], None], urgency: Callable[[], float] = float) -> worker.Task[None]:
    """A Task that does work() after what is more urgent, or as urgent and begun later.

    Nothing waits for it, not even the end of the process.
    """
    task = worker.Task(work)
    _thread()
    _waiting.append((task, urgency))
    _Serving.wake.put(None)
    return task


def _next() -> worker.Task[Any] | None:
    """The Task to do now, which no longer waits."""
    waiting = list(_waiting)
    if not waiting:
        return None
    which = max(range(len(waiting)), key=lambda i: (waiting[i][1](), i))
    try:
        _waiting.remove(waiting[which])
    except ValueError:  # the process ends
        return None
    return waiting[which][0]


def is_here() -> bool:
    """True in the thread that compiles behind."""
    return threading.get_ident() == _Serving.thread


def count() -> int:
    """How many segments wait or are compiled."""
    return len(_waiting) + _Serving.now


class _Serving:
    wake: "queue.SimpleQueue[None]" = queue.SimpleQueue()
    free = threading.Lock()  # taken while a segment is compiled, and by held()
    now = 0
    thread = 0  # its number
    rested = 0.0  # when it last rested, in seconds of time.perf_counter()
    rests = 0.0  # seconds for this segment so far
    traced = threading.Event()  # cleared while a segment is traced


@contextlib.contextmanager
def held() -> Generator[None]:
    """A block during which nothing is compiled behind: what is begun waits for its end. It begins once nothing is."""
    with _Serving.free:
        yield


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


@contextlib.contextmanager
def tracing() -> Generator[None]:
    """A block that traces a segment behind."""
    _Serving.traced.clear()
    try:
        yield
    finally:
        _Serving.traced.set()


def let_trace(check: Callable[[], object] | None) -> None:
    """Called before runs with NumPy of what repeats: waits while a segment is traced.

    Both would compute in Python, and one at a time is done in a fraction of the time. check(): called now and then.
    """
    if _Serving.traced.is_set():
        return
    end = time.perf_counter() + _LONGEST_TRACE
    while not _Serving.traced.wait(_LONGEST) and time.perf_counter() < end:
        if check is not None:
            check()


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
            with _Serving.free:
                _do_next()


def _do_next() -> None:
    task = _next()
    if task is None:
        return
    worker.at_end()
    _Serving.now, _Serving.rests = 1, 0.0
    before = sys.getswitchinterval()
    # A thread that releases Python's lock, as NumPy does, waits as long for another one that computes in Python.
    sys.setswitchinterval(min(_SWITCH, before))
    try:
        task.run()
    finally:
        sys.setswitchinterval(before)
        _Serving.now = 0


def _stop() -> None:
    """Ends what is traced when the process ends. What XLA compiles is waited for (worker.py): nothing can end that."""
    _waiting.clear()
    if _Serving.now:
        gc.disable()  # what ends a callback of the collector is printed, and goes no further
        end = time.perf_counter() + _LONGEST
        while _collects(_Serving.thread) and time.perf_counter() < end:
            time.sleep(_SWITCH)
        thread = ctypes.c_ulong(_Serving.thread)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(SystemExit))


def _collects(thread: int) -> bool:
    """Whether a thread is in a callback of the garbage collector: JAX has one."""
    frame = sys._current_frames().get(thread)  # pyright: ignore[reportPrivateUsage]  its documented name
    return frame is not None and "gc" in frame.f_code.co_name


def _forget() -> None:
    """In a forked process, which has no such thread."""
    _waiting.clear()
    _foreground.clear()
    _Serving.now = _Serving.thread = 0
    _Serving.traced = threading.Event()
    _Serving.traced.set()
    _Serving.free = threading.Lock()
    _Serving.wake = queue.SimpleQueue()
    _thread.cache_clear()


_Serving.traced.set()
atexit.register(_stop)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)

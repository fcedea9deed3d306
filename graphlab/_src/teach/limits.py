"""Limits on a learner's code: it runs in a thread with default graphs and seeds of its own, and for so many seconds at most."""

import contextlib
import contextvars
import ctypes
import random
import sys
import sysconfig
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from types import CodeType
from typing import Any

import numpy as np

from graphlab._src.base.signals import delayed
from graphlab._src.base.source import Source, without_folders

_STOPPING = 1.0  # seconds in which a thread that has to stop may do so
_LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")})
_AGAIN = 0.05  # seconds until it is stopped once more: `except:` in a loop catches the first time


class OvertimeError(Exception):
    """The code did not return in time. where: the line that it was at, "cell [3], line 2", or "" in a run."""

    def __init__(self, seconds: float, where: str) -> None:
        super().__init__(
            f"the code had not returned after {seconds:g} seconds: it was at {where or 'no line of its own'}"
        )
        self.where = where


class EndedError(Exception):
    """The code tried to end the program: it called exit(), say."""


class _StoppedError(SystemExit):
    """What a thread raises that has to stop; no `except Exception` catches it, and Python prints none that ends a thread."""


def limited(function: Callable[[], Any], seconds: float, seed: int, cancel: Callable[[], object] = lambda: None) -> Any:
    """Returns function(), called in a thread of its own, or raises what it raises; EndedError for an attempt to end the program.

    Default graphs, sessions and name scopes belong to a thread, so nothing that the code leaves entered outlasts it. The
    random numbers of Python and NumPy begin at `seed`, and are restored. Raises OvertimeError after so many seconds; cancel() is
    called, and the thread then has to stop. An interrupt stops the thread and is raised here.
    """
    result: list[Any] = []
    failure: list[BaseException] = []

    done = threading.Event()  # an interrupt of Thread.join() would mark a thread that runs as ended, in Python 3.11

    def run() -> None:
        try:
            result.append(function())
        except BaseException as error:
            failure.append(error)
        finally:
            done.set()

    thread = threading.Thread(target=contextvars.copy_context().run, args=(run,), daemon=True, name="exercise")
    with _seeded(seed):  # here, not in the thread, which may last longer
        try:
            with delayed():  # an interrupt must not leave a thread half started, which can't be stopped
                thread.start()
            in_time = done.wait(seconds)
        except BaseException:
            cancel()
            _stop(thread, done)
            raise
        if not in_time:
            where = _line(thread)
            cancel()
            _stop(thread, done)
            raise OvertimeError(seconds, where)
        thread.join()
    if failure and isinstance(failure[0], SystemExit):
        raise EndedError from failure[0]
    if failure:
        raise failure[0]
    return result[0]


@contextlib.contextmanager
def _seeded(seed: int) -> Iterator[None]:
    """The random numbers of Python and NumPy begin at `seed`; they go on as before when this is left."""
    before = random.getstate(), np.random.get_state()
    try:
        random.seed(seed)
        np.random.seed(seed)
        yield
    finally:
        random.setstate(before[0])
        np.random.set_state(before[1])


def line_of(error: BaseException) -> str:
    """The line of the learner's code that raised an error, "cell [3], line 2"; "" where none of it did."""
    frames = [(frame.f_code, frame.f_lasti) for frame, _ in traceback.walk_tb(error.__traceback__)]
    return _place(reversed(frames))


def _line(thread: threading.Thread) -> str:
    """The line of the learner's code that a thread is at; "" where it is at none."""
    frame = sys._current_frames().get(thread.ident or 0)
    return _place((frame.f_code, frame.f_lasti) for frame, _ in traceback.walk_stack(frame))


def _place(frames: Iterable[tuple[CodeType, int]]) -> str:
    """Where the innermost of these frames is that is no library's."""
    found = Source(*without_folders(frames, _LIBRARIES))
    return str(found) if found else ""


def _stop(thread: threading.Thread, done: threading.Event) -> None:
    """Has a thread raise _StoppedError, until it ends or time is over: one within a library's call can't be stopped."""
    end = time.monotonic() + _STOPPING
    while not done.is_set() and time.monotonic() < end:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(_StoppedError))
        done.wait(_AGAIN)
    if done.is_set():
        thread.join()

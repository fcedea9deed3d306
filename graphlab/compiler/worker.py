"""Threads for work that cannot be interrupted, so that whoever waits for it can be.

Python delivers a signal to the main thread only, and only between two of its bytecodes: a call of compiled code delays
it until the code returns. A thread that waits for a lock is interrupted at once.
"""

import _thread
import os
import queue
import threading
from typing import Any

_idle: list["_Worker"] = []  # threads without work; list.append and list.pop are atomic


class Task:
    """Work that a thread of its own does. result, error: what it returned or raised, once it is done."""

    __slots__ = ("_done", "_work", "error", "result")

    def __init__(self, work):
        self._work = work
        self._done = _thread.allocate_lock()
        self._done.acquire()
        self.result: Any = None
        self.error: BaseException | None = None

    def run(self):
        """Does the work; nothing comes out of it."""
        try:
            self.result = self._work()
        except BaseException as error:  # raised again by who waits
            self.error = error
        finally:
            self._work = None
            self._done.release()

    def wait(self, seconds=None):
        """True once it is done, False when `seconds` have passed before; an interrupt comes out of it."""
        if not self._done.acquire(timeout=-1 if seconds is None else max(0.0, seconds)):
            return False
        self._done.release()
        return True

    def outcome(self):
        """What the work returned; raises what it raised."""
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        return self.result


class _Worker:
    """A thread that does one task after the other."""

    def __init__(self):
        self.tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()
        threading.Thread(target=self._serve, name="graphlab worker", daemon=True).start()

    def _serve(self):
        while True:
            task = self.tasks.get()
            task.run()
            del task
            _idle.append(self)


def start(work):
    """A Task that does work() in another thread."""
    try:
        worker = _idle.pop()
    except IndexError:
        worker = _Worker()
    task = Task(work)
    worker.tasks.put(task)
    return task


def interruptible(work):
    """What work() returns or raises. An interrupt is raised at once: the work goes on, and its result is dropped."""
    task = start(work)
    task.wait()
    return task.outcome()


def uninterrupted(work):
    """What work() returns or raises, done to its end whatever interrupts the caller, who is interrupted afterwards."""
    task = start(work)
    try:
        task.wait()
    except BaseException:
        task.wait()
        raise
    return task.outcome()


def in_main_thread():
    """True where signals arrive."""
    return threading.get_ident() == threading.main_thread().ident


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)  # a child has no threads but the one that forked

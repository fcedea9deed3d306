"""Threads that make elements ahead of time, and end with what they work for."""

import atexit
import contextlib
import threading
import weakref
from collections import deque

from graphlab._src.base.errors import CancelledError
from graphlab._src.data.runtime import End

_live = weakref.WeakSet()


class Meeting:
    """What threads wait on. An interrupt while the Condition is acquired could leave it locked."""

    def __init__(self):
        self.lock = threading.RLock()
        self.condition = threading.Condition(self.lock)


class _State:
    """State shared with a waiting thread. meeting: what they wait on, where several threads are waited for at once."""

    def __init__(self, meeting=None):
        meeting = meeting or Meeting()
        self.lock = meeting.lock
        self.condition = meeting.condition
        self.stopped = False


class Worker:
    """A thread with a _State: it works while `stopped` is False.

    work(state): called in the thread; keeps `state` alive, and must hold nothing that holds the Worker's owner.
    """

    def __init__(self, run, state, work):
        self.state = state
        self._thread = threading.Thread(target=work, args=(state,), name="graphlab dataset", daemon=True)
        run.workers.add(self)
        _live.add(self)
        self._thread.start()

    def stop(self):
        """Lets the thread end soon."""
        with self.state.lock:
            self.state.stopped = True
            self.state.condition.notify_all()

    def join(self, timeout):
        """Waits so many seconds for it."""
        if self._thread is not threading.current_thread():
            self._thread.join(timeout)

    def __del__(self):
        self.stop()


def _stop_all():
    """Before the interpreter goes: a thread that is still in compiled code then would crash."""
    workers = list(_live)
    for worker in workers:
        worker.stop()
    for worker in workers:
        worker.join(1.0)


atexit.register(_stop_all)


class Ahead:
    """Elements that a thread makes ahead of time, up to a limit.

    queue: what there is already: pairs (element, None), or (None, what making it raised).  meeting: where it is waited for.
    """

    def __init__(self, run, source, limit, queue=(), meeting=None):
        self._run = run
        self._state = _Buffer(source, limit, run.cancellation, queue, meeting)
        self._worker = Worker(run, self._state, _fill)

    def next(self):
        """The next of them."""
        state = self._state
        with state.lock:
            if not state.queue and not state.ended:
                self._run.wait(state.condition, lambda: state.queue or state.ended or state.stopped)
            if not state.queue:
                if not state.ended:
                    raise CancelledError(None, None, "Operation was cancelled")
                raise End
            element, error = state.queue.popleft()
            state.condition.notify_all()
        if error is not None:
            raise error
        return element

    @property
    def is_ready(self):
        """Whether next() returns without waiting."""
        return bool(self._state.queue) or self._state.ended or self._state.stopped

    @property
    def source(self):
        """The Elements that the thread reads, or None when they have ended."""
        return self._state.source

    @contextlib.contextmanager
    def at_rest(self):
        """Inside the block the thread makes nothing: what it is ahead with is in the queue, which this yields."""
        state = self._state
        with state.lock:
            state.resting += 1
            try:
                self._run.wait(state.condition, lambda: not state.making)
                yield list(state.queue)
            finally:
                state.resting -= 1
                state.condition.notify_all()


class _Buffer(_State):
    def __init__(self, source, limit, cancellation, queue, meeting):
        super().__init__(meeting)
        self.making = False
        self.resting = 0
        self.source = source
        self.limit = limit
        self.cancellation = cancellation
        self.queue = deque(queue)
        self.ended = False


def _fill(state):
    source = state.source
    while True:
        with state.lock:
            while (len(state.queue) >= state.limit or state.resting) and not state.stopped:
                state.condition.wait()
            if state.stopped or state.cancellation.cancelled:
                break
            state.making = True
        try:
            item = source.next(), None
        except End:
            break
        except Exception as error:  # raised where the element is requested
            item = None, error
        with state.lock:
            state.making = False
            state.queue.append(item)
            state.condition.notify_all()
    run = source.run
    source = item = None
    with state.lock:
        state.source = None
        state.making = False
        state.ended = True
        state.condition.notify_all()
    run.end_left()


class Pool:
    """Threads that call a function for one element each, of which the results are taken in order, or as they come."""

    def __init__(self, run, function, count):
        self._run = run
        self._state = _Tasks(function)
        self._workers = [Worker(run, self._state, _work) for _ in range(count)]

    def submit(self, element):
        """Begins one call; returns the argument of result()."""
        task = Task(element)
        with self._state.lock:
            self._state.queue.append(task)
            self._state.condition.notify_all()
        return task

    def finished(self, task):
        """The task, when its call has ended."""
        with self._state.lock:
            self._run.wait(self._state.condition, lambda: task.done)
        return task

    def first_finished(self, tasks):
        """The first of some tasks whose call has ended, when one has; a call that ends the dataset waits for those before it."""
        with self._state.lock:
            self._run.wait(self._state.condition, lambda: self._ready(tasks) is not None)
            return self._ready(tasks)

    @staticmethod
    def _ready(tasks):
        for i, task in enumerate(tasks):
            if task.done and (not i or not isinstance(task.error, End)):
                return task
        return None


class Task:
    """One call. value, error: what it returned or raised, when it is done."""

    def __init__(self, element=None, value=None, error: Exception | None = None):
        self.element = element
        self.done = element is None
        self.value = value
        self.error = error


class _Tasks(_State):
    def __init__(self, function):
        super().__init__()
        self.function = function
        self.queue = deque()


def _work(state):
    while True:
        with state.lock:
            while not state.queue and not state.stopped:
                state.condition.wait()
            if state.stopped:
                return
            task = state.queue.popleft()
        try:
            task.value = state.function(task.element)
        except Exception as error:  # raised where the result is requested
            task.error = error
        with state.lock:
            task.done = True
            state.condition.notify_all()
        task = None

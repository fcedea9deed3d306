"""RunContext: the run as its kernels on the host see it, and waits that don't block other runs."""

import collections
import contextlib
import threading
import time
from collections.abc import Callable, Collection, Generator
from typing import Any, Self

from graphlab._src.base.errors import CancelledError, DeadlineExceededError
from graphlab._src.compiler.executables import worker
from graphlab._src.graph.operation import Operation

_GRACE = 0.1  # seconds
_PAUSE = 0.1  # seconds


class Resources:
    """The queues, tables, readers and iterators of one session, by kind, container and name.

    store: the Store that they are part of, which has the values of the variables; None for those of a task.
    left: functions that end what was let go, such as a program's generator, where that may run code of the program.
    """

    def __init__(self, store: Any = None) -> None:
        self.store = store
        self._lock = threading.RLock()
        self._objects: dict[tuple[Any, str, Any], Any] = {}
        self.left: collections.deque[Callable[[], None]] = collections.deque()

    def end_left(self) -> None:
        """Calls the functions in `left`: not where they are added, which may be anywhere in any thread."""
        while True:
            try:
                end = self.left.popleft()
            except IndexError:
                return
            end()

    def find_or_make(
        self, kind: Any, container: str, name: Any, make: Callable[[], Any], op: Operation | None = None
    ) -> Any:
        """The object of that name; made by make() when there is none yet.

        op: the operation that needs it; its device determines whose it is where several sessions share it.
        """
        key = (kind, container, name)
        with self._lock:
            if key not in self._objects:
                self._objects[key] = make()
            return self._objects[key]

    def all(self, kind: Any) -> list[Any]:
        """The objects of one kind that there are now, oldest first."""
        with self._lock:
            return [found for key, found in self._objects.items() if key[0] == kind]

    def key_of(self, found: object, op: Operation) -> tuple[Any, str, Any] | None:
        """The kind, container and name of an object; None for one that is not among these.

        op: an operation that refers to it, whose device determines whose it is where several sessions share it.
        """
        with self._lock:
            return next((key for key, one in self._objects.items() if one is found), None)

    def clear(self, containers: Collection[str] | None = None) -> None:
        """Forgets the objects of these containers, or of all; those that have threads end them. end_left() ends the rest."""
        with self._lock:
            gone = {key: found for key, found in self._objects.items() if not containers or key[1] in containers}
            for key in gone:
                del self._objects[key]
        for found in gone.values():
            if hasattr(found, "stop"):
                found.stop()


class Cancellation:
    """Wakes the threads that wait in a session when it is closed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._conditions: dict[threading.Condition, int] = {}  # condition -> how many wait for it
        self._runs: set[RunCancellation] = set()
        self.cancelled = False

    def cancel(self) -> None:
        """Wakes all waiting threads; they and later ones raise CancelledError."""
        with self._lock:
            self.cancelled = True
            conditions, runs = list(self._conditions), list(self._runs)
        for condition in conditions:
            with condition:
                condition.notify_all()
        for run in runs:
            run.cancel()

    def check(self) -> None:
        """Raises CancelledError once it was cancelled."""
        if self.cancelled:
            raise CancelledError(None, None, "Run was cancelled: the session was closed")

    def add(self, run: "RunCancellation") -> None:
        """Cancels a run with all others, from now on."""
        with self._lock:
            self._runs.add(run)
        if self.cancelled:
            run.cancel()

    def remove(self, run: "RunCancellation") -> None:
        """The run is over."""
        with self._lock:
            self._runs.discard(run)

    @contextlib.contextmanager
    def watching(self, condition: threading.Condition) -> Generator[None, None, None]:
        """While it is entered, cancel() wakes those who wait for the condition."""
        with self._lock:
            self._conditions[condition] = self._conditions.get(condition, 0) + 1
        try:
            yield
        finally:
            with self._lock:
                self._conditions[condition] -= 1
                if not self._conditions[condition]:
                    del self._conditions[condition]


class RunCancellation(Cancellation):
    """Wakes the threads that wait in one run, when it or its session is cancelled. It is entered while the run lasts."""

    def __init__(self, session: Cancellation) -> None:
        super().__init__()
        self._session = session

    def __enter__(self) -> Self:
        self._session.add(self)
        return self

    def __exit__(self, *exception: object) -> None:
        self._session.remove(self)


class WouldBlock(Exception):  # noqa: N818  a signal, not a failure
    """An operation has to wait, and others of its run can go on meanwhile."""


class RunContext:
    """One run, as its kernels on the host see it.

    op: the Operation whose kernel is called.  resources: the session's Resources.  cancellation: its Cancellation.
    deadline: when the run must be over, in seconds of time.monotonic(); None: never.
    may_wait: False while other operations of the run can go on in place of one that has to wait.
    devices: the Devices among which the run's operations are placed; None in the functions of a dataset.
    """

    def __init__(
        self, resources: Resources, cancellation: Cancellation, deadline: float | None = None, devices: Any = None
    ) -> None:
        self.op: Any = None
        self.devices = devices
        self.resources = resources
        self.deadline = deadline
        self.may_wait = True
        self.cancellation = cancellation
        self._attempts: dict[Operation, Any] = {}
        self._endings: list[Callable[[], None]] = []

    def wait(
        self, condition: threading.Condition, ready: Callable[[], Any], cancelled: str = "Operation was cancelled"
    ) -> None:
        """Returns when ready() is true; the caller holds `condition`, and a thread that changes what ready() sees notifies it.

        Raises CancelledError, with the text `cancelled`, when the session is closed, and DeadlineExceededError when the
        run's time is over.
        """
        if ready():
            return
        if not self.may_wait and not self.cancellation.cancelled:
            raise WouldBlock
        with self.cancellation.watching(condition):
            while not ready():
                if self.cancellation.cancelled:
                    raise CancelledError(self.op.node_def, self.op, self._at(cancelled))
                left = None if self.deadline is None else self.deadline - time.monotonic()
                if left is not None and left <= 0:
                    raise DeadlineExceededError(
                        self.op.node_def, self.op, self._at("Timed out waiting for notification")
                    )
                condition.wait(left)

    def _at(self, message: str) -> str:
        return f"{message}\n\t [[{{{{node {self.op.name}}}}}]]"

    def check(self) -> None:
        """Raises CancelledError or DeadlineExceededError when the run has to end."""
        self.cancellation.check()
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise DeadlineExceededError(None, None, "Timed out waiting for notification")

    @contextlib.contextmanager
    def holding(self, lock: Any) -> Generator[None, None, None]:
        """Holds a lock, which another run may hold for long: the wait for it ends when this run's time is over."""
        if self.deadline is None:
            with lock:
                yield
            return
        held = False
        try:
            while not (held := lock.acquire(timeout=_PAUSE)):
                self.check()
            yield
        finally:
            if held:
                lock.release()

    def attempt(self, make: Callable[[], Any]) -> Any:
        """Returns make(), and the same object again each time that the operation is retried, until it is done."""
        if self.op not in self._attempts:
            self._attempts[self.op] = make()
        return self._attempts[self.op]

    def done(self, op: Any) -> None:
        """The operation has run: its attempt is over."""
        self._attempts.pop(op, None)

    def abandon(self) -> None:
        """The run ends: attempts that did not come to their end are given up."""
        for attempt in self._attempts.values():
            if hasattr(attempt, "abandon"):
                attempt.abandon()
        self._attempts.clear()
        for end in self._endings:
            end()
        self._endings.clear()

    def at_end(self, end: Callable[[], None]) -> None:
        """Calls end() when the run is over, however it ends."""
        self._endings.append(end)


def finish_by(deadline: float, work: Callable[[], Any]) -> Any:
    """What work() returns or raises; DeadlineExceededError when it is not through by then. It goes on in its own thread."""

    def check() -> None:
        if time.monotonic() > deadline + _GRACE:  # what checks the time by itself says more than this does
            message = "Timed out waiting for notification: a loop did not end in the time that the run may take"
            raise DeadlineExceededError(None, None, message)

    return worker.interruptible(work, check)

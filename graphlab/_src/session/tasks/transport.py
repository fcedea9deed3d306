"""What a session sends to the tasks of other processes, and how."""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from graphlab._src.graph.device import Task

Ticket: TypeAlias = Any  # a call that was begun


class Transport(Protocol):
    """Calls the TaskServices of other processes.

    owner: the name of this process, whose end is that of its sessions on other tasks; known once a task was reached.
    """

    @property
    def owner(self) -> str: ...

    def reach(self, task: Task, check: Callable[[], None]) -> None:
        """Waits until a task is there, and says so now and then; check() raises where the wait has to end."""
        ...

    def is_there(self, task: Task) -> bool:
        """True where a task answers in a short time."""
        ...

    def begin(self, task: Task, method: str, *arguments: Any) -> Ticket:
        """Begins a call of a task's TaskService; UnavailableError where it can't be reached."""
        ...

    def notify(self, task: Task, method: str, *arguments: Any) -> None:
        """Begins a call of a task that was reached, and waits for nothing; without effect where that is no longer there."""
        ...

    def first(self, tickets: Sequence[Ticket], seconds: float) -> Ticket | None:
        """One of the calls that is over; None when none is after so many seconds. An interrupt ends the wait."""
        ...

    def result(self, ticket: Ticket) -> Any:
        """What a call that is over has returned; UnavailableError where its task was lost meanwhile."""
        ...


@dataclasses.dataclass(frozen=True)
class PartMessage:
    """What a task has to know to run a part.

    nodes: a GraphDef with the operations of the part that were not sent before.
    controls: (operation, another one that must run before it and was sent before).
    run: the names of the operations that run.  targets: of those that are requested.
    feeds, fetches: names of tensors.
    """

    nodes: bytes
    controls: list[tuple[str, str]]
    run: list[str]
    targets: list[str]
    feeds: list[str]
    fetches: list[str]


class RunMessage(NamedTuple):
    """One run of a part.

    session: the name of the session.  incarnation: of the task, as the session knows it; None at first.
    part: its number.  values: of its feeds.  run: the number of the run, by which it can be cancelled.
    seconds: how long it may last, or None.
    trace: NO_TRACE, or what it reports of each operation: FORMS of the outputs, or their VALUES.
    """

    session: str
    incarnation: int | None
    part: int
    values: list[Any]
    run: int
    seconds: float | None
    trace: int


NO_TRACE, FORMS, VALUES = range(3)


class TraceEntry(NamedTuple):
    """One operation that ran on another task, as session.tracing.run_metadata.Record has it.

    device: its name.  scheduled, start, end: nanoseconds of time.time_ns().
    outputs: {output index: value, or (dtype, shape)}.
    """

    name: str
    device: str
    scheduled: int
    start: int
    end: int
    outputs: dict[int, Any]
    state: int


class Setup(NamedTuple):
    """What goes with a run that needs parts which the task doesn't have.

    config: the session's ConfigProto, in bytes.  owner: of the session, whose end is the session's.
    parts: {number: PartMessage}, in the order in which they were made.
    """

    config: bytes
    owner: str
    parts: dict[int, PartMessage]


# What a TaskService returns of a run: a status, its incarnation, and
OK = "ok"  # the values of the fetches
TRACED = "traced"  # (the values of the fetches, a TraceEntry of each operation)
FAILED = "failed"  # (error code, message, name of the operation or None)
UNKNOWN = "unknown"  # nothing: it doesn't know the session or the part
LOST = "lost"  # nothing: it is not the incarnation that the session knows
Reply: TypeAlias = tuple[str, int, Any]

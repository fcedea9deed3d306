"""TaskRunner: a run of which several tasks execute a part each."""

import concurrent.futures
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import DeadlineExceededError
from graphlab._src.compiler.placement import Device
from graphlab._src.compiler.plan import Plan
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor
from graphlab._src.session.annotations import Array, Element
from graphlab._src.session.execution.run_context import RunCancellation
from graphlab._src.session.execution.runner import Runner, to_numpy
from graphlab._src.session.store import Store
from graphlab._src.session.tasks.borrowing import Borrowing
from graphlab._src.session.tasks.client import RemoteTask, TaskClient
from graphlab._src.session.tasks.memory import Memory
from graphlab._src.session.tasks.parts import TaskPart, TaskPlan
from graphlab._src.session.tasks.transport import NO_TRACE, Ticket, TraceEntry

_LOOK = 1.0  # seconds between two looks at whether a run was cancelled, while it waits for other tasks

# of (fetches, feeds, done, the Memory of borrowed variables or None)
MakeRunner = Callable[[list[Element], list[Tensor], Iterable[Operation], Memory | None], Runner]


class TaskRunner(Runner):
    """A Plan whose operations are on several tasks.

    plan: of the whole run.  task_plan: its parts.  make_runner: makes the Runners of the parts of this process.
    """

    def __init__(
        self,
        plan: Plan,
        store: Store,
        default: Device,
        task_plan: TaskPlan,
        client: TaskClient,
        make_runner: MakeRunner,
        borrow: Callable[[TaskPart], Borrowing],
    ) -> None:
        super().__init__(plan, store, default)
        self.task_plan = task_plan
        self._client = client
        self._steps: list[_Local | _Remote] = []
        for part in task_plan.parts:
            if part.place is None:
                elements: list[Element] = [*part.fetches, *part.targets]
                borrowing = borrow(part) if part.borrows else None
                memory = None if borrowing is None else borrowing.memory
                runner = make_runner(elements, part.feeds, task_plan.done_before(part), memory)
                self._steps.append(_Local(part, runner, borrowing))
            else:
                self._steps.append(_Remote(part, *client.add(part, task_plan)))
        made = {tensor: part.place for part in task_plan.parts for tensor in part.fetches}
        # What goes from task to task, fed values included, which are in this process.
        self._crossing = list(
            dict.fromkeys(tensor for part in task_plan.parts for tensor in part.feeds if made.get(tensor) != part.place)
        )
        self._last: list[int] = []
        self._in_line = all(step.part.after == frozenset(range(i)) for i, step in enumerate(self._steps))
        self.run = self.run_within

    @property
    def goes_on(self) -> bool:
        """True when a part of this process may use what it was fed after the run has returned."""
        return any(isinstance(step, _Local) and step.runner.goes_on for step in self._steps)

    def run_within(
        self, fed: list[Array], deadline: float | None = None, make_stepper: Any = None, cancellation: Any = None
    ) -> list[Any]:
        """Runs the parts, each as soon as those that it needs have run; returns the value of each fetch.

        deadline: in seconds of time.monotonic(); DeadlineExceededError when it is over.
        """
        return self._run(fed, deadline, None)

    def observed(self, trace: "Trace", fed: list[Array], deadline: float | None) -> list[Any]:
        """Runs the parts, each operation by operation, and reports them to a Trace; returns the value of each fetch."""
        return self._run(fed, deadline, trace)

    def _run(self, fed: list[Array], deadline: float | None, trace: "Trace | None") -> list[Any]:
        self._store.check_open()
        values: dict[Tensor, Any] = dict(zip(self.plan.feeds, fed, strict=True))
        with RunCancellation(self._store.cancellation) as cancellation:
            run = _Run(self._client, self._steps, values, deadline, cancellation, trace)
            if self._in_line:
                run.in_line()
            else:
                run.in_parallel()
        self._last = [getattr(values[tensor], "nbytes", 0) for tensor in self._crossing]
        return [to_numpy(values[item]) if isinstance(item, Tensor) else None for item in self.plan.fetches]

    @property
    def traffic(self) -> dict[Tensor, int]:
        """{tensor that tasks send each other: its bytes in the last run}; empty before the first."""
        return dict(zip(self._crossing, self._last, strict=False))


class Trace(NamedTuple):
    """What observes a run.

    level: FORMS or VALUES.  local(runner, fed, deadline) -> results: runs a part of this process, and reports it.
    remote(entry): reports an operation of another task.
    """

    level: int
    local: Callable[[Runner, list[Any], float | None], list[Any]]
    remote: Callable[[TraceEntry], object]


class _Local:
    """A part that this process runs. borrowing: the variables of several tasks that it works on."""

    def __init__(self, part: TaskPart, runner: Runner, borrowing: Borrowing | None) -> None:
        self.part = part
        self.runner = runner
        self._borrowing = borrowing

    def run(
        self, values: dict[Tensor, Any], deadline: float | None, cancellation: RunCancellation, trace: Trace | None
    ) -> list[Any]:
        fed = [values[feed.tensor] for feed in self.runner.feeds]

        def work() -> list[Any]:
            if trace is not None:
                return trace.local(self.runner, fed, deadline)
            if deadline is None and not self.runner.plan.waits:
                return self.runner.run(fed)
            return self.runner.run_within(fed, deadline, cancellation=cancellation)

        return work() if self._borrowing is None else self._borrowing.run(work, cancellation.check)


class _Remote:
    """A part that another task runs. number: its number there."""

    def __init__(self, part: TaskPart, task: RemoteTask, number: int) -> None:
        self.part = part
        self.task = task
        self.number = number


class _Run:
    """One run of the parts of a TaskRunner."""

    def __init__(
        self,
        client: TaskClient,
        steps: list[_Local | _Remote],
        values: dict[Tensor, Any],
        deadline: float | None,
        cancellation: RunCancellation,
        trace: Trace | None,
    ) -> None:
        self._client = client
        self._steps = steps
        self._values = values
        self._deadline = deadline
        self._cancellation = cancellation
        self._trace = trace
        self._number = client.next_run()
        self._begun: dict[int, Ticket] = {}  # parts that other tasks are running

    def in_line(self) -> None:
        """Runs one part after the other."""
        try:
            for i, step in enumerate(self._steps):
                if isinstance(step, _Local):
                    self._keep(step, self._run_here(step))
                else:
                    self._begin(i, step)
                    self._finish(i)
        except BaseException:
            self._cancel()
            raise

    def in_parallel(self) -> None:
        """Runs each part as soon as those before it have run."""
        done: set[int] = set()
        left = dict(enumerate(self._steps))
        # A part of this process that may have to wait for another one runs in a thread of its own.
        threads: dict[concurrent.futures.Future[list[Any]], int] = {}
        with concurrent.futures.ThreadPoolExecutor() as pool:
            try:
                while left or self._begun or threads:
                    ready = [i for i in left if self._steps[i].part.after <= done]
                    local: tuple[int, _Local] | None = None
                    for i in ready:
                        step = left[i]
                        if isinstance(step, _Remote):
                            del left[i]
                            self._begin(i, step)
                        elif step.runner.plan.waits and len(left) + len(self._begun) > 1:
                            del left[i]
                            future = pool.submit(self._run_here, step)
                            threads[future] = i
                        elif local is None:
                            local = i, step
                    if local is not None:
                        i, step = local
                        del left[i]
                        self._keep(step, self._run_here(step))
                        done.add(i)
                        continue
                    finished = [future for future in threads if future.done()]
                    for future in finished:
                        i = threads.pop(future)
                        self._keep(self._steps[i], future.result())
                        done.add(i)
                    if not finished and (self._begun or threads):
                        i = self._wait_for_one(0.002 if threads else _LOOK)
                        if i is not None:
                            self._finish(i)
                            done.add(i)
            except BaseException:
                self._cancellation.cancel()
                self._cancel()
                raise

    def _run_here(self, step: _Local) -> list[Any]:
        return step.run(self._values, self._deadline, self._cancellation, self._trace)

    def _begin(self, i: int, step: _Remote) -> None:
        given = [_as_array(tensor, self._values[tensor]) for tensor in step.part.feeds]
        level = NO_TRACE if self._trace is None else self._trace.level
        self._begun[i] = step.task.begin(step.number, given, self._number, self._left(), level, self._check)

    def _finish(self, i: int) -> None:
        """Waits for a part that another task is running, and keeps its values."""
        step = self._steps[i]
        assert isinstance(step, _Remote)
        while True:
            ticket = self._begun[i]
            while self._client.transport.first([ticket], _LOOK) is None:
                self._check()
            result = step.task.result(step.number, ticket)
            if result is not None:
                break
            self._begin(i, step)
        del self._begun[i]
        values, entries = result
        self._keep(step, values)
        if self._trace is not None:
            for entry in entries:
                self._trace.remote(entry)

    def _wait_for_one(self, seconds: float) -> int | None:
        if not self._begun:
            time.sleep(seconds)
            self._check()
            return None
        ticket = self._client.transport.first(list(self._begun.values()), seconds)
        self._check()
        return next((i for i, one in self._begun.items() if one is ticket), None)

    def _keep(self, step: "_Local | _Remote", values: list[Any]) -> None:
        for tensor, value in zip(step.part.fetches, values, strict=False):  # operations have no value
            self._values[tensor] = _as_array(tensor, value)

    def _left(self) -> float | None:
        return None if self._deadline is None else max(0.0, self._deadline - time.monotonic())

    def _check(self) -> None:
        self._cancellation.check()
        if self._deadline is not None and time.monotonic() > self._deadline + _LOOK:  # the task itself knows more
            raise DeadlineExceededError(None, None, "Timed out waiting for notification")

    def _cancel(self) -> None:
        for i in self._begun:
            step = self._steps[i]
            if isinstance(step, _Remote):
                step.task.cancel(self._number)


def _as_array(tensor: Tensor, value: Any) -> Any:
    """A value as a task is fed it; an object that a resource or a dataset is stays itself."""
    if tensor.dtype in (dtypes.resource, dtypes.variant):
        return value
    return np.asarray(value, dtypes.storage(tensor.dtype))

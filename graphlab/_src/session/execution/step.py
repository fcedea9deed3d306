"""StepRun: a run that advances by one operation at a time, which gl.step shows.

It is the plan of the run with each operation a part of its own, and the same kernels. What it changes it changes aside:
the session sees nothing of it until the last operation has run, and then all of it at once.
"""

import collections
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from graphlab._src.base.errors import AbortedError, DeadlineExceededError, explain
from graphlab._src.compiler.control_flow.regions import Region, Step, waits
from graphlab._src.compiler.effects import Version
from graphlab._src.compiler.plan import segment_of
from graphlab._src.graph.constant import is_constant
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import SharedMemory
from graphlab._src.session.annotations import Array, Given, Part, Values
from graphlab._src.session.base_session import BaseSession
from graphlab._src.session.calls.feeds import expand
from graphlab._src.session.execution.executor import Bodies, Stepper
from graphlab._src.session.execution.run_context import RunContext
from graphlab._src.session.execution.runner import Runner
from graphlab._src.session.store import Store
from graphlab._src.session.tracing.run_metadata import bytes_of
from graphlab._src.session.tracing.traced_run import outputs_of

_PATIENCE = 2.0  # seconds that a step waits for another run, for a queue to be filled for instance
MOST_BYTES = 256 << 20  # of values that are no longer needed, and are retained for display


class StepRun:
    """A run of a session that advances by one operation at a time.

    fetches, feed_dict: as for Session.run.  applies: whether the session gets what the run does to variables.
    on_discard(step): called before the values of a step are discarded to save memory.
    steps: the Operations, branches and loops of the run, in order.  done: how many of them have run.
    number_of: {operation: how many steps must have run until it is done}; 0 for constants, and variables that are there.
    applied: True once the session has what the run did to variables.
    """

    def __init__(
        self,
        session: BaseSession,
        fetches: Any,
        feed_dict: Mapping[Any, Any] | None = None,
        applies: bool = True,
        on_discard: Callable[[Step], object] | None = None,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self._session = session
        self._feed_dict = dict(feed_dict or {})
        self._call = session._prepare(fetches, feed_dict, None)
        self._applies = applies
        self._on_discard = on_discard or (lambda step: None)
        self._most_bytes = most_bytes
        self.done = 0
        self.applied = False
        self._given = dict(expand(session.graph, self._feed_dict))
        self._results: list[Any] | None = None
        self._bytes = 0  # of all values that are retained
        # steps whose values are no longer needed, oldest first
        self._spent: collections.deque[Step] = collections.deque()
        self.steps: list[Step] = []
        self._parts: list[Part] = []
        runner = self._call.runner or session._make_runner([], self._call.tensors)
        plan = self.plan = session._tracer.alone(runner).plan
        self._store = StepStore(session._store, [*plan.reads, *plan.writes])
        self._runner = Runner(plan, self._store, session._devices.default)
        self._context = RunContext(self._store.resources, self._store.cancellation)
        self._stepper = _CopyingStepper(self._store, plan, self._context, self._runner.put, Bodies())
        self.values: Values = {feed.tensor: feed.take_own(self._given[feed.tensor]) for feed in self._runner.feeds}
        self._runner.take_state(self.values)
        parts: Sequence[Part] = plan.parts
        op: Any
        for part in parts:
            (op,) = segment_of(part).operations
            if is_constant(op):
                self.values[op.outputs[0]] = op.attrs["value"]
            else:
                self.steps.append(op)
                self._parts.append(part)
        self.number_of = self._numbers()
        self._versions = self._all_versions()
        self._spent_after = self._last_uses()
        if not self.steps:
            self._end()

    def _numbers(self) -> dict[Operation, int]:
        """{operation: how many steps must have run until it is done}: 0 for what is there from the beginning."""
        place = {step: i for i, step in enumerate(self.steps, 1)}
        found: dict[Operation, int] = {}
        for step in self.plan.body.steps:
            number = place.get(step)
            if number is None:  # a control dependency, or the name of a state
                before = [*(t.op for t in step.inputs if t not in self.plan.feed_set), *step.control_inputs]
                number = max((found.get(op, 0) for op in before), default=0)
            found.update(dict.fromkeys(step.members if isinstance(step, Region) else [step], number))
        return found

    def _all_versions(self) -> dict[Operation, list[tuple[int, Version]]]:
        """{owner: [(how many steps must have run, Version)]} of what the run makes of state, oldest first."""
        found: dict[Operation, list[tuple[int, Version]]] = {}
        for version, step in self.plan.effects.produced.items():
            if isinstance(version.owner, SharedMemory):
                continue
            op = min(step.members, key=lambda op: op.order) if isinstance(step, Region) else step
            found.setdefault(version.owner, []).append((self.number_of[op], version))
        return found

    def _last_uses(self) -> dict[int, list[Step]]:
        """{number of a step: the steps whose values are not needed after it}"""
        last: dict[Any, int] = {}
        for i, part in enumerate(self._parts):
            for value in (*getattr(part, "segment", part).inputs, *self.steps[i].inputs):
                last[value] = i
        last.update(dict.fromkeys(self.plan.results, len(self._parts)))
        found: dict[int, list[Step]] = {}
        for i, step in enumerate(self.steps):
            found.setdefault(max([i, *(last.get(tensor, i) for tensor in step.outputs)]), []).append(step)
        return found

    def advance(self) -> Step:
        """Runs the next step and returns it; after an exception of its kernel the step may be tried again."""
        self._session._check_open()
        step, part = self.steps[self.done], self._parts[self.done]
        may_wait = waits(step)
        self._context.deadline = time.monotonic() + _PATIENCE if may_wait else None
        try:
            self._runner.run_part(part, self.values, self._stepper)
            jax.block_until_ready([self.values.get(value) for value in part.outputs])
        except DeadlineExceededError as error:
            if not may_wait:
                raise
            message = f"'{step.name}' has to wait for what another run does, and nothing came for {_PATIENCE:g} s"
            fix = "let the other run go on (fill the queue, start the queue runners), then take this step again"
            raise DeadlineExceededError(error.node_def, error.op, explain(message, at=step.name, fix=fix)) from None
        finally:
            self._context.abandon()
        self._bytes += self._bytes_of(step)
        self._spent.extend(self._spent_after.get(self.done, ()))
        self.done += 1
        self._save_memory(step)
        if self.done == len(self.steps):
            self._end()
        return step

    def _save_memory(self, step: Step) -> None:
        """Discards the oldest values that are no longer needed, where all exceed the limit."""
        while self._bytes > self._most_bytes and self._spent and self._spent[0] is not step:
            old = self._spent.popleft()
            self._on_discard(old)
            self._bytes -= self._bytes_of(old)
            for tensor in old.outputs:
                self.values.pop(tensor, None)

    def _bytes_of(self, step: Step) -> int:
        return sum(bytes_of(self.values.get(tensor)) for tensor in step.outputs)

    def outputs(self, step: Step) -> dict[int, Any]:
        """{output index: value} of a step that has run, as far as the values are still there."""
        return outputs_of(step, self.values, self.plan.effects)

    def changes(self, step: Step) -> list[tuple[Operation, Any, Any]]:
        """[(the owner of a state, its value before, its value after)] for each state that a step has changed."""
        changes = self.plan.effects.writes.get(step, ())
        return [
            (after.owner, self.values.get(before), self.values.get(after))
            for before, after in changes
            if after.owner is before.owner
        ]

    def state(self, owner: Operation, done: int = 0) -> Any:
        """The value that a variable has when so many steps have run, or None."""
        versions = [
            Version(owner, 0),
            *(version for number, version in self._versions.get(owner, ()) if number <= done),
        ]
        return self.values.get(versions[-1], self.values.get(versions[0]))

    @property
    def written(self) -> dict[Operation, int]:
        """{the owner of a state: how many steps must have run for its first change}"""
        return {owner: versions[0][0] for owner, versions in self._versions.items()}

    @property
    def over(self) -> bool:
        """True when the last step has run."""
        return self.done == len(self.steps)

    def _end(self) -> None:
        results = self._runner.collect(self.values, self._stepper)
        self._runner.report_watched(self.values)
        given = [self._given[tensor] for tensor in self._call.tensors]
        self._results = [self._call.execute(given, run=lambda fed: results)]
        if self._applies:
            self._store.apply(self.plan.writes)
            self.applied = True

    @property
    def result(self) -> Any:
        """What Session.run returns for these fetches; RuntimeError before the last step has run."""
        if self._results is None:
            left = len(self.steps) - self.done
            raise RuntimeError(
                explain(f"The run is not over: {left} of {len(self.steps)} steps are left", fix="to_end() runs them")
            )
        return self._results[0]


class StepStore(Store):
    """A Store that copies values of another one when they are read, and changes that one only in apply()."""

    def __init__(self, store: Store, owners: Iterable[Operation]) -> None:
        super().__init__()
        self._store = store
        self.resources = store.resources
        self.cancellation = store.cancellation
        self._from: dict[Operation, Array] = {}  # owner -> what the other store held
        with store.lock:
            for owner in owners:
                self.get(owner)

    def get(self, owner: Operation) -> Any:
        """The value that `owner` has, or None for a variable that was not initialized."""
        if owner not in self._from:
            # Another run of the session may overwrite the buffer, so that a copy is taken.
            found = self._from[owner] = self._store.get(owner)
            if found is not None:
                self.values[owner] = copied(found)
        return self.values.get(owner)

    def apply(self, owners: Sequence[Operation]) -> None:
        """Puts the values of these into the other store; AbortedError where another run has changed one meanwhile."""
        with self._store.lock:
            others = [owner for owner in owners if self._store.values.get(owner) is not self._from.get(owner)]
            if others:
                names = ", ".join(owner.name for owner in others[:4]) + (" …" if len(others) > 4 else "")
                raise AbortedError(
                    None,
                    others[0],
                    explain(
                        f"Another run changed {names} during this step-through, so its changes are not applied",
                        at=others[0],
                        fix="step through again with gl.step(…), or pass apply=False to look without changing the session",
                    ),
                )
            for owner in owners:
                self._from[owner] = self.values[owner]
            self._store.commit(owners, [self.values[owner] for owner in owners])


class _CopyingStepper(Stepper):
    """A Stepper that overwrites nothing, so that previous values can still be shown."""

    def _given(self, part: Part, values: Values) -> Given:
        donated, retained, static = super()._given(part, values)
        return [copied(value) for value in donated], retained, static


def copied(value: Any) -> Any:
    """Returns a copy of a value's JAX arrays."""
    with jax.enable_x64(True):
        return jax.tree.map(lambda leaf: jnp.copy(leaf) if isinstance(leaf, jax.Array) else leaf, value)

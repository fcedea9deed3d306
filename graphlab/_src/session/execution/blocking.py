"""Runs in which an operation may have to wait for another run: for a queue, or for what a Python function waits for.

No lock is held across a wait. What has to wait, and what that needs, comes first; the rest of the run reads and writes
state in one go, so that no update is lost.
"""

import time
from collections.abc import Iterable, Sequence
from typing import Any, TypeGuard

import jax
import jax.numpy as jnp

from graphlab._src.compiler.control_flow.regions import Region, Step, waits
from graphlab._src.compiler.control_flow.run_state import CantCompile
from graphlab._src.compiler.effects import Owner, Version
from graphlab._src.compiler.executables.headroom import in_numpy
from graphlab._src.compiler.lower import LoweredSegment
from graphlab._src.compiler.partition import predecessors
from graphlab._src.compiler.plan import Plan, segment_of
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import lives_in_run
from graphlab._src.session.annotations import Array, Part, Values
from graphlab._src.session.execution.run_context import RunContext, WouldBlock
from graphlab._src.session.execution.uninitialized_variables import uninitialized

_LONGEST_PAUSE = 0.02  # seconds between two looks at several operations that all have to wait


class Waiting:
    """A run of a plan with operations that may wait for another run."""

    def __init__(self, runner: Any, stepper: Any, context: RunContext) -> None:
        self._runner = runner
        self._plan = runner.plan
        self._store = runner._store
        self._stepper = stepper
        self._context = context
        self._order = runner.order()
        self._saved: set[Version] = set()
        self._started: dict[
            Part, tuple[Values, list[Step]]
        ] = {}  # part on the host -> (its values, the operations that are left)

    def run(self, fed: Sequence[Array]) -> list[Any]:
        """Runs the plan; returns the value of each fetch, None for operations."""
        plan = self._plan
        values = self._stepper.begin(fed)
        for owner in plan.reads:
            if self._store.get(owner) is None and not self._runner.may_be_missing(owner):
                raise uninitialized(owner, plan)
        order = self._order = self._runner.order()
        store = self._stepper.store = self._store.revocable()
        try:
            self._wait_for(order.first, order.after, values)
            with self._store.lock:
                self._store.check_open()
                with self._stepper.changes():
                    for part in order.rest:
                        self._run(part, values)
                    results = self._runner.collect(values, self._stepper)
        except BaseException:
            store.revoke()
            raise
        store.accept()
        self._runner.report_watched(values)
        return results

    def _wait_for(self, parts: Iterable[Part], after: dict[Part, set[Part]], values: Values) -> None:
        """Runs the parts that may wait, and those that they need, as far as each can go on."""
        left = list(parts)
        done: set[Part] = set()
        pause = 0.0
        while left:
            went_on = False
            for part in list(left):
                if not after[part] <= done:
                    continue
                self._context.may_wait = len(left) == 1 and _count_waits(part, self._started) == 1
                if self._try(part, values):
                    left.remove(part)
                    done.add(part)
                    went_on = True
            if went_on:
                pause = 0.0
            elif left:
                # Several have to wait, for different things: look again soon.
                self._context.check()
                time.sleep(pause)
                pause = min(pause + 0.001, _LONGEST_PAUSE)

    def _try(self, part: Part, values: Values) -> bool:
        """Runs a part, or goes on with it; False when something in it still has to wait."""
        if isinstance(part, LoweredSegment) or not _count_waits(part, {}):
            with self._store.lock:
                self._run(part, values)
            return True
        if part not in self._started:
            with self._store.lock:
                self._started[part] = (self._stepper.host_values(part, values), list(part.operations))
        local, left = self._started[part]
        blocked: set[Step] = set()
        for op in list(left):
            if self._needs(op, blocked):
                blocked.add(op)
                continue
            if isinstance(op, Region):
                self._context.may_wait = True
            try:
                self._step(op, part, local, values)
            except WouldBlock:
                blocked.add(op)
                continue
            left.remove(op)
        if left:
            return False
        with self._store.lock:
            self._save(part, values)
            self._stepper.keep_all(part, {value: local[value] for value in local if not _is_stored(value)}, values)
            self._let_go(values)
        return True

    def _step(self, op: Step, part: Part, local: Values, values: Values) -> None:
        """Runs one operation of a part that may wait.

        What changes state changes what the store holds by now, and puts it there at once: another run may have
        changed it since this part began, and may do so again before it is through.
        """
        changes = () if isinstance(op, Region) else self._plan.effects.writes.get(op, ())
        self._renew(op, local)
        stored = [change for change in changes if _is_stored(change[1])]
        if not stored:
            self._stepper.step(op, local, self._plan.effects)
            return
        with self._store.lock:
            self._save(part, values)
            for before, _ in stored:
                local[before] = self._stored_now(before.owner)
            self._stepper.step(op, local, self._plan.effects)
            for _, after in stored:
                if after in local:
                    self._stepper.keep(after, local[after], values)
            self._let_go(values)

    def _renew(self, op: Step, local: Values) -> None:
        """Renews what an operation reads of variables: what ran before it may have changed them in the store.

        A variable that this run has changed, or changes later, is read as it was.
        """
        for value in self._plan.effects.reads.get(op, {}).values():
            if _is_stored(value) and not value.number and value.owner not in self._plan.effects.final:
                with self._store.lock:  # or a run of another thread could overwrite what is read
                    local[value] = self._stored_now(value.owner)

    def _stored_now(self, owner: Owner) -> Any:
        """The value of a variable as the host uses it. The store's lock is held."""
        found = self._stepper.store.get(owner)
        return in_numpy(found) if isinstance(found, jax.Array) else found

    def _needs(self, op: Step, blocked: set[Step]) -> bool:
        step_of = self._plan.body.step_of
        return any(step_of.get(tensor.op, tensor.op) in blocked for tensor in op.inputs) or any(
            step_of.get(control, control) in blocked for control in op.control_inputs
        )

    def _run(self, part: Part, values: Values) -> None:
        parts = [part]
        while parts:
            one = parts.pop(0)
            self._save(one, values)
            try:
                if isinstance(one, LoweredSegment):
                    self._stepper.compiled(one, values)
                else:
                    self._stepper.on_host(one, values, self._plan.effects)
            except CantCompile as error:
                parts = self._runner.interpret(one, error.regions) + parts
                self._stepper.plan = self._runner.plan
                continue
            self._let_go(values)

    def _save(self, part: Part, values: Values) -> None:
        """Saves the state that the part replaces, where a later part still reads the value from before."""
        written = {value.owner for value in getattr(part, "segment", part).outputs if isinstance(value, Version)}
        for version in self._order.late:
            if version.owner in written and version not in self._saved:
                self._saved.add(version)
                values[version] = jnp.copy(self._stepper.need(version.owner))

    def _let_go(self, values: Values) -> None:
        """State in the store is taken from there when it is needed: another run may replace it during a wait."""
        for value in [value for value in values if _is_stored(value)]:
            if value not in self._saved:
                del values[value]


def _is_stored(value: object) -> TypeGuard[Version]:
    return isinstance(value, Version) and not lives_in_run(value.owner)


def _count_waits(part: Part, started: dict[Part, tuple[Values, list[Step]]]) -> int:
    """How many operations of a part may wait and have not run."""
    if isinstance(part, LoweredSegment):
        return 0
    operations = started[part][1] if part in started else part.operations
    return sum(waits(op) for op in operations)


class Order:
    """The order of the parts in a plan that may wait.

    first: the parts that may wait, with those that they need.  rest: the others.
    after: {part: the parts that must run before it}.  late: the Versions that are taken when later ones exist already.
    """

    def __init__(self, plan: Plan) -> None:
        parts = list(plan.parts)
        before = predecessors(plan.scheme, [segment_of(part) for part in parts])
        self.after = {part: {parts[j] for j in before[i]} for i, part in enumerate(parts)}
        needed: set[Part] = set()
        waiting = [part for part in parts if _count_waits(part, {})]
        while waiting:
            part = waiting.pop()
            if part not in needed:
                needed.add(part)
                waiting.extend(self.after[part])
        self.first = [part for part in parts if part in needed]
        self.rest = [part for part in parts if part not in needed]
        self.late = self._late([*self.first, *self.rest], plan.results)

    def _late(self, parts: Iterable[Part], results: Iterable[Any]) -> dict[Version, None]:
        written: dict[Operation, int] = {}
        late: list[Version] = []
        for part in parts:
            segment = getattr(part, "segment", part)
            late += _older(segment.inputs, written)
            written.update((value.owner, value.number) for value in segment.outputs if isinstance(value, Version))
        late += _older(results, written)
        return dict.fromkeys(late)


def _older(values: Iterable[Any], written: dict[Operation, int]) -> list[Version]:
    return [
        value
        for value in values
        if isinstance(value, Version) and not lives_in_run(value.owner) and written.get(value.owner, 0) > value.number
    ]

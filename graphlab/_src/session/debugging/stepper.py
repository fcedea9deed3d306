"""WatchingStepper: runs a plan operation by operation and reports each value, of branches and loops too.

Branches, loops and calls are interpreted, body by body, whatever could be compiled. What they compute and how the run changes state
is what it would have done anyway.
"""

import time
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import numpy as np

from graphlab._src.compiler.control_flow.regions import Call, Cond, Dataflow, Region, Step, While, taken_branch
from graphlab._src.compiler.effects import Effects, Version
from graphlab._src.compiler.executables.headroom import in_numpy
from graphlab._src.compiler.kernel_calls import Folding, fill_in_static
from graphlab._src.compiler.partition import is_marker
from graphlab._src.compiler.plan import Plan
from graphlab._src.graph.constant import is_constant
from graphlab._src.graph.control_flow_context import is_enter, is_merge, is_switch
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import owner_of
from graphlab._src.graph.tensor import Tensor
from graphlab._src.session.annotations import Array, Body, Part, Values
from graphlab._src.session.debugging.debug_ops import is_handle
from graphlab._src.session.execution.executor import Bodies, Stepper
from graphlab._src.session.execution.run_context import RunContext
from graphlab._src.session.store import Store
from graphlab._src.session.tracing.run_metadata import Record
from graphlab._src.session.tracing.traced_run import outputs_of

See: TypeAlias = Callable[[Tensor, Any], object]


class WatchingStepper(Stepper):
    """A Stepper that calls see(tensor, value) for each output of each operation, in the order of computation.

    A value is None where a variable has none. Each iteration of a loop reports its tensors again.
    note: called with the Record of each operation, with how long it lasted.
    """

    def __init__(
        self,
        store: Store,
        plan: Plan,
        context: RunContext,
        put: Callable[[list[Array], Part], list[Array]] | None,
        bodies: Bodies,
        see: See,
        note: Callable[[Record], object] | None = None,
    ) -> None:
        super().__init__(store, plan, context, put, bodies)
        self._report, self._note = see, note
        self._known = frozenset(plan.operations)  # and not the copies of functions' bodies
        self._seen: set[Operation] = set()  # in this run of this body
        self._ever: set[Operation] = set()  # in this run
        self._named: set[Operation] = set()  # what only names state, and has been reported
        self._first: set[Region] = set()  # loops that begin
        self._carried_last: dict[Region, dict[Tensor, Any]] = {}  # what a loop carries into its last iteration
        for op in plan.body.steps:
            if not isinstance(op, Region) and op.definition.holds_state:
                self._see_marker(op, store.get(op) if owner_of(op.outputs[0]) is op else None)

    def _see(self, tensor: Tensor, value: Any) -> None:
        if tensor.op in self._known and tensor not in self.plan.feed_set:
            self._report(tensor, value)

    def _see_all(self, op: Operation, found: dict[int, Any]) -> None:
        if op not in self._seen:
            self._seen.add(op)
            self._ever.add(op)
            for slot, tensor in enumerate(op.outputs):
                if slot in found or tensor.dtype.is_ref_dtype or is_handle(tensor.dtype):
                    self._see(tensor, found.get(slot))

    def _see_marker(self, op: Operation, value: Any) -> None:
        if op not in self._named:
            self._named.add(op)
            self._see_all(op, {0: value} if op.outputs else {})

    def see_rest(self) -> None:
        """Reports constants that the run needs and no operation reads, at its end."""
        for op in self.plan.body.steps:
            if not isinstance(op, Region) and is_constant(op) and op not in self._ever:
                self._see_all(op, {0: op.attrs["value"]})

    def compiled(self, part: Part, values: Values, following: Part | None = None) -> None:
        """Runs a part that could be compiled, operation by operation."""
        segment = part.segment
        local = self.host_values(segment, values)
        folding = Folding(local, {}, self.plan.feed_set)
        for op in segment.operations:
            if not isinstance(op, Region):
                fill_in_static(op, local, part.effects, self.plan.feed_set, folding)
            self.step(op, local, part.effects)
        self.keep_all(segment, local, values)

    def step(self, op: Step, local: Values, effects: Effects) -> None:
        """Runs one operation, branch or loop, and reports what it produces."""
        self._see_named(op, local, effects)
        start = time.perf_counter_ns()
        super().step(op, local, effects)
        if self._note is not None and isinstance(op, Operation) and op in self._known:
            end = time.perf_counter_ns()
            self._note(Record(op, self.plan.places[op], start, start, end, outputs_of(op, local, effects)))
        if isinstance(op, Region):
            self._see_region(op, local)
        elif is_switch(op):
            condition = in_numpy(local[op.inputs[1]])
            if condition.ndim == 0 and op not in self._seen:
                self._seen.add(op)
                side = int(bool(condition))
                self._see(op.outputs[side], local.get(op.outputs[side]))
        else:
            self._see_all(op, outputs_of(op, local, effects))

    def _see_named(self, op: Step, local: Values, effects: Effects) -> None:
        """Reports what only names state, such as an identity of a reference, when something first reads through it."""
        for i, tensor in enumerate(op.inputs):
            before = tensor.op
            if before in self._named or tensor in self.plan.feed_set or not is_marker(before):
                continue
            reads = effects.reads.get(op, {})
            version: Any = reads.get(owner_of(tensor) if isinstance(op, Region) else i)
            self._see_marker(before, None if version is None else local.get(version, self._stored(version)))

    def _stored(self, version: Any) -> Any:
        return self.store.get(version.owner) if isinstance(version, Version) else None

    def _see_region(self, region: Region, values: Values) -> None:
        """Reports what a branch, loop or call hands on."""
        if isinstance(region, Cond):
            which = taken_branch(in_numpy(values[region.pred]), len(region.bodies))
            for output, _, _, numbers in region.joined:
                self._see(output, values.get(output))
                if is_merge(output.op):
                    self._see(output.op.outputs[1], np.int32(numbers[which]))
        elif isinstance(region, While):
            for carried, value in self._carried_last.pop(region, {}).items():
                for switch in filter(is_switch, carried.consumers()):
                    if switch.inputs[0] is carried:
                        self._see(switch.outputs[0], value)
            for output, _ in region.exits:
                self._see(output, values.get(output))
        elif isinstance(region, Call):
            for output, _ in region.returned:
                self._see(output, values.get(output))
        elif isinstance(region, Dataflow):
            for tensor in region.outputs:
                if is_merge(tensor.op) and values.get(tensor) is not None:
                    self._see(tensor, values.get(tensor))

    def _while(self, region: Any, values: Values, states: dict[Operation, Array]) -> None:
        entered = [(carried, start) for start, carried, _ in region.variables]
        for tensor, source in [*entered, *region.constants]:
            enter = _enter_of(tensor)
            if enter is not None and owner_of(source) is None:
                self._see(enter, values.get(source))
        self._first.add(region)
        super()._while(region, values, states)

    def _body(
        self, body: Body, region: Region, wanted: Iterable[Any], values: Values, states: dict[Operation, Array]
    ) -> Values:
        outer = self._seen
        if not (isinstance(region, While) and body is region.live):
            self._seen = set()  # one iteration of a loop is both of its bodies
        if isinstance(region, While) and body is region.always:
            self._see_iteration(region, values)
        try:
            return super()._body(body, region, wanted, values, states)
        finally:
            if not (isinstance(region, While) and body is region.always):
                self._seen = outer

    def _see_iteration(self, region: While, values: Values) -> None:
        """Reports what a loop brings into an iteration."""
        again = region not in self._first
        last = self._carried_last[region] = {}
        self._first.discard(region)
        if again:
            for tensor, source in region.constants:
                owner = owner_of(source)
                self._see(tensor, values.get(tensor) if owner is None else self.store.get(owner))
        for _, carried, _ in region.variables:
            merge, value = carried.op, values.get(carried)
            if owner_of(carried) is not None or not is_merge(merge):
                continue
            last[carried] = value
            enters = [bool(is_enter(tensor.op)) for tensor in merge.inputs]
            source = enters.index(not again) if (not again) in enters else 0
            if again:
                self._see(merge.inputs[source], value)
            self._see(merge.outputs[0], value)
            self._see(merge.outputs[1], np.int32(source))


def _enter_of(tensor: Tensor) -> Tensor | None:
    """The output of the Enter that brings a value into a loop, where there is one."""
    candidates = [tensor, *tensor.op.inputs] if is_merge(tensor.op) else [tensor]
    return next((one for one in candidates if is_enter(one.op)), None)

"""Block: operations, branches and loops as NumPy calls on a list of slots."""

import math
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.compiler.control_flow.lowering import forms_handed_on, needed_later
from graphlab._src.compiler.control_flow.regions import Body, Call, Cond, Region, Step, While, taken_branch
from graphlab._src.compiler.effects import Effects, Value, Version, shared_value, shared_versions, value_of
from graphlab._src.compiler.executables import tracing
from graphlab._src.compiler.interpreter.kernels import kernel_of
from graphlab._src.compiler.interpreter.operations import (
    OfArrays,
    OnSlots,
    checked,
    checking,
    drawing,
    handing_on,
    in_type,
    looking,
    moving,
    on_lists,
    on_slots,
    quick_on_slots,
)
from graphlab._src.compiler.interpreter.primitives.table import LARGEST, UnknownPrimitiveError, check_time
from graphlab._src.compiler.kernel_calls import Folding, OnState
from graphlab._src.compiler.partition import is_marker
from graphlab._src.graph.constant import is_constant
from graphlab._src.graph.control_flow_context import is_merge
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import is_identity, is_value, owner_of
from graphlab._src.graph.tensor import Tensor

# What has a slot; (tensor, "computed"): of a fed tensor what it would be; (tensor, "left"): of a branch's what other segments get.
Place: TypeAlias = Value | tuple[Tensor, str]
# One step: (what runs it, slots in, slots out, what only the Folding knows).
NumpyStep: TypeAlias = tuple[OnSlots, list[int], list[int], list[tuple[int, Tensor]]]


_REMEMBERED = 64  # forms of a branch's inputs


class Block:
    """Steps that run together; UnknownPrimitiveError when NumPy can't do one of them.

    All of them run, as in TensorFlow, also those whose results no other step reads: they may fail.

    effects: those of the steps.  looks: whether operations check their values, as compiled code for the device does.
    leaving: what other segments use, and what decides the shape of that (see `what_leaves`). Where a branch that was not
    taken would make it, they get zeros, as from compiled code: then what is compiled for them serves for runs of either branch.
    free: [(slot, place)] of what the steps read and none of them makes, once `end` was called.
    is_straight: whether it has no branches and loops, and no step requires what only a Folding knows.
    """

    def __init__(
        self,
        steps: Iterable[Step],
        effects: Effects,
        feeds: Collection[Tensor],
        looks: bool,
        leaving: Collection[Value] = (),
    ) -> None:
        self.effects = effects
        self._feeds = feeds
        self._looks = looks
        self._leaving = leaving
        self.places: dict[Place, int] = {}  # the slot of each
        self._template: list[Any] = []  # the slots when a run begins: constants
        self._made: set[int] = set()
        self._steps: list[NumpyStep] = []
        # For each step: what runs it, what only the Folding knows, slots of state that are final, and those to release.
        self._program: list[tuple[OnSlots, list[tuple[int, Tensor]], list[int], list[int]]] = []
        self.free: list[tuple[int, Place]] = []
        self.is_straight = True
        for step in steps:
            if isinstance(step, Region):
                self.is_straight = False
                self._add_region(step)
            elif is_merge(step):
                self._add_merge(step)
            elif not is_marker(step):
                self._add(step)

    def end(self, outputs: Sequence[Place], state: Collection[int] = ()) -> None:
        """Says what the steps are for: `run` returns the outputs.

        state: the positions of those that `run` hands over as soon as they are there.
        """
        self._outputs = [self.slot(value) for value in outputs]
        releases = self._last_uses({self._outputs[i] for i in state})
        self._program = [
            (run, static, state, unused)
            for (run, _, _, static), (state, unused) in zip(self._steps, releases, strict=True)
        ]
        self.free = [(slot, place) for place, slot in self.places.items() if slot not in self._made]

    def place_left(self, value: Value) -> Place:
        """Where the value is that leaves the segment."""
        left = _left(value)
        return left if left in self.places else value

    def slot(self, value: Place) -> int:
        """The place of a value in the list of slots."""
        found = self.places.get(value)
        if found is None:
            found = self.places[value] = len(self._template)
            self._template.append(None)
        return found

    def _step(self, run: OnSlots, inputs: list[int], outputs: list[int], static: list[tuple[int, Tensor]]) -> None:
        self._steps.append((run, inputs, outputs, static))
        self._made.update(outputs)
        self.is_straight = self.is_straight and not static

    def _of_arrays(
        self, compute: OfArrays, inputs: list[int], outputs: list[int], static: list[tuple[int, Tensor]]
    ) -> None:
        self._step(on_slots(compute, inputs, outputs), inputs, outputs, static)

    def _add(self, op: Operation) -> None:
        definition = op.definition
        for tensor in op.outputs:
            numbers = math.prod(size or 0 for size in tensor.dims or (0,))
            if numbers * max(4, tensor.dtype.size) > LARGEST and not is_constant(op):
                raise UnknownPrimitiveError(f"an array of {tensor.dims}, which XLA may not need whole")
        if is_constant(op):
            if op.outputs[0] in self._feeds:
                return
            slot = self.slot(op.outputs[0])
            self._template[slot] = op.attrs["value"]
            self._made.add(slot)
            return
        static: list[tuple[int, Tensor]] = []
        for i in definition.static_positions(op):  # what is known while code is made is no input of it
            if value_of(op.inputs[i], op, i, self.effects, self._feeds) not in self.places:
                static.append((self.slot(op.inputs[i]), op.inputs[i]))
        inputs = [self.slot(value_of(t, op, i, self.effects, self._feeds)) for i, t in enumerate(op.inputs)]
        outputs: list[Place] = [
            (tensor, "computed") if tensor in self._feeds else tensor
            for tensor in op.outputs
            if owner_of(tensor) is None
        ]
        if definition.on_state is not None:
            self._add_on_state(op, inputs, outputs, static)
            return
        if definition.lists and any(tensor.dtype is dtypes.variant for tensor in (*op.inputs, *op.outputs)):
            self._of_arrays(on_lists(op), inputs, self._slots_of(outputs), static)
            return
        if definition.structural or is_identity(op) and op.inputs[0].dtype.base_dtype == op.outputs[0].dtype:
            slots = self._slots_of(outputs)
            self._step(handing_on(inputs[0], slots), inputs[:1], slots, static)
            return
        if (definition.interpret == "fold" or definition.host is True) and definition.fold is not None:
            self._of_arrays(moving(op), inputs, self._slots_of(outputs), static)
            return
        left = self.effects.memory_left(op)
        written = [change for change in self.effects.writes.get(op, []) if change[1] not in left]
        if not op.outputs and not written:
            if definition.host:
                self._of_arrays(checking(op), inputs, [], static)
            return
        kernel = kernel_of(op)
        looks = self._looks and definition.has_checks(op)
        if kernel.quick is not None and definition.single_output and not (written or definition.random or looks):
            (slot,) = self._slots_of(outputs)
            self._step(quick_on_slots(kernel, kernel.quick, inputs, slot), inputs, [slot], static)
            return
        compute: OfArrays = kernel
        if looks:
            compute = looking(op, compute)
        if definition.updates:
            compute = checked(op, compute, [before.owner for before, _ in written])
        if definition.random:
            compute = drawing(op, compute)
            inputs.append(self.slot(written[0][0]))
        self._of_arrays(compute, inputs, self._slots_of([*[after for _, after in written], *outputs]), static)
        for memory in left:
            versions = self._slots_of(shared_versions(memory))
            self._of_arrays(lambda values: (shared_value(values),), versions, self._slots_of([memory]), [])

    def _add_on_state(
        self, op: Operation, inputs: list[int], outputs: list[Place], static: list[tuple[int, Tensor]]
    ) -> None:
        """An operation on a stack or TensorArray, which says itself what is wrong."""
        written = self.effects.writes.get(op, [])
        before = [self.slot(version) for version, _ in written]
        after = [self.slot(version) for _, version in written]
        tensors = self._slots_of(outputs)
        call = OnState(op)

        def run(slots: list[Any], folding: Folding) -> None:
            states, results = call([slots[i] for i in inputs])
            for old, new, state in zip(before, after, states, strict=False):
                if call.makes_state:
                    if hasattr(state, "about"):
                        state.about = state.about._replace(in_numpy=True)
                    state = state if slots[old] is None else slots[old]
                slots[new] = state
            for slot, value in zip(tensors, results, strict=True):
                slots[slot] = value

        self._step(run, [*inputs, *before], [*after, *tensors], static)

    def _add_merge(self, op: Operation) -> None:
        """A Merge of which only one input can come."""

        dead = [tensor in self.effects.dead for tensor in op.inputs]

        def compute(values: list[Any]) -> Sequence[Any]:
            which = next((i for i, value in enumerate(values) if value is not None and not dead[i]), None)
            return (None, None) if which is None else (values[which], np.int32(which))

        self._of_arrays(compute, self._slots_of(op.inputs), self._slots_of(op.outputs), [])

    def _add_region(self, region: Region) -> None:
        if isinstance(region, Cond):
            added = _Branches(region, self.effects, self._feeds, self._looks, self._leaving)
            added.take_left(self.places)
        elif isinstance(region, Call):
            added = _FunctionCall(region, self.effects, self._feeds, self._looks)
        elif isinstance(region, While):
            added = _Loop(region, self.effects, self._feeds, self._looks)
        else:
            raise UnknownPrimitiveError(f"{region.name}, a {region.kind}")
        inputs, outputs = self._slots_of(added.inputs), added.outputs
        places: list[Place] = [
            (place, "computed") if isinstance(place, Tensor) and place in self._feeds else place for place in outputs
        ]
        slots = self._slots_of(places)

        def run(values: list[Any], folding: Folding) -> None:
            for slot, value in zip(slots, added.run([values[i] for i in inputs], folding), strict=True):
                values[slot] = value

        self._step(run, inputs, slots, [])

    def _slots_of(self, values: Iterable[Place]) -> list[int]:
        return [self.slot(value) for value in values]

    def _last_uses(self, state: Collection[int]) -> list[tuple[list[int], list[int]]]:
        """For each step (slots of `state` that no later step reads, other slots that nothing needs any longer)."""
        outputs = set(self._outputs)
        read: set[int | None] = set()
        found: list[tuple[list[int], list[int]]] = []
        for _, inputs, made, static in reversed(self._steps):
            last = [slot for slot in dict.fromkeys([*inputs, *made]) if slot not in read]
            found.append(
                ([slot for slot in made if slot in state and slot not in read], [s for s in last if s not in outputs])
            )
            read.update(inputs)
            read.update(self._known_from(static))
        return found[::-1]

    def _known_from(self, static: Iterable[tuple[int, Tensor]]) -> set[int | None]:
        """The slots of what a Folding may look at to know some tensors."""
        found: set[int | None] = set()
        seen: set[Tensor] = set()
        tensors = [tensor for _, tensor in static]
        while tensors:
            tensor = tensors.pop()
            if tensor not in seen:
                seen.add(tensor)
                found.add(self.places.get(tensor))
                tensors += tensor.op.inputs
        return found

    def run(
        self,
        values: "Mapping[Any, Any] | View",
        folding_of: Callable[[Any], Folding],
        hand_over: Callable[[list[Any], list[int]], object] | None = None,
    ) -> list[Any]:
        """The outputs. values: {place: value} of what is free; what is not there is None.

        folding_of(view): the Folding that knows what decides shapes.  hand_over(slots, which): called when those slots
        have the final value of state.
        """
        slots = self._template.copy()
        for slot, place in self.free:
            slots[slot] = values.get(place)
        folding = folding_of(View(self.places, slots, values))
        for run, static, state, unused in self._program:
            if static:
                for slot, tensor in static:
                    if slots[slot] is None and folding.can_know(tensor):
                        slots[slot] = folding.concrete(tensor)
            run(slots, folding)
            if hand_over is not None and state:
                hand_over(slots, state)
            for slot in unused:
                slots[slot] = None
            check_time()
        return [slots[i] for i in self._outputs]

    def prepared(self, order: Sequence[Place]) -> Callable[[Sequence[Any]], list[Any]]:
        """A function of arrays that returns the outputs, of a Block that is straight. order: what the arrays are.

        It looks at no time and releases nothing before its end: for what is soon over.
        """
        places = {place: i for i, place in enumerate(order)}
        given = [(slot, places[place]) for slot, place in self.free if place in places]
        template, steps, outputs = self._template, [run for run, _, _, _ in self._program], self._outputs
        folding: Any = None  # no step looks at it

        def run(arrays: Sequence[Any]) -> list[Any]:
            slots = template.copy()
            for slot, i in given:
                slots[slot] = arrays[i]
            for step in steps:
                step(slots, folding)
            return [slots[i] for i in outputs]

        return run


class View:
    """The values so far, as a Folding looks them up."""

    def __init__(self, places: Mapping[Place, int], slots: list[Any], given: Any) -> None:
        self._places = places
        self._slots = slots
        self._given = given

    def get(self, key: Any, default: Any = None) -> Any:
        """The value, or None while there is none."""
        slot = self._places.get(key)
        found = None if slot is None else self._slots[slot]
        return self._given.get(key, default) if found is None else found

    __getitem__ = get

    def __contains__(self, key: Any) -> bool:
        return self.get(key) is not None


class _Bodies:
    """What branches, calls and loops have in common. inputs, outputs: the places outside that they read and set."""

    def __init__(self, region: Region, effects: Effects, feeds: Collection[Tensor], looks: bool) -> None:
        self.region = region
        self._feeds = feeds
        self._looks = looks
        self._outside = effects.reads.get(region, {})
        self.inputs: list[Place] = []
        self.outputs: list[Place] = []
        self._after = [after for _, after in effects.writes.get(region, ())]

    def block(self, body: Body) -> Block:
        return Block(body.steps, body.effects, self._feeds, self._looks)

    def finals(self, body: Body) -> list[Place]:
        """The state that the body leaves of what the region changes."""
        return [body.effects.final.get(owner, Version(owner, 0)) for owner in self.region.writes]

    def result(self, tensor: Tensor, body: Body) -> Place:
        """Where the value of a tensor is when the body is through; of a reference what the variable then holds."""
        return tensor if owner_of(tensor) is None else body.effects.version_of(tensor)

    def place_outside(self, place: Place) -> Place:
        """Where the value that is free in a body comes from."""
        return self._outside.get(place.owner, place) if isinstance(place, Version) else place

    def take(self, places: Iterable[Place]) -> None:
        """Notes that the bodies read these from outside."""
        for place in places:
            if place not in self._taken:
                self._taken[place] = self.place_outside(place)
        self.inputs = list(self._taken.values())

    _taken: dict[Place, Place]


class _Branches(_Bodies):
    """A branch: runs the body that the condition names. leaving: as for a Block."""

    def __init__(
        self,
        region: Cond,
        effects: Effects,
        feeds: Collection[Tensor],
        looks: bool,
        leaving: Collection[Value] = (),
    ) -> None:
        super().__init__(region, effects, feeds, looks)
        self._cond, self._effects = region, effects
        joined = [item for item in region.joined if is_value(item[0])]
        named = [(which, numbers) for _, which, _, numbers in region.joined if which is not None]
        handed_on = [(tensor, side) for tensor, side in region.handed_on if is_value(tensor)]
        self._types = [output.dtype for output, _, _, _ in joined]
        self._numbers = [numbers for _, numbers in named]
        self.outputs = [*[item[0] for item in joined], *[which for which, _ in named]]
        self._left = [(i, t) for i, (t, _) in enumerate(handed_on) if t in leaving and t not in feeds]
        self._absent: dict[Any, dict[Tensor, Any]] = {}  # {forms of the inputs: those of what is handed on}
        self.outputs += [*[tensor for tensor, _ in handed_on], *[_left(tensor) for _, tensor in self._left]]
        self.outputs += self._after
        self._blocks: list[Block] = []
        self._sides = [side for _, side in handed_on]
        for side, body in enumerate(region.bodies):
            block = self.block(body)
            results = [self.result(taken[side], body) for _, _, taken, _ in joined]
            results += [tensor for tensor, of in handed_on if of == side]
            block.end([*results, *self.finals(body)])
            self._blocks.append(block)
        self._taken = {region.pred: region.pred}
        self.take(place for block in self._blocks for _, place in block.free)
        self._taken_left: list[int] = []

    def take_left(self, places: Container[Place]) -> None:
        """Notes which inputs another branch makes: where that was not taken, zeros show their shapes. places: what there is."""
        if self._left:
            self._taken_left = [i for i, place in enumerate(self.inputs) if _left(place) in places]
            self.inputs += [_left(self.inputs[i]) for i in self._taken_left]

    def run(self, values: list[Any], folding: Folding) -> Sequence[Any]:
        """The values of `outputs` from those of `inputs`; None for what the branch that was not taken makes."""
        given = dict(zip(self._taken, values, strict=False))
        pred = np.asarray(values[0])
        if pred.ndim:
            raise UnknownPrimitiveError("a condition that is not a single bool")
        which = taken_branch(pred, len(self._blocks))
        found = iter(self._blocks[which].run(given, folding.inside))
        results = [in_type(next(found), dtype) for dtype in self._types]
        results += [np.int32(numbers[which]) for numbers in self._numbers]
        handed_on = [next(found) if side == which else None for side in self._sides]
        missing = any(handed_on[i] is None for i, _ in self._left)
        forms = self._forms_of_absent(values, folding) if missing else {}
        left = [_zeros(forms.get(tensor)) if handed_on[i] is None else handed_on[i] for i, tensor in self._left]
        return [*results, *handed_on, *left, *found]

    def _forms_of_absent(self, values: list[Any], folding: Folding) -> dict[Tensor, Any]:
        """The forms of what the branch that was not taken makes; none where compiled code makes nothing in its place either."""
        if folding.can_know(self._cond.pred):
            return {}
        there = values[: len(self._taken)]
        for i, left in zip(self._taken_left, values[len(there) :], strict=True):
            there[i] = left
        key = tuple([(value.shape, value.dtype) if isinstance(value, np.ndarray) else None for value in there])
        forms = self._absent.get(key)
        if forms is None:
            outside: Any = dict(zip(self.inputs, there, strict=False))
            sides = range(len(self._blocks))
            forms = tracing.uninterrupted(
                lambda: forms_handed_on(self._cond, sides, outside, self._effects, folding, self._feeds)
            )
            while len(self._absent) >= _REMEMBERED:
                self._absent.pop(next(iter(self._absent)), None)  # another thread may have removed it
            self._absent[key] = forms
        return forms


class _FunctionCall(_Bodies):
    """A call: runs the function's body."""

    def __init__(self, region: Call, effects: Effects, feeds: Collection[Tensor], looks: bool) -> None:
        super().__init__(region, effects, feeds, looks)
        (body,) = region.bodies
        returned = [(output, tensor) for output, tensor in region.returned if owner_of(output) is None]
        self._block = self.block(body)
        self._block.end([*[self.result(tensor, body) for _, tensor in returned], *self.finals(body)])
        self.outputs = [*[output for output, _ in returned], *self._after]
        self._taken = {}
        self.take(place for _, place in self._block.free)

    def run(self, values: list[Any], folding: Folding) -> Sequence[Any]:
        """The values of `outputs` from those of `inputs`."""
        return self._block.run(dict(zip(self._taken, values, strict=True)), folding.inside)


class _Loop(_Bodies):
    """A loop: runs `always` and, while the condition is true, `live` and `always` again."""

    def __init__(self, region: While, effects: Effects, feeds: Collection[Tensor], looks: bool) -> None:
        super().__init__(region, effects, feeds, looks)
        variables = [item for item in region.variables if owner_of(item[1]) is None]
        self._carried = [carried for _, carried, _ in variables]
        self._needed = needed_later(region)
        self._anew = region.read_anew
        self._states: list[Place] = [Version(owner, 0) for owner in region.writes]
        self._always, self._live = self.block(region.always), self.block(region.live)
        self._always.end([region.condition, *self._needed, *self.finals(region.always)])
        self._live.end([*[self.result(last, region.live) for _, _, last in variables], *self.finals(region.live)])
        self._constants = {tensor: source for tensor, source in region.constants if owner_of(tensor) is None}
        exits = [(output, tensor) for output, tensor in region.exits if owner_of(output) is None]
        own = {*self._carried, *self._needed, *[tensor for tensor, _ in self._anew]}
        free = [place for block in (self._always, self._live) for _, place in block.free]
        self._taken = {}
        self.take(place for place in [*free, *[tensor for _, tensor in exits]] if place not in own)
        self.take(self._states)
        self.inputs += [self._source(start) for start, _, _ in variables]
        self._exits = [tensor for _, tensor in exits]
        self.outputs = [*[output for output, _ in exits], *self._after]

    def place_outside(self, place: Place) -> Place:
        """Where the value that is free in the bodies comes from; that of a constant of the loop is what enters it."""
        constant = self._constants.get(place) if isinstance(place, Tensor) else None
        return super().place_outside(place) if constant is None else self._source(constant)

    def _source(self, tensor: Tensor) -> Place:
        """Where a tensor outside has its value; that of a reference is what the variable holds there."""
        owner = owner_of(tensor)
        return tensor if owner is None else self._outside.get(owner, tensor)

    def run(self, values: list[Any], folding: Folding) -> Sequence[Any]:
        """The values of `outputs` from those of `inputs`."""
        count = len(self._taken)
        given: dict[Place, Any] = dict(zip(self._taken, values[:count], strict=True))
        current = values[count:]
        carried, needed, states, inside = self._carried, self._needed, self._states, folding.inside
        trips = 0
        while True:
            for tensor, value in zip(carried, current, strict=True):
                given[tensor] = in_type(value, tensor.dtype)
            for tensor, owner in self._anew:
                given[tensor] = given[Version(owner, 0)]
            goes_on, *rest = self._always.run(given, inside)
            given.update(zip((*needed, *states), rest, strict=True))
            if np.ndim(goes_on):
                raise UnknownPrimitiveError("a condition that is not a single bool")
            if not goes_on:
                break
            found = self._live.run(given, inside)
            trips += 1
            current = found[: len(carried)]
            given.update(zip(states, found[len(carried) :], strict=True))
        folding.trips[self.region] = trips
        return [given[tensor] for tensor in self._exits] + [given[place] for place in states]


def _zeros(form: Any) -> np.ndarray | None:
    """Zeros of a form, of no size in memory."""
    return None if form is None else np.broadcast_to(np.zeros((), form.dtype), form.shape)


def what_leaves(steps: Sequence[Step], outputs: Iterable[Value]) -> frozenset[Value]:
    """The outputs, and what the branches read that make some of them: it decides their shapes."""
    leaving = set(outputs)
    for step in reversed(steps):
        if isinstance(step, Cond) and any(tensor in leaving for tensor, _ in step.handed_on):
            leaving.update(step.inputs)
    return frozenset(leaving)


def _left(place: Place) -> Place:
    """Where what is in that place leaves the segment, if a branch makes it."""
    return (place, "left") if isinstance(place, Tensor) else place

"""Partition of a run into segments: each compiles as one function for one device, or runs on the host.

A new segment begins where the device changes, after work on the host, where a kernel needs a concrete value that
does not follow from shapes and constants, and where a segment would grow past MAX_OPERATIONS.
"""

import dataclasses
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import TypeGuard

from graphlab._src.base import dtypes
from graphlab._src.base.dtypes import DType
from graphlab._src.compiler.constants import Constants
from graphlab._src.compiler.control_flow.regions import Body, Cond, Region, Step
from graphlab._src.compiler.cut_points import cuts
from graphlab._src.compiler.deferral import put_off
from graphlab._src.compiler.effects import Effects, Value, Version, shared_versions, value_of
from graphlab._src.compiler.kernel_calls import (
    Joined,
    known_variable_shape,
    reads_previous_value,
    shaped_by,
    size_of_array,
)
from graphlab._src.compiler.padding import may_pad
from graphlab._src.compiler.placement import Device, Devices
from graphlab._src.compiler.waiting import behind_waits
from graphlab._src.graph.constant import is_constant
from graphlab._src.graph.opdef import UNLESS_KNOWN
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import (
    element_type,
    is_identity,
    lives_in_run,
    owner_of,
    passes_on,
    pushed_on,
    state_dtype,
)
from graphlab._src.graph.tensor import Tensor

Groups = dict[tuple[int, Device | None], list[Step]]  # the steps of each level and device

MAX_OPERATIONS = 1000  # besides constants; XLA's compile time grows faster than the number of operations


@dataclasses.dataclass(eq=False)
class Segment:
    """Operations that run together.

    device: a Device, or None for the host.  reason: why the segment begins where it does.
    inputs: the values that it reads from feeds, state and earlier segments.
    static: those of them whose values are needed to trace it; a new value compiles anew.
    outputs: the values that fetches, state and later segments need of it.
    handed_on: the inputs that have no value when the branch that produces them was not taken.
    joined: {the result of a branch: (its condition, [the tensor in each body])}, which may follow from shapes.
    pattern: what repeats, the same object for each repetition; None for other segments.
    """

    operations: list[Step]
    device: Device | None
    reason: str
    inputs: list[Value] = dataclasses.field(default_factory=list[Value])
    static: list[Value] = dataclasses.field(default_factory=list[Value])
    outputs: list[Value] = dataclasses.field(default_factory=list[Value])
    handed_on: set[Tensor] = dataclasses.field(default_factory=set[Tensor])
    joined: Joined = dataclasses.field(default_factory=dict[Tensor, tuple[Tensor, Sequence[Tensor]]])
    pattern: object = None

    @property
    def on_host(self) -> bool:
        """True when the host runs it, operation by operation."""
        return self.device is None

    @property
    def checks(self) -> bool:
        """True when something in it may end the run, although nothing consumes its results: an Assert."""
        members = (op.members if isinstance(op, Region) else (op,) for op in self.operations)
        silent = [op.definition for ops in members for op in ops if not op.outputs]
        return any(definition is not None and definition.host for definition in silent)


def runs_on_host(op: Step, knowable: "Knowable") -> bool:
    """True when the operation can't be part of a compiled segment.

    An operation whose result has a size that depends on values runs on the host, unless the values are known beforehand.
    The host interprets a branch or loop that has such an operation, or needs a concrete value that is not known beforehand.
    """
    if isinstance(op, Region):
        return why_interpreted(op, knowable) is not None
    definition = op.definition
    if definition.on_state:
        # Where the host interprets a loop, a stack that grows would compile anew in each iteration.
        values = [tensor for tensor in (*op.inputs, *op.outputs) if tensor.dtype is not dtypes.resource]
        return (
            knowable.by_host
            or any(tensor.dtype.base_dtype not in dtypes.ON_DEVICE for tensor in values)
            or element_type(op) not in dtypes.ON_DEVICE
        )
    if definition.lists and any(tensor.dtype is dtypes.variant for tensor in (*op.inputs, *op.outputs)):
        return _lists_on_host(op, knowable)
    static: tuple[int, ...] = definition.static_positions(op) if definition.host == UNLESS_KNOWN else ()
    arrays = [tensor for i, tensor in enumerate(op.inputs) if i not in static]
    if any(_type_of(tensor) not in dtypes.ON_DEVICE for tensor in (*arrays, *op.outputs)):
        return True
    if definition.host == UNLESS_KNOWN:
        return any(knowable.leaves(op.inputs[i]) is None for i in static)
    if not definition.host or definition.fold is None or not op.inputs:
        return definition.host
    return any(knowable.leaves(tensor) is None for tensor in op.inputs) and not knowable.may_pad(op)


def _lists_on_host(op: Operation, knowable: "Knowable") -> bool:
    """The same for an operation on lists of tensors or Optionals, which compiled code has as values."""
    # Where the host interprets a loop, a list that grows would compile anew in each iteration.
    if any(map(knowable.is_of_host, op.inputs)):
        return True
    static = op.definition.static_positions(op)
    kinds = [op.attrs.get("element_dtype", dtypes.variant), *op.attrs.get("output_types", ())]
    kinds += [tensor.dtype.base_dtype for i, tensor in enumerate(op.inputs) if i not in static]
    kinds += [tensor.dtype.base_dtype for tensor in op.outputs]
    return knowable.by_host or any(kind is not dtypes.variant and kind not in dtypes.ON_DEVICE for kind in kinds)


def _is_of_host(tensor: Tensor, none_behind: set[Operation]) -> bool:
    """True for a variant that is no list but what only the host has, such as a dataset, also behind branches and loops.

    none_behind: operations that have been found to be or pass on no such thing; more are added.
    """
    seen: set[Operation] = set()
    left = [tensor.op]
    while left:
        op = left.pop()
        if op in seen or op in none_behind:
            continue
        seen.add(op)
        definition = op.definition
        if definition is None:
            continue
        if is_identity(op) or definition.control_flow or definition.calls:
            passed = [*op.inputs, *_returned(op)]
            left += [value.op for value in passed if value.dtype.base_dtype is dtypes.variant]
        elif definition.host is True and not definition.lists:
            return True
    none_behind |= seen
    return False


def _returned(op: Operation) -> Iterator[Tensor]:
    """The results of the functions that an operation calls, in their bodies."""
    for attr in op.attrs.values():
        for value in attr if isinstance(attr, list) else [attr]:  # pyright: ignore[reportUnknownVariableType]
            function = op.graph.functions.get(getattr(value, "name", ""))  # pyright: ignore[reportUnknownArgumentType]
            if function is not None:
                yield from function.outputs


def _static(op: Operation, knowable: "Knowable") -> tuple[int, ...]:
    """The positions of the inputs whose values must be known while the operation is traced."""
    # What a list of tensors needs to know the trace knows, or the host interprets it.
    return () if knowable.may_pad(op) or op.definition.lists else op.definition.static_positions(op)


def why_interpreted(region: Region, knowable: "Knowable") -> str | None:
    """Returns why the host has to interpret a branch or loop, as far as that is known before its values; else None."""
    reason = region.interpreted or knowable.interpreted.get(region)
    if reason:
        return reason
    if isinstance(region, Cond) and region.pred.dtype.base_dtype not in dtypes.ON_DEVICE:
        return "its condition is a string"
    if any(tensor.dtype.base_dtype is dtypes.string for tensor in region.outputs):
        return "it returns strings"
    if any(map(knowable.is_of_host, (*region.inputs, *region.outputs))):
        return "datasets are values of the host"
    for body in region.bodies:
        for step in body.steps:
            if isinstance(step, Region):
                reason = why_interpreted(step, knowable)
                if reason:
                    return reason
            elif is_marker(step) or _is_message_only(step, region, body):
                continue
            elif runs_on_host(step, knowable):
                return f"'{step.name}' works on the host"
            else:
                for i in _static(step, knowable):
                    if knowable.leaves(step.inputs[i]) is None:
                        return f"'{step.name}' needs the value of '{step.inputs[i].name}' to know its shape"
    return None


def _is_message_only(op: Operation, region: Region, body: Body) -> bool:
    """True for a constant that only operations of its branch consume, such as the message of an Assert."""
    if not is_constant(op) or not isinstance(region, Cond):
        return False
    text = op.outputs[0]
    return text not in body.results and all(text is not tensor for tensor, _ in region.handed_on)


def _type_of(tensor: Tensor) -> DType:
    """Returns the dtype of an input or output: for a handle that of the variable's value."""
    owner = owner_of(tensor) if tensor.dtype is dtypes.resource else None
    if owner is None:
        return tensor.dtype.base_dtype
    return dtypes.float32 if lives_in_run(owner) else state_dtype(owner)


def is_marker(op: Step) -> TypeGuard[Operation]:
    """True for operations that compute nothing and only order others, or only name state."""
    if isinstance(op, Region):
        return False
    return op.definition.marker or op.definition.holds_state or passes_on(op)


_NONE: frozenset[Operation] = frozenset()


class Knowable:
    """Which tensors have a value that is known while a segment is traced: from constants and shapes alone.

    scheme: the Scheme of the Body.
    """

    def __init__(self, scheme: "Scheme") -> None:
        body, feeds = scheme.body, scheme.feeds
        self.by_host = scheme.by_host
        self.interpreted = scheme.interpreted
        self.never = body.never
        self.handed_on = {t for step in body.steps if isinstance(step, Cond) for t, _ in step.handed_on}
        self.joined = _joined(body)
        self._body = body
        self._wanted = scheme.wanted
        self._padded: dict[Operation, bool] = {}
        self._none_of_host: set[Operation] = set()
        self._feeds = feeds
        self._leaves: dict[Tensor, frozenset[Tensor] | None] = {}
        self._waiting: dict[Tensor, frozenset[Operation]] = {}
        self._constants = Constants(feeds)

    def may_pad(self, op: Operation) -> bool:
        """True when the operation compiles although the size of its result depends on values."""
        if op.definition.padded is None:
            return False
        if op not in self._padded:
            integers = op.inputs[0].dtype.base_dtype in (dtypes.int32, dtypes.int64)
            known = self.leaves(op.inputs[0]) is not None
            self._padded[op] = integers and not known and may_pad(op, self._body.members, self._wanted)
        return self._padded[op]

    def is_of_host(self, tensor: Tensor) -> bool:
        """True for a variant that only the host has, such as a dataset."""
        return tensor.dtype is dtypes.variant and _is_of_host(tensor, self._none_of_host)

    def leaves(self, tensor: Tensor) -> frozenset[Tensor] | None:
        """The tensors whose shapes that value follows from, or None when it can't be known."""
        if tensor not in self._leaves:
            for item in self._first(tensor, self._leaves):  # so that _find need not go deep
                if item not in self._leaves:
                    self._leaves[item] = None  # a loop is not knowable
                    self._leaves[item] = self._find(item)
        return self._leaves[tensor]

    def waiting(self, tensor: Tensor) -> frozenset[Operation]:
        """The operations that a value which can be known follows from and that come after others: so does what reads it."""
        if tensor not in self._waiting:
            for item in self._first(tensor, self._waiting):
                op = item.op
                found = [self._waiting.get(source, _NONE) for source in op.inputs if self._goes_on(item)]
                own = [frozenset([op])] if op.control_inputs and item not in self._feeds else []
                self._waiting[item] = _NONE.union(*found, *own)
        return self._waiting[tensor]

    def _goes_on(self, tensor: Tensor) -> bool:
        """True when the value follows from those of the operation's inputs."""
        definition = tensor.op.definition
        return tensor not in self._feeds and definition is not None and definition.fold is not None

    def _first(self, tensor: Tensor, known: Container[Tensor]) -> list[Tensor]:
        """The tensor and those not known that its value follows from by arithmetic, oldest first."""
        found: set[Tensor] = set()
        waiting = [tensor]
        while waiting:
            item = waiting.pop()
            if item in found or item in known:
                continue
            found.add(item)
            if self._goes_on(item):
                waiting.extend(item.op.inputs)
        return sorted(found, key=lambda item: (item.op.order, item.value_index))

    def _find(self, tensor: Tensor) -> frozenset[Tensor] | None:
        op = tensor.op
        definition = op.definition
        if tensor in self._feeds or definition is None:
            return None
        if is_constant(op) or self._constants.value(tensor) is not None:
            return frozenset()
        if known_variable_shape(op) is not None:
            return frozenset()
        if definition.of_shape:
            if self.by_host and op not in self._body.members:
                return None  # computed outside, with the tensor whose shape it is
            of = shaped_by(tensor)
            if of.op.definition is not None and of.op.definition.host and self.leaves(of) is not None:
                return self.leaves(of)  # it is not computed where code is compiled: its value is what is known
            # Strings never get into a compiled segment, where their shapes could be seen.
            return frozenset([of]) if of.dtype in dtypes.ON_DEVICE else None
        if definition.enters:
            found = self.leaves(op.inputs[0])
            return None if self.by_host and found else found  # what is outside is not there to look at
        if tensor in self.joined:
            pred, taken = self.joined[tensor]
            return None if self.by_host else self._union([pred, *taken], inside=self._body.step_of[op].members)
        if definition.run_state == "pop":  # what is known of one iteration of a loop holds for each
            if self.by_host:
                return None
            pushed = pushed_on(op)
            return None if pushed is None or self.leaves(pushed) is None else frozenset()
        if definition.run_state == "size":
            size = size_of_array(op)
            return None if size is None else self.leaves(size)
        if definition.fold is None or not op.inputs:
            return None
        return self._union(op.inputs)

    def _union(self, tensors: Iterable[Tensor], inside: Container[Operation] = ()) -> frozenset[Tensor] | None:
        """The leaves of all of them, or None where there are none for one, or where one is `inside`."""
        found = [self.leaves(item) for item in tensors]
        known = [item for item in found if item is not None]
        if len(known) < len(found):
            return None
        leaves = frozenset[Tensor]().union(*known)
        return None if any(leaf.op in inside for leaf in leaves) else leaves


def _joined(body: Body) -> Joined:
    """{output: (condition, [the tensor in each body])} of the branches in a Body that one bool decides."""
    branches = [inner for step in body.steps if isinstance(step, Region) for inner in step.flatten()]
    return {
        output: (branch.pred, taken)
        for branch in branches
        if isinstance(branch, Cond) and len(branch.bodies) == 2 and branch.pred.dtype.base_dtype is dtypes.bool
        for output, _, taken, _ in branch.joined
    }


@dataclasses.dataclass(frozen=True, eq=False)
class Scheme:
    """What decides how a Body is cut into segments.

    body: the Body, with its Effects.  wanted: the values that are needed of it, Tensors and Versions.
    feeds: the Tensors that are fed.  devices: the Devices of the session.
    interpreted: {branch, loop or call: why the host interprets it}, as compiling and running have found so far.
    by_host: the Body is part of a branch or loop that the host interprets.
    alone: each operation is a segment of its own, and produces all its outputs.
    """

    body: Body
    wanted: frozenset[Value]
    feeds: frozenset[Tensor]
    devices: Devices
    interpreted: Mapping[Region, str] = dataclasses.field(default_factory=dict[Region, str])
    by_host: bool = False
    alone: bool = False

    def interpret(self, regions: Mapping[Region, str]) -> "Scheme":
        """Returns the Scheme in which the host interprets these, too; regions: {branch, loop or call: why}."""
        return dataclasses.replace(self, interpreted={**regions, **self.interpreted})


def partition(scheme: Scheme) -> list[Segment]:
    """Returns the segments that run a Body, in the order in which they run, with what flows between them."""
    body, feeds, effects = scheme.body, scheme.feeds, scheme.body.effects
    knowable = Knowable(scheme)
    most = 1 if scheme.alone else MAX_OPERATIONS
    segments = _cut(body.steps, body.step_of, feeds, effects, scheme.devices, knowable, most)
    needed: set[Value] = {version for owner, version in effects.final.items() if not lives_in_run(owner)}
    if scheme.alone:
        needed.update(t for op in body.steps if isinstance(op, Operation) for t in op.outputs if owner_of(t) is None)
    _connect(segments, {*scheme.wanted, *needed}, feeds, effects, knowable)
    return segments


def cut_again(scheme: Scheme, segment: Segment) -> list[Segment]:
    """Returns the segments for the operations of one that could not be compiled as it was."""
    body, feeds = scheme.body, scheme.feeds
    knowable = Knowable(scheme)
    segments = _cut(segment.operations, body.step_of, feeds, body.effects, scheme.devices, knowable, MAX_OPERATIONS)
    if len(segments) == 1 and not segments[0].on_host:
        # The same again: only what its inputs hold says that it can't be compiled.
        segments = [Segment(segments[0].operations, None, "what it gets can't be compiled")]
    _connect(segments, set(segment.outputs), feeds, body.effects, knowable)
    return segments


def predecessors(scheme: Scheme, segments: Sequence[Segment]) -> list[set[int]]:
    """Returns for each segment the positions of those that must have run before it."""
    body, feeds = scheme.body, scheme.feeds
    knowable = Knowable(scheme)
    places: dict[Step, list[int]] = {}  # a constant may be in several segments
    for i, segment in enumerate(segments):
        for op in segment.operations:
            places.setdefault(op, []).append(i)
    inside = set(body.steps)
    through: dict[Step, set[int]] = {}  # marker -> the segments that it waits for
    result: list[set[int]] = [set() for _ in segments]
    for op in body.steps:
        on_host = runs_on_host(
            op, knowable
        )  # a compiled segment infers shapes without the operations that compute them
        needed = [other for other, _ in _before(op, inside, body.step_of, feeds, body.effects, knowable, on_host)]
        for i in places.get(op, [None]):
            before: set[int] = set()
            for other in needed:
                if other not in places:
                    before |= through.get(other, set())
                elif i not in places[other]:
                    before.add(places[other][0])
            if i is None:
                through[op] = before
            else:
                result[i] |= before - {i}
    return result


def _cut(
    operations: Sequence[Step],
    step_of: Mapping[Operation, Region],
    feeds: Container[Tensor],
    effects: Effects,
    devices: Devices,
    knowable: Knowable,
    most: int,
) -> list[Segment]:
    # Levels: compiled segments are even, host work is odd. An operation's level is the lowest that its inputs allow.
    levels: dict[Step, int] = {}
    places: dict[Step, Device | None] = {}
    reasons: dict[tuple[int, Device | None], str] = {}
    groups: Groups = {}
    needs: dict[Step, list[tuple[Step, bool]]] = {}
    inside = set(operations)
    constants = _constants_of(operations) if most > 1 else {}
    for op in operations:
        if op in constants:
            levels[op], places[op] = -1, None  # there whenever it is needed
            continue
        on_host = runs_on_host(op, knowable)
        place = None if on_host or is_marker(op) else _place(op, devices)
        places[op] = place
        host_reason = _host_reason(op, knowable) if on_host else ""
        level, reason = (1, host_reason) if on_host and not is_marker(op) else (0, "the run begins")
        needs[op] = list(_before(op, inside, step_of, feeds, effects, knowable, on_host))
        for before, concrete in needs[op]:
            least = levels.get(before)
            if least is None:  # a push that is done last, when its stack is complete
                continue
            why = reasons.get((least, place), "")
            if is_marker(op):
                pass
            elif on_host:
                least, why = (least if least % 2 else least + 1), host_reason
            elif least % 2:
                least, why = least + 1, f"it needs what '{before.name}' does on the host"
            elif concrete:
                least, why = least + 2, f"'{op.name}' needs the value of '{before.name}' to know its shape"
            elif places[before] is not None and places[before] != place:
                least, why = least + 2, f"'{op.name}' is on another device than '{before.name}'"
            if least > level:
                level, reason = least, why
        levels[op] = level
        if not is_marker(op):
            reasons.setdefault((level, place), reason)
            groups.setdefault((level, place), []).append(op)
    if most > 1 and any(level > 1 for level, _ in groups):
        order = [(op, [need for need in needs.get(op, ()) if need[0] in levels]) for op in operations]
        later = put_off(order, levels, places, constants, {op for op in operations if is_marker(op)})
        groups = _regrouped(operations, groups, later, places)
    segments: list[Segment] = []
    part = behind_waits(operations, needs)
    for (level, place), group in sorted(groups.items(), key=lambda item: (item[0][0], item[1][0].order)):
        for members in part(group):
            for piece in cuts(members, most):
                why = reasons[level, place] if not piece.start else piece.reason
                inside = _with_constants(members[piece.start : piece.end], constants)
                segments.append(Segment(inside, place, why, pattern=piece.pattern))
    left = [op for op, used in constants.items() if not used]
    for place in dict.fromkeys(_place(op, devices) for op in left if not runs_on_host(op, knowable)):
        group = [op for op in left if not runs_on_host(op, knowable) and _place(op, devices) is place]
        segments.append(Segment(group, place, "nothing else uses them"))
    texts = [op for op in left if runs_on_host(op, knowable)]
    return [*segments, Segment(texts, None, "it works on the host")] if texts else segments


def _regrouped(
    operations: Iterable[Step], groups: Groups, later: dict[Step, int], places: Mapping[Step, Device | None]
) -> Groups:
    """The groups when some operations have gone to other levels."""
    level_of = {op: level for (level, _), members in groups.items() for op in members} | later
    found: Groups = {}
    for op in operations:
        if op in level_of:
            found.setdefault((level_of[op], places[op]), []).append(op)
    return found


def _host_reason(op: Step, knowable: Knowable) -> str:
    if not isinstance(op, Region):
        return "it works on the host"
    found = (inner.interpreted or knowable.interpreted.get(inner) for inner in op.flatten())
    reason = next(filter(None, found), None) or why_interpreted(op, knowable)
    return f"the host interprets the {op.kind} '{op.name}', as {reason}"


def _constants_of(operations: Iterable[Step]) -> dict[Step, bool]:
    """{constant: False}: those that each segment has for itself, marked when one uses them."""
    return {op: False for op in operations if _is_free(op)}


def _is_free(op: Step) -> bool:
    """True for a constant that nothing precedes: to come after it orders nothing."""
    return not isinstance(op, Region) and is_constant(op) and not op.control_inputs


def _with_constants(members: Iterable[Step], constants: dict[Step, bool]) -> list[Step]:
    """The operations of a segment with the constants that they use, each before its first use."""
    found: list[Step] = []
    seen: set[Operation] = set()
    for op in members:
        for tensor in op.inputs:
            constant = tensor.op
            if constant in constants and constant not in seen:
                seen.add(constant)
                constants[constant] = True
                found.append(constant)
        found.append(op)
    return found


def _place(op: Step, devices: Devices) -> Device:
    """Where it runs; a branch or loop runs in one place, that of the first operation in it with a device."""
    if not isinstance(op, Region):
        return devices.place(op)
    ops = sorted(op.members, key=lambda member: (not member.device, member.order))
    return [devices.place(member) for member in ops][0]


def _before(
    op: Step,
    inside: Container[Step],
    step_of: Mapping[Operation, Region],
    feeds: Container[Tensor],
    effects: Effects,
    knowable: Knowable,
    on_host: bool,
) -> Iterator[tuple[Step, bool]]:
    """(step that must come before, whether its value must be concrete) for everything that orders `op`."""
    static = () if on_host or isinstance(op, Region) else _static(op, knowable)
    for i, tensor in enumerate(op.inputs):
        step = step_of.get(tensor.op, tensor.op)
        if tensor in feeds or step not in inside:
            continue
        leaves = knowable.leaves(tensor) if i in static else None
        if leaves is not None:
            for leaf in leaves:
                step = step_of.get(leaf.op, leaf.op)
                if leaf not in feeds and step in inside:
                    yield step, False
            for other in knowable.waiting(tensor):
                step = step_of.get(other, other)
                if step in inside:
                    yield step, False
        else:
            yield step, i in static
    for control in op.control_inputs:
        step = step_of.get(control, control)
        if step in inside and not _is_free(step):
            yield step, False
    if op in effects.after:
        yield effects.after[op], False
    for version in effects.reads.get(op, {}).values():
        if version.number:
            yield effects.produced[version], False
    for before, _ in effects.writes.get(op, ()):
        if before.number:
            yield effects.produced[before], False


def _connect(
    segments: Sequence[Segment], wanted: set[Value], feeds: Container[Tensor], effects: Effects, knowable: Knowable
) -> None:
    for segment in reversed(segments):
        made = _made_by(segment, effects, feeds)
        needed: dict[Value, None] = {}
        static: dict[Value, None] = {}
        _needed_by(segment.operations, segment.on_host, effects, feeds, knowable, needed, static)
        regions = [op for op in segment.operations if isinstance(op, Region)]
        inside = {tensor for region in regions for tensor in _all_outputs(region) if tensor not in feeds}
        segment.outputs = [value for value in made if value in wanted]
        segment.inputs = [
            value
            for value in needed
            if value not in made and value not in inside and (knowable.by_host or not _never_made(value, effects))
        ]
        segment.static = [value for value in static if value not in made and value not in inside]
        segment.handed_on = knowable.handed_on.intersection(segment.inputs)
        segment.joined = knowable.joined
        wanted.update(segment.inputs)


def _never_made(value: Value, effects: Effects) -> bool:
    """True for the state of a TensorArray of gradients before its first use, which there is not."""
    return isinstance(value, Version) and not value.number and value.owner in effects.made


def _all_outputs(region: Region) -> Iterator[Tensor]:
    return (tensor for op in region.members for tensor in op.outputs)


def _made_by(segment: Segment, effects: Effects, feeds: Container[Tensor]) -> dict[Value, None]:
    made: dict[Value, None] = {}
    for op in segment.operations:
        for tensor in op.outputs:
            if owner_of(tensor) is None and tensor not in feeds:
                made[tensor] = None
        for _, after in effects.writes.get(op, ()):
            made[after] = None
    return made


def _needed_by(
    steps: Iterable[Step],
    on_host: bool,
    effects: Effects,
    feeds: Container[Tensor],
    knowable: Knowable,
    needed: dict[Value, None],
    static: dict[Value, None],
    inner: bool = False,
) -> None:
    """Notes what the steps take; of state only what the outermost of them take, as they count its versions."""
    for op in steps:
        if isinstance(op, Region):
            if not inner:
                needed.update(dict.fromkeys(effects.reads[op].values()))
                needed.update(dict.fromkeys(t for member in op.members for t in member.inputs if t in feeds))
            if on_host:
                needed.update(dict.fromkeys(t for t in op.inputs if owner_of(t) is None and t.op not in knowable.never))
                continue
            needed.update(dict.fromkeys(t for t in op.inputs if owner_of(t) is None and t.op not in knowable.never))
            for body in op.bodies:
                _needed_by(body.steps, on_host, body.effects, feeds, knowable, needed, static, inner=True)
            continue
        definition = op.definition
        if is_marker(op):
            continue
        positions = _static(op, knowable)
        for i, tensor in enumerate(op.inputs):
            if i in positions and not on_host:
                leaves = knowable.leaves(tensor)
                if leaves is not None:
                    needed.update(dict.fromkeys(leaves))
                    continue
                static[value_of(tensor, op, i, effects, feeds)] = None
            if tensor.op in knowable.never:
                continue
            if not on_host and not reads_previous_value(op) and definition.updates_input(op, i):
                continue
            value = value_of(tensor, op, i, effects, feeds)
            if not inner or isinstance(value, Tensor):
                needed[value] = None
        if (definition.random or definition.makes_state) and not inner:
            needed.update(dict.fromkeys(before for before, _ in effects.writes.get(op, ())))
        for memory in () if inner else effects.memory_left(op):
            needed.update(dict.fromkeys(shared_versions(memory)))

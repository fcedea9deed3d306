"""Cutting a run into segments: parts that compile as one function for one device, and parts that the host runs.

A new segment begins where the device changes, after work on the host, where a kernel needs a concrete value that
shapes and constants cannot give, and where a segment would grow past MAX_OPERATIONS.
"""

import dataclasses
from typing import Any

from graphlab import dtypes
from graphlab.compiler.cuts import cuts
from graphlab.compiler.effects import Version
from graphlab.graph.constant import constant_value
from graphlab.graph.operation import Operation
from graphlab.graph.references import owner_of, passes_on, state_dtype
from graphlab.graph.tensor import Tensor

MAX_OPERATIONS = 1000  # XLA's compile time grows faster than the number of operations


@dataclasses.dataclass
class Segment:
    """Operations that run together.

    device: a Device, or None for the host.  reason: why the segment begins where it does.
    inputs: the values that it takes from feeds, state and earlier segments.
    static: those of them whose values are needed to trace it; a new value compiles anew.
    outputs: the values that it gives to fetches, state and later segments.
    """

    operations: list[Operation]
    device: Any
    reason: str
    inputs: list[Tensor | Version] = dataclasses.field(default_factory=list)
    static: list[Tensor | Version] = dataclasses.field(default_factory=list)
    outputs: list[Tensor | Version] = dataclasses.field(default_factory=list)

    @property
    def on_host(self):
        """True when the host runs it, operation by operation."""
        return self.device is None


def runs_on_host(op, knowable):
    """True when the operation can't be part of a compiled segment.

    One whose result has a size that only values tell works on the host, unless the values are known beforehand.
    """
    definition = op._definition
    if any(_type_of(tensor) not in dtypes.ON_DEVICE for tensor in (*op._inputs, *op._outputs)):
        return True
    if not definition.host or definition.fold is None or not op._inputs:
        return definition.host
    return any(knowable.leaves(tensor) is None for tensor in op._inputs)


def _type_of(tensor):
    """The type of what an operation gets or gives there: a resource handle stands for the value of the variable."""
    owner = owner_of(tensor) if tensor._dtype is dtypes.resource else None
    return tensor._dtype.base_dtype if owner is None else state_dtype(owner)


def is_marker(op):
    """True for operations that compute nothing and only order others, or only name state."""
    return op.type == "NoOp" or op._definition.holds_state or passes_on(op)


class Knowable:
    """Which tensors have a value that is known while a segment is traced: from constants and shapes alone."""

    def __init__(self, feeds):
        self._feeds = feeds
        self._leaves = {}

    def leaves(self, tensor):
        """The tensors whose shapes that value follows from, or None when it can't be known."""
        if tensor not in self._leaves:
            self._leaves[tensor] = None  # a loop is not knowable
            self._leaves[tensor] = self._find(tensor)
        return self._leaves[tensor]

    def _find(self, tensor):
        op = tensor._op
        if tensor in self._feeds or op._definition is None:
            return None
        if op.type == "Const" or constant_value(tensor) is not None:
            return frozenset()
        if op.type in ("Shape", "Size", "Rank"):
            # Strings never get into a compiled segment, where their shapes could be seen.
            return frozenset(op._inputs) if op._inputs[0]._dtype in dtypes.ON_DEVICE else None
        if op._definition.fold is None or not op._inputs:
            return None
        found = [self.leaves(item) for item in op._inputs]
        return None if any(item is None for item in found) else frozenset().union(*found)


def partition(operations, fetches, feeds, effects, devices):
    """The segments that run `operations`, in the order in which they run, with what flows between them."""
    feeds = set(feeds)
    knowable = Knowable(feeds)
    segments = _cut(operations, feeds, effects, devices, knowable)
    _connect(segments, fetches, feeds, effects, knowable)
    return segments


def _cut(operations, feeds, effects, devices, knowable):
    # Levels: compiled segments are even, host work is odd. An operation's level is the lowest that its inputs allow.
    levels = {}
    places = {}
    reasons = {}
    groups = {}
    inside = set(operations)
    for op in operations:
        on_host = runs_on_host(op, knowable)
        place = None if on_host or is_marker(op) else devices.place(op)
        places[op] = place
        level, reason = (1, "it works on the host") if on_host and not is_marker(op) else (0, "the run begins")
        for before, concrete in _before(op, inside, feeds, effects, knowable, on_host):
            least = levels[before]
            why = reasons.get((least, place), "")
            if is_marker(op):
                pass
            elif on_host:
                least, why = (least if least % 2 else least + 1), "it works on the host"
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
    segments = []
    for (level, place), members in sorted(groups.items(), key=lambda item: (item[0][0], item[1][0]._id)):
        for start, end in cuts(members, MAX_OPERATIONS):
            why = reasons[level, place] if not start else f"the one before it reached {MAX_OPERATIONS} operations"
            segments.append(Segment(members[start:end], place, why))
    return segments


def _before(op, inside, feeds, effects, knowable, on_host):
    """(operation that must come before, whether its value must be concrete) for everything that orders `op`."""
    static = () if on_host else op._definition.static_positions(op)
    for i, tensor in enumerate(op._inputs):
        if tensor in feeds or tensor._op not in inside:
            continue
        leaves = knowable.leaves(tensor) if i in static else None
        if leaves is not None:
            for leaf in leaves:
                if leaf not in feeds and leaf._op in inside:
                    yield leaf._op, False
        else:
            yield tensor._op, i in static
    for control in op._control_inputs:
        if control in inside:
            yield control, False
    for version in effects.reads.get(op, {}).values():
        if version.number:
            yield effects.produced[version], False
    for before, _ in effects.writes.get(op, ()):
        if before.number:
            yield effects.produced[before], False


def value_of(tensor, op, index, effects, feeds):
    """What an operation takes at an input: the tensor, or the version of the state that it refers to."""
    if tensor in feeds or op not in effects.reads:
        return tensor
    return effects.reads[op].get(index, tensor)


def fetched_value(tensor, effects, feeds):
    """What fetching the tensor takes: itself, or the version of the state that it refers to; None for a handle."""
    if tensor in feeds or owner_of(tensor) is None:
        return tensor
    return effects.version_of(tensor) if tensor._dtype.is_ref_dtype else None


def _connect(segments, fetches, feeds, effects, knowable):
    wanted: set[Any] = {fetched_value(item, effects, feeds) for item in fetches if isinstance(item, Tensor)}
    wanted.update(effects.final.values())
    for segment in reversed(segments):
        made = _made_by(segment, effects)
        needed, static = _needed_by(segment, feeds, effects, knowable)
        segment.outputs = [value for value in made if value in wanted]
        segment.inputs = [value for value in needed if value not in made]
        segment.static = [value for value in static if value not in made]
        wanted.update(segment.inputs)


def _made_by(segment, effects):
    made = {}
    for op in segment.operations:
        for tensor in op._outputs:
            if owner_of(tensor) is None:
                made[tensor] = None
        for _, after in effects.writes.get(op, ()):
            made[after] = None
    return made


def _needed_by(segment, feeds, effects, knowable):
    needed, static = {}, {}
    for op in segment.operations:
        definition = op._definition
        positions = definition.static_positions(op)
        for i, tensor in enumerate(op._inputs):
            if i in positions and not segment.on_host:
                leaves = knowable.leaves(tensor)
                if leaves is not None:
                    needed.update(dict.fromkeys(leaves))
                    continue
                static[value_of(tensor, op, i, effects, feeds)] = None
            if (
                not segment.on_host
                and definition.accepts_uninitialized
                and definition.inputs[i].name in definition.updates
            ):
                continue
            needed[value_of(tensor, op, i, effects, feeds)] = None
        if definition.random:
            needed[effects.writes[op][0][0]] = None
    return needed, static

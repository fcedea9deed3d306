"""What a run does to state, made explicit: each write of a variable makes a new version of its value.

Version 0 is the value from before the run. Writes of one variable happen in the order of `operations`: dependencies
first, then age. An operation reads the version that the last write among its own ancestors made, so what nothing
orders after a write sees the value from before the run, whatever else the run does.

A plain read of a reference (v/read) shares the variable's memory in TensorFlow: what uses it after a write sees
what was written. So such an input is the variable itself, as its consumer sees it.

A Region (a branch or a loop) reads and writes as one step. Inside, versions are counted anew: version 0 is what the
variable holds when the branch is taken, or when the iteration of the loop begins.
"""

from typing import Any, NamedTuple

from graphlab._src.base import dtypes
from graphlab._src.compiler.control_flow.regions import Region, pushes_handle
from graphlab._src.graph.references import GradientArray, is_identity, owner_of, passes_on


class Version(NamedTuple):
    """The value of a variable, or a random operation's counter, after that many writes in this run."""

    owner: Any
    number: int


class Effects:
    """Reads and writes of one run, or of one Body.

    reads: {op: {input index: Version}} for inputs that name state, {region: {owner: Version}} for regions.
    writes: {op: [(Version before, Version after)]}, one per updated reference.
    produced: {Version: the op that made it}.  final: {owner: Version} of what the run changes.
    made: the owners of stacks and TensorArrays that begin here.
    """

    def __init__(self, operations, feeds, step_of=None):
        self.reads = {}
        self.writes = {}
        self.produced = {}
        self.final = {}
        self.made = set()
        self._step_of = step_of or {}
        self._seen = {}  # op -> {owner: number of the last write among its ancestors, itself included}
        self._merged = {}  # identities of several of these -> what they come to together
        for op in operations:
            if isinstance(op, Region):
                self._visit_region(op, feeds)
            else:
                self._visit(op, feeds)

    def _visit(self, op, feeds):
        seen = self._inherit(op, feeds)
        definition = op.definition
        updated = []
        pushes_state = pushes_handle(op)
        for i, tensor in enumerate(op.inputs):
            owner = None if tensor in feeds else owner_of(tensor)
            if owner is None:
                self._read_through(op, i, tensor, seen, feeds)
                continue
            if passes_on(op):
                continue
            if definition.updates and definition.inputs[i].name in definition.updates:
                updated.append((i, owner))
            elif pushes_state:
                self.reads.setdefault(op, {})[i] = self.final.get(owner, Version(owner, 0))
            else:
                self.reads.setdefault(op, {})[i] = Version(owner, seen.get(owner, 0))
        if definition.random:
            updated.append((None, op))
        for i, owner in updated:
            before, after = self._write(op, owner)
            if i is not None:
                self.reads.setdefault(op, {})[i] = before
            seen = {**seen, owner: after.number}
        owner = self._begins(op)
        if owner is not None:
            _, after = self._write(op, owner)
            seen = {**seen, owner: after.number}
        self._seen[op] = seen

    def _read_through(self, op, index, tensor, seen, feeds):
        """Notes that `op` reads a newer version than the plain read before it, where a write came in between."""
        read = tensor.op
        if not seen or not is_identity(read) or read.control_inputs or tensor in feeds or op.definition.structural:
            return
        owner = None if read.inputs[0] in feeds else owner_of(read.inputs[0])
        number = seen.get(owner, 0)
        if number > self._seen.get(self._step_of.get(read, read), {}).get(owner, 0):
            self.reads.setdefault(op, {})[index] = Version(owner, number)

    def _begins(self, op):
        """The owner of the state that begins with this operation, or None."""
        if op.definition.makes_state:
            owner = owner_of(op.outputs[0])
            if not isinstance(owner, GradientArray):
                self.made.add(owner)
                return owner
            made = self.produced.get(self.final.get(owner))
            if made is not None and not isinstance(made, Region):  # a loop may have made none, in no iterations
                return None  # all who request the same gradients get the same array
            if owner.array in self.made:
                self.made.add(owner)
            return owner
        if op.definition.run_state == "pop" and op.outputs[0].dtype is dtypes.resource:
            owner = owner_of(op.outputs[0])
            self.made.add(owner)
            return owner
        return None

    def _write(self, op, owner):
        before = self.final.get(owner, Version(owner, 0))
        after = Version(owner, before.number + 1)
        self.writes.setdefault(op, []).append((before, after))
        self.produced[after] = op
        self.final[owner] = after
        return before, after

    def _visit_region(self, region, feeds):
        for inner in region.bodies:
            if inner.effects is None:
                inner.effects = Effects(inner.steps, feeds, inner.step_of)
        region.reads, region.writes = self._outside(region, feeds)
        seen = self._inherit(region, feeds)
        reads = self.reads[region] = {}
        for owner in region.reads:
            reads[owner] = Version(owner, seen.get(owner, 0))
        for owner in region.writes:
            before, after = self._write(region, owner)
            reads[owner] = before
            if isinstance(owner, GradientArray) and owner.array in self.made:
                self.made.add(owner)
            seen = {**seen, owner: after.number}
        self._seen[region] = seen

    def _outside(self, region, feeds):
        """(owners whose state the region reads from outside, owners whose state outside it changes)."""
        reads, writes = {}, {}
        handed_on = {owner_of(tensor) for tensor in region.outputs}
        for tensor in region.values_taken():
            owner = None if tensor in feeds else owner_of(tensor)
            if owner is not None:
                reads[owner] = None
        for body in region.bodies:
            effects = body.effects
            for versions in effects.reads.values():
                for version in versions.values():
                    if not version.number and version.owner not in effects.made:
                        reads[version.owner] = None
            for tensor in body.results:
                owner = owner_of(tensor)
                if owner is not None and owner not in effects.made:
                    reads[owner] = None
            for owner in effects.final:
                if owner not in effects.made:
                    writes[owner] = None
                elif owner in handed_on:  # it begins in the branch, and goes on where the same condition holds
                    writes[owner] = None
                    self.made.add(owner)
        return list(reads), list(writes)

    def _inherit(self, op, feeds):
        step_of = self._step_of
        before = {t.op for t in op.inputs if t not in feeds}.union(op.control_inputs)
        if step_of:
            before = {step_of.get(other, other) for other in before}
        parts = {id(seen): seen for other in before if (seen := self._seen.get(other))}
        if len(parts) < 2:
            return next(iter(parts.values()), {})
        key = frozenset(parts)  # many operations may wait for the same: a whole layer for a whole step
        merged = self._merged.get(key)
        if merged is None:
            merged = {}
            for seen in parts.values():
                for owner, number in seen.items():
                    if number > merged.get(owner, 0):
                        merged[owner] = number
            self._merged[key] = merged
        return merged

    def version_of(self, tensor):
        """The Version that a reference tensor is when it is fetched."""
        owner = owner_of(tensor)
        step = self._step_of.get(tensor.op, tensor.op)
        return Version(owner, self._seen.get(step, {}).get(owner, 0))


def value_of(tensor, op, index, effects, feeds):
    """The value that an operation reads at an input: the tensor, or the version of the state that it refers to."""
    if tensor in feeds or op not in effects.reads:
        return tensor
    return effects.reads[op].get(index, tensor)


def value_at_the_end(tensor, operations, effects, feeds):
    """The value that a run fetches for a tensor, as fetched_value says, but of a reference what the run leaves in it.

    So does a plain read: TensorFlow hands the variable's own memory to who fetched it, once the run is through. A read
    that control inputs put before something keeps what it has read.
    """
    source, reads = tensor, []
    while source not in feeds and is_identity(source.op) and source.op not in effects._step_of:
        reads.append(source.op)
        source = source.op.inputs[0]
    if source not in feeds and source.dtype.is_ref_dtype:
        final = effects.final.get(owner_of(source))
        if final is not None and not _ordered_before_others(reads, operations):
            return final
    return fetched_value(tensor, effects, feeds)


def _ordered_before_others(reads, operations):
    return reads and not set(reads).isdisjoint(control for op in operations for control in op.control_inputs)


def fetched_value(tensor, effects, feeds):
    """The value that a fetch of the tensor reads: itself, or the version of the state that it refers to; None for a handle."""
    if tensor in feeds or owner_of(tensor) is None:
        return tensor
    return effects.version_of(tensor) if tensor.dtype.is_ref_dtype else None

"""What a run does to state, made explicit: each write of a variable makes a new version of its value.

Version 0 is the value from before the run. Writes of one variable happen in the order of `operations`: dependencies
first, then age. An operation reads the version that the last write among its own ancestors made, so what nothing
orders after a write sees the value from before the run, whatever else the run does.

A plain read of a reference (v/read) shares the variable's memory in TensorFlow: what uses it after a write sees
what was written. So such an input is the variable itself, as its consumer sees it. Only an assignment of another
size (validate_shape=False) leaves that memory to who has read it, so what it holds then is a value of its own.

A Region (a branch or a loop) reads and writes as one step. Inside, versions are counted anew: version 0 is what the
variable holds when the branch is taken, or when the iteration of the loop begins.
"""

import math
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from graphlab._src.base import dtypes
from graphlab._src.compiler.control_flow.regions import Region, Step, pushes_handle
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import GradientArray, SharedMemory, owner_of, passes_on, read_behind
from graphlab._src.graph.tensor import Tensor

Owner: TypeAlias = Any  # of state: an Operation; of some state that lives in a run a GradientArray or SharedMemory


class Version(NamedTuple):
    """The value of a variable, or a random operation's counter, after that many writes in this run."""

    owner: Owner
    number: int


Value = Tensor | Version  # what a run computes, and segments read and produce


class Effects:
    """Reads and writes of one run, or of one Body.

    reads: {op: {input index: Version}} for inputs that name state, {region: {owner: Version}} for regions.
    writes: {op: [(Version before, Version after)]}, one per updated reference.
    produced: {Version: the op that made it}.  final: {owner: Version} of what the run changes.
    made: the owners of stacks and TensorArrays that begin here.
    after: {step: the one before it} of what runs one after the other.
    step_of: {operation in a Region: the Region}.  dead: inputs of Merges that have no value, though their operations may run.
    """

    def __init__(
        self,
        operations: Iterable[Step],
        feeds: Container[Tensor],
        step_of: Mapping[Operation, Region] | None = None,
        changed: Collection[Owner] = (),
        dead: Collection[Tensor] = (),
    ) -> None:
        self.reads: dict[Step, dict[int | Owner, Version]] = {}
        self.writes: dict[Step, list[tuple[Version, Version]]] = {}
        self.produced: dict[Version, Step] = {}
        self.final: dict[Owner, Version] = {}
        self.made: set[Owner] = set()
        self.after: dict[Step, Step] = {}
        self.dead = frozenset(dead)
        self.step_of = step_of or {}
        self._changed = changed  # of a Body: the owners that the run has changed before it gets there
        # op -> {owner: number of the last write among its ancestors, itself included}
        self._seen: dict[Step, Mapping[Owner, int]] = {}
        # identities of several of these -> what they come to together
        self._merged: dict[frozenset[int], dict[Owner, int]] = {}
        # owner -> the writes after which it may have another size
        self._resized: dict[Owner, list[int]] = {}
        self._ended: Step | None = None  # the last one that ended what runs one after the other
        for op in operations:
            if isinstance(op, Region):
                self._visit_region(op, feeds)
            else:
                self._visit(op, feeds)
            if _serial(op, "end"):
                self._ended = op

    def _visit(self, op: Operation, feeds: Container[Tensor]) -> None:
        seen = self._inherit(op, feeds)
        definition = op.definition
        updated: list[tuple[int | None, Owner]] = []
        pushes_state = pushes_handle(op)
        for i, tensor in enumerate(op.inputs):
            owner = None if tensor in feeds else owner_of(tensor)
            if owner is None:
                self._read_through(op, i, tensor, seen, feeds)
                continue
            if passes_on(op) or definition.forwards == "each":
                continue
            if definition.updates_input(op, i):
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

    def _read_through(
        self, op: Operation, index: int, tensor: Tensor, seen: Mapping[Owner, int], feeds: Container[Tensor]
    ) -> None:
        """Notes that `op` reads a newer version than the read before it, where a write came in between."""
        if not (seen or self._changed) or op.definition.structural:
            return
        found = read_behind(tensor, feeds)
        if found is None:
            return
        read, owner = found
        number, step = seen.get(owner, 0), self.step_of.get(read, read)
        since = self._seen.get(step, {}).get(owner, 0)
        if number > since or owner in self._changed and step not in self._seen:
            memory = self.memory_since(Version(owner, since), number)
            self.reads.setdefault(op, {})[index] = memory or Version(owner, number)

    def memory_since(self, read: Version, number: int) -> Version | None:
        """What the memory that a version was read from holds after `number` writes; None where it is the variable's.

        A write after which the variable may have other memory makes it one of its results.
        """
        if not any(read.number < resized <= number for resized in self._resized.get(read.owner, ())):
            return None
        memory = Version(SharedMemory(*read), number)
        step = self.produced[Version(read.owner, number)]
        if isinstance(step, Region):
            return None
        if memory not in self.produced:
            self.writes[step].append((Version(read.owner, number - 1), memory))
            self.produced[memory] = step
        return memory

    def memory_left(self, step: Step) -> list[Version]:
        """What memory holds that was read of a variable before a step changed it, as far as the run needs it."""
        return [after for _, after in self.writes.get(step, ()) if isinstance(after.owner, SharedMemory)]

    def _begins(self, op: Operation) -> Owner | None:
        """The owner of the state that begins with this operation, or None."""
        if op.definition.makes_state:
            owner = owner_of(op.outputs[0])
            if not isinstance(owner, GradientArray):
                self.made.add(owner)
                return owner
            version = self.final.get(owner)
            made = None if version is None else self.produced.get(version)
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

    def _write(self, op: Step, owner: Owner) -> tuple[Version, Version]:
        before = self.final.get(owner, Version(owner, 0))
        after = Version(owner, before.number + 1)
        self.writes.setdefault(op, []).append((before, after))
        self.produced[after] = op
        self.final[owner] = after
        if isinstance(op, Operation) and op.attrs.get("validate_shape") is False:
            self._resized.setdefault(owner, []).append(after.number)
        return before, after

    def _visit_region(self, region: Region, feeds: Container[Tensor]) -> None:
        seen = self._inherit(region, feeds)
        changed = {*self._changed, *(owner for owner, number in seen.items() if number)}
        for inner in region.bodies:
            if not inner.has_effects:
                inner.effects = Effects(inner.steps, feeds, inner.step_of, changed, self.dead.union(inner.dead))
        region.reads, region.writes = self._outside(region, feeds)
        region.note_writes(feeds)
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

    def _outside(self, region: Region, feeds: Container[Tensor]) -> tuple[list[Owner], list[Owner]]:
        """(owners whose state the region reads from outside, owners whose state outside it changes)."""
        reads: dict[Owner, None] = {}
        writes: dict[Owner, None] = {}
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

    def _inherit(self, op: Step, feeds: Container[Tensor]) -> Mapping[Owner, int]:
        step_of = self.step_of
        before = {t.op for t in op.inputs if t not in feeds}.union(op.control_inputs)
        steps: set[Step] = {step_of.get(other, other) for other in before} if step_of else set(before)
        if self._ended is not None and _serial(op, "begin"):
            self.after[op] = self._ended
            steps.add(self._ended)
        parts = {id(seen): seen for other in steps if (seen := self._seen.get(other))}
        if len(parts) < 2:
            nothing: Mapping[Owner, int] = {}
            return next(iter(parts.values()), nothing)
        key = frozenset(parts)  # many operations may wait for the same: a whole layer for a whole step
        merged: dict[Owner, int] | None = self._merged.get(key)
        if merged is None:
            merged = {}
            for seen in parts.values():
                for owner, number in seen.items():
                    if number > merged.get(owner, 0):
                        merged[owner] = number
            self._merged[key] = merged
        return merged

    def version_of(self, tensor: Tensor) -> Version:
        """The Version that a reference tensor is when it is fetched."""
        return self.version_read_by(tensor.op, owner_of(tensor))

    def version_read_by(self, op: Operation, owner: Owner) -> Version:
        """The Version of a state that was the newest among the ancestors of an operation."""
        return Version(owner, self._seen.get(self.step_of.get(op, op), {}).get(owner, 0))


def shared_versions(memory: Version) -> list[Version]:
    """The versions of a variable that decide what memory read at the first of them holds after the last."""
    variable, since = memory.owner
    return [Version(variable, number) for number in range(since, memory.number + 1)]


def shared_value(versions: Sequence[Any]) -> Any:
    """What the memory holds that was read at the first of these values of a variable, when it has the last.

    The value of as many elements overwrites it, which keeps its shape for who has read it.
    """
    first, held = versions[0], versions[0]
    if any(value is None for value in versions):
        return None
    for value in versions[1:]:
        if math.prod(value.shape) != math.prod(first.shape):
            break
        held = value
    return held if held.shape == first.shape else held.reshape(first.shape)


def _serial(step: Step, which: str) -> bool:
    """True for a step that begins or ends what runs one after the other."""
    if isinstance(step, Region):
        return any(_serial(op, which) for op in step.members)
    return step.definition is not None and step.definition.serial == which


def value_of(tensor: Tensor, op: Step, index: int, effects: Effects, feeds: Container[Tensor]) -> Value:
    """The value that an operation reads at an input: the tensor, or the version of the state that it refers to."""
    if tensor in feeds or op not in effects.reads:
        return tensor
    return effects.reads[op].get(index, tensor)


def value_at_the_end(tensor: Tensor, effects: Effects, feeds: Container[Tensor]) -> Value | None:
    """The value that a run fetches for a tensor, as fetched_value says, but of a reference what the run leaves in it.

    So does a read of one: TensorFlow hands the variable's own memory to who fetched it, once the run is through.
    """
    if tensor in feeds or tensor.op in effects.step_of:
        return fetched_value(tensor, effects, feeds)
    found = None if tensor.dtype.is_ref_dtype else read_behind(tensor, feeds)
    final = effects.final.get(owner_of(tensor) if found is None else found[1])
    if final is None:
        return fetched_value(tensor, effects, feeds)
    return final if found is None else effects.memory_since(effects.version_read_by(*found), final.number) or final


def fetched_value(tensor: Tensor, effects: Effects, feeds: Container[Tensor]) -> Value | None:
    """The value that a fetch of the tensor reads: itself, or the version of the state that it refers to; None for a handle."""
    if tensor in feeds or owner_of(tensor) is None:
        return tensor
    return effects.version_of(tensor) if tensor.dtype.is_ref_dtype else None

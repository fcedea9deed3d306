"""What a run does to state, made explicit: each write of a variable makes a new version of its value.

Version 0 is the value from before the run. Writes of one variable happen in the order of `operations`: dependencies
first, then age. An operation reads the version that the last write among its own ancestors made, so what nothing
orders after a write sees the value from before the run, whatever else the run does.
"""

from typing import NamedTuple

from graphlab.graph.operation import Operation
from graphlab.graph.references import owner_of, passes_on


class Version(NamedTuple):
    """The value of a variable, or a random operation's counter, after that many writes in this run."""

    owner: Operation
    number: int


class Effects:
    """Reads and writes of one run.

    reads: {op: {input index: Version}} for inputs that refer to state.
    writes: {op: [(Version before, Version after)]}, one per updated input.
    produced: {Version: the op that made it}.  final: {owner: Version} of what the run changes.
    """

    def __init__(self, operations, feeds):
        self.reads = {}
        self.writes = {}
        self.produced = {}
        self.final = {}
        self._seen = {}  # op -> {owner: number of the last write among its ancestors, itself included}
        for op in operations:
            self._visit(op, feeds)

    def _visit(self, op, feeds):
        seen = self._inherit(op, feeds)
        definition = op._definition
        updated = []
        for i, tensor in enumerate(op._inputs):
            owner = None if tensor in feeds else owner_of(tensor)
            if owner is not None and not passes_on(op):
                if definition.updates and definition.inputs[i].name in definition.updates:
                    updated.append((i, owner))
                else:
                    self.reads.setdefault(op, {})[i] = Version(owner, seen.get(owner, 0))
        if definition.random:
            updated.append((None, op))
        for i, owner in updated:
            before = self.final.get(owner, Version(owner, 0))
            after = Version(owner, before.number + 1)
            self.writes.setdefault(op, []).append((before, after))
            self.produced[after] = op
            self.final[owner] = after
            if i is not None:
                self.reads.setdefault(op, {})[i] = before
            seen = {**seen, owner: after.number}
        self._seen[op] = seen

    def _inherit(self, op, feeds):
        merged = None
        for before in {t._op for t in op._inputs if t not in feeds}.union(op._control_inputs):
            seen = self._seen.get(before)
            if not seen or seen is merged:
                continue
            if merged is None:
                merged = seen
            else:
                merged = dict(merged)
                for owner, number in seen.items():
                    merged[owner] = max(number, merged.get(owner, 0))
        return merged or {}

    def version_of(self, tensor):
        """The Version that a reference stands for when it is fetched."""
        owner = owner_of(tensor)
        return Version(owner, self._seen.get(tensor._op, {}).get(owner, 0))

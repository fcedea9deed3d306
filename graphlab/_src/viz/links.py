"""The operations of a graph by their numbers, with the edges between them: what the analysis of a still diagram reads."""

import collections
import functools
import re

from graphlab._src.graph.constant import is_constant
from graphlab._src.graph.references import is_identity, is_variable

_NUMBER = re.compile(r"_\d+$")
_WRITES = re.compile(r"Assign|Apply|Scatter|SparseApply|ResourceApply|ResourceScatter|ResourceSparseApply|CountUpTo")


class Links:
    """Operations, and their edges as numbers."""

    def __init__(self, operations):
        self.operations = list(operations)
        self.number = {op: i for i, op in enumerate(self.operations)}
        self.types = [op.type for op in self.operations]
        self.names = [op.name for op in self.operations]
        self.is_constant = [is_constant(op) for op in self.operations]
        self.is_identity = [is_identity(op) for op in self.operations]
        self.is_variable = [is_variable(op) for op in self.operations]
        # The part of each in a branch or loop: "switch", "merge", "enter", …; "" for others.
        self.control_flow = [(op.definition.control_flow or "") if op.definition else "" for op in self.operations]
        # The part of each where sequences are masked by their lengths: "least", "greatest", …; "" for others.
        self.masking = [(op.definition.masking or "") if op.definition else "" for op in self.operations]
        # [(producer, output)] of each operation, and the operations that consume it or wait for it, one entry per edge.
        self.inputs = [
            [(self.number.get(tensor.op, -1), tensor.value_index) for tensor in op.inputs] for op in self.operations
        ]
        self.controls = [[self.number.get(other, -1) for other in op.control_inputs] for op in self.operations]
        self.users = [[] for _ in self.operations]
        for i, (inputs, controls) in enumerate(zip(self.inputs, self.controls, strict=True)):
            for producer in [*(one for one, _ in inputs), *controls]:
                if producer >= 0:
                    self.users[producer].append(i)

    def __len__(self):
        return len(self.operations)

    @functools.cached_property
    def sizes(self):
        """{scope: how many operations are in it, the one of its own name among them}"""
        found = collections.Counter()
        for name in self.names:
            end = name.rfind("/")
            while end >= 0:
                found[name[:end]] += 1
                end = name.rfind("/", 0, end)
        for name in self.names:
            if name in found:
                found[name] += 1
        return found

    @functools.cached_property
    def own(self):
        """{scope: the operation of exactly its name}"""
        return {name: i for i, name in enumerate(self.names) if name in self.sizes}

    def scope(self, number):
        """The scope of an operation: its own name where other names lie in it, else what its name lies in."""
        name = self.names[number]
        return name if name in self.sizes else parent(name)

    def is_writing(self, number):
        """Whether an operation writes to the variable that is its input."""
        return _WRITES.match(self.types[number]) is not None


def parent(path):
    """The scope that a name lies in; "" is the root."""
    return path.rpartition("/")[0]


def is_in(path, scope):
    """Whether a scope is another, or lies in it."""
    return not scope or path == scope or path.startswith(f"{scope}/")


def without_number(path):
    """The last part of a name without what makes it unique: `conv_1` is `conv`."""
    return _NUMBER.sub("", path.rpartition("/")[2])

"""The form of a segment: all that decides its compiled code, and nothing else.

Names, and which graph or session it is from, do not count; types, attributes, connections, sizes and the values of
constants do. Two segments of one form can run the same code.
"""

# The items of attributes that are lists or arrays are of any type.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import hashlib
from collections.abc import Collection, Iterable
from typing import Any, TypeAlias

import numpy as np

from graphlab._src.base.dtypes import DType
from graphlab._src.compiler.constants import Constants
from graphlab._src.compiler.control_flow.regions import Step
from graphlab._src.compiler.effects import Effects, Owner, Value, Version
from graphlab._src.compiler.executables.disk_cache import digest_of
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import lives_in_run
from graphlab._src.graph.tensor import Tensor

Description: TypeAlias = object  # numbers, texts and bytes in lists and tuples: its repr is what is hashed


class FormlessError(Exception):
    """The segment holds something whose effect on the code can't be seen from its description."""


class Form:
    """Describes one segment; `digest(more)` returns the description's hash.

    inputs: in the order in which the code has them.  outputs: the values that it returns.
    apart: outputs of constants whose values do not count, because they are inputs of the code.
    """

    def __init__(
        self,
        operations: Iterable[Step],
        inputs: Iterable[Value],
        outputs: Iterable[Value],
        effects: Effects,
        feeds: Collection[Tensor],
        apart: Collection[Tensor] = (),
    ) -> None:
        self._effects = effects
        self._feeds = feeds
        self._constants = Constants(feeds)
        self._apart = frozenset(apart)
        self._numbers: dict[Value, int] = {}
        self._owners: dict[Owner, int] = {}
        self._parts: list[Description] = []
        for value in (*inputs, *apart):
            self._parts.append(self._number(value))
        for op in operations:
            self._parts.append(self._operation(op))
        self._parts.append([self._number(value) for value in outputs])

    def digest(self, *more: object) -> str:
        """A name for the form and what else decides the code."""
        return digest_of(self._parts, more)

    def _number(self, value: Value) -> Description:
        """A value in the description: the order in which it was met, with its type and size the first time."""
        number = self._numbers.get(value)
        if number is not None:
            return number
        self._numbers[value] = len(self._numbers)
        if isinstance(value, Version):
            return ("state", self._owner(value.owner), value.number)
        return ("tensor", value.dtype.name, value.dims)

    def _owner(self, owner: Owner) -> Description:
        number = self._owners.get(owner)
        if number is not None:
            return number
        self._owners[owner] = len(self._owners)
        if not isinstance(owner, Operation) or lives_in_run(owner):
            raise FormlessError(owner)
        return owner.type, _attribute(owner.attrs.get("dtype"))

    def _operation(self, op: Step) -> Description:
        if not isinstance(op, Operation):
            raise FormlessError(op)
        definition = op.definition
        if definition.kernel is not None and not definition.kernel.__module__.startswith("graphlab."):
            raise FormlessError(op)  # foreign code, of which no version is known
        if op.outputs and op.outputs[0] in self._apart:
            return "apart"
        static = definition.static_positions(op)
        inputs: list[Description] = []
        for i, tensor in enumerate(op.inputs):
            inputs.append(self._numbers[tensor] if tensor in self._numbers else self._from_outside(tensor))
            if i in static:
                inputs.append(self._known(tensor))
        effects = self._effects
        reads = [(str(where), self._number(version)) for where, version in effects.reads.get(op, {}).items()]
        writes = [(self._number(before), self._number(after)) for before, after in effects.writes.get(op, ())]
        return op.type, attributes(op), inputs, reads, writes, [self._number(tensor) for tensor in op.outputs]

    def _from_outside(self, tensor: Tensor) -> Description:
        """What is neither an input nor made in the segment: state, or a value that is known beforehand."""
        if tensor.dtype.is_ref_dtype or tensor.dtype.name == "resource":
            return "names state"
        return self._known(tensor)

    def _known(self, tensor: Tensor) -> Description:
        """How a value that must be known while the code is made follows from constants and sizes."""
        if tensor in self._feeds:
            return "fed"
        value = self._constants.value(tensor)
        if value is not None:
            return _attribute(value)
        op = tensor.op
        if op.definition and (op.definition.structural or op.definition.on_state):
            raise FormlessError(op)
        if tensor in self._numbers and not (op.definition and op.definition.fold):
            return self._numbers[tensor]
        inputs = [self._numbers[t] if t in self._numbers else self._known(t) for t in op.inputs]
        return op.type, tensor.value_index, attributes(op), inputs


def attributes(op: Operation) -> list[tuple[str, Description]]:
    """The attributes that may matter to a kernel, in one order."""
    return [(name, _attribute(value)) for name, value in sorted(op.attrs.items()) if not name.startswith("_")]


def _attribute(value: Any) -> Description:
    if value is None or isinstance(value, (str, bytes, int, float, bool, complex)):
        return value
    if isinstance(value, DType):
        return value.name
    if isinstance(value, (list, tuple)):
        return [_attribute(item) for item in value]
    if isinstance(value, (np.ndarray, np.generic)):
        array = np.asarray(value)
        if array.dtype == object:
            return "objects", array.shape, repr(array.tolist())
        data = array.tobytes()
        return array.dtype.str, array.shape, data if len(data) <= 64 else hashlib.sha256(data).digest()
    raise FormlessError(value)

"""Copies of operations that runs execute: of a function's body for each call, of what works on one of several variables.

A graph holds the copies of its operations in one cache, `graph.operation_copies`: they are made once, since copies may own
state, as random operations do, and since a plan that is made anew then finds the same compiled code.
"""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor

_Made = TypeVar("_Made")


class OperationCopy(Operation):
    """An operation in no graph, which runs in place of `original`, or of the call of whose function it is a part.

    order: where it is among the operations of a run, as Operation.order says.
    """

    __slots__ = ("_order",)

    @classmethod
    def make(
        cls, original: Operation, op_type: str, name: str, attrs: dict[str, Any], order: tuple[int, ...]
    ) -> "OperationCopy":
        """Returns a copy without inputs and outputs, which the caller sets."""
        self = cls.detached(original.graph, op_type, name, [], [], attrs)
        self.id = original.id
        self.device_name = original.device
        self.frames = original.frames
        self._order = order
        return self

    @property
    def order(self) -> tuple[int, ...]:
        return self._order

    def copy_outputs(self, original: Operation) -> None:
        """Sets its outputs, of the types and shapes that those of another operation have."""
        self.outputs = [Tensor(self, i, tensor.dtype, tensor.dims) for i, tensor in enumerate(original.outputs)]


def made_once(op: Operation, which: Hashable, make: Callable[[], _Made]) -> _Made:
    """Returns what `make` made for an operation when that was first needed. which: of several things for one operation."""
    copies = op.graph.operation_copies
    found = copies.get((op, which))
    return copies.setdefault((op, which), make()) if found is None else found  # of two threads both get the first

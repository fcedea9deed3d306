"""Where a result of unknown size may be padded: what the extra rows become is dropped before anything reads it.

An optimizer adds up the gradients of rows that come more than once: Unique, UnsortedSegmentSum, then an update of the rows
that Unique names. Padded with a row that there is not, all of that has one size and compiles once, whatever rows come.
"""

from collections.abc import Container
from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.compiler.effects import Value
from graphlab._src.graph.capabilities import Padding
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor

_OF_ROWS = ("Scatter", "ResourceScatter", "SparseApply", "ResourceSparseApply")
_ROWS = frozenset(["indices"])
_VALUES = frozenset(["updates", "grad"])


def may_pad(op: Operation, members: Container[Operation], wanted: Container[Value]) -> bool:
    """True when the size of a Unique's outputs makes no difference.

    members: the operations that run.  wanted: the values that are fetched or used elsewhere.
    """
    rows, numbers = op.outputs
    sums: list[Tensor] = []
    for user, i in _uses(numbers, members):
        if _padding(user) != "sums" or i != 1:
            return False
        sums.append(user.outputs[0])
    for user, i in _uses(rows, members):
        if user.definition.of_shape == "shape":
            if not _counts_rows(user, members):
                return False
        elif not _updates(user, i, _ROWS):
            return False
    if any(tensor in wanted for tensor in (rows, numbers, *sums)):
        return False
    waiting = sums
    seen = set(waiting)
    while waiting:
        for user, i in _uses(waiting.pop(), members):
            if _padding(user) == "elementwise":
                output = user.outputs[0]
                if output in wanted:
                    return False
                if output not in seen:
                    seen.add(output)
                    waiting.append(output)
            elif not _updates(user, i, _VALUES):
                return False
    return bool(seen)


def is_padded(tensor: Value, value: Any) -> bool:
    """True for the rows of a Unique that were padded, where they come from a segment before."""
    return names_rows(tensor) and value.size > 0 and value[-1] == np.iinfo(value.dtype).max


def names_rows(tensor: Value) -> bool:
    """True for the output of an operation that may be padded."""
    if not isinstance(tensor, Tensor) or tensor.value_index:
        return False
    definition = tensor.op.definition
    return definition is not None and definition.padded is not None and tensor.dtype.base_dtype in dtypes.INDEX


def without_padding(rows: Any) -> Any:
    """The rows with 0 in place of the number that means none."""
    xp: Any = np if type(rows) is np.ndarray else jnp
    return xp.where(rows == np.iinfo(rows.dtype).max, xp.zeros((), rows.dtype), rows)


def _uses(tensor: Tensor, members: Container[Operation]) -> list[tuple[Operation, int]]:
    return [
        (user, i)
        for user in dict.fromkeys(tensor.consumer_list)
        if user in members
        for i, item in enumerate(user.inputs)
        if item is tensor
    ]


def _padding(op: Operation) -> Padding | None:
    return op.definition.padding


def _updates(op: Operation, index: int, names: Container[str]) -> bool:
    """True for an update of rows of which the tensor is one of these inputs."""
    return op.type.startswith(_OF_ROWS) and op.definition.inputs[index].name in names


def _counts_rows(shape: Operation, members: Container[Operation]) -> bool:
    """True when a Shape is used only for the number of sums."""
    for user, _ in _uses(shape.outputs[0], members):
        if _padding(user) != "counts":
            return False
        if any(_padding(other) != "sums" or i != 2 for other, i in _uses(user.outputs[0], members)):
            return False
    return True

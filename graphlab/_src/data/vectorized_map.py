"""Together: a function applied to many elements at once, as the rows of arrays.

It can be where each operation works number by number, or moves whole axes: then one call of NumPy does for all
elements what it does for one.
"""

import numpy as np

from graphlab._src.compiler.kernel_calls import cast
from graphlab._src.graph.constant import is_constant
from graphlab._src.ops.numpy_forms import aligned

_LARGE = 1 << 14  # bytes; more in one element is sooner done by itself, while it is in the cache


class Alone(Exception):  # noqa: N818  a signal, not a failure
    """These elements have to be done one by one."""


class Rows:
    """Elements that are the rows of arrays: the columns."""

    def __init__(self, columns):
        self.columns = columns

    def __len__(self):
        return len(self.columns[0])

    def __iter__(self):
        return iter(zip(*[_rows(column) for column in self.columns], strict=True))


def _rows(column):
    if column.ndim > 1:
        return iter(column)
    return (column[i : i + 1].reshape(()) for i in range(len(column)))


def columns_of(elements):
    """Elements as columns; raises Alone where they differ in shape, or are no numbers, or large."""
    if isinstance(elements, Rows):
        columns = elements.columns
        if any(column.dtype.hasobject for column in columns):
            raise Alone
    else:
        columns = [_column(parts) for parts in zip(*elements, strict=True)]
    if not columns or sum(column[0].nbytes for column in columns) > _LARGE:
        raise Alone
    return columns


def _column(parts):
    first = parts[0]
    if not hasattr(first, "dtype"):  # a dataset
        raise Alone
    dtype, shape = first.dtype, first.shape
    if dtype.hasobject or first.nbytes > _LARGE or any(part.shape != shape or part.dtype != dtype for part in parts):
        raise Alone
    return np.stack(parts)


def works_together(operations):
    """True when each of them can work on many elements at once."""
    return all(op.definition.vectorize is not None or is_constant(op) for op in operations)


def call(function, columns, captured):
    """The columns of the function's results for each element.  captured: the values that are the same for all."""
    values = [*columns, *captured, *[None] * (function.size - len(columns) - len(captured))]
    many = [True] * len(columns) + [False] * (function.size - len(columns))  # which values have a row for each element
    count = len(columns[0])
    with np.errstate(all="ignore"):
        for step in function.steps:
            if step.constant is not None:
                step(values, None)
                continue
            inputs = [values[i] for i in step.inputs]
            flags = [many[i] for i in step.inputs]
            if not any(flags):
                step(values, None)
                continue
            vectorize = step.op.definition.vectorize
            if vectorize == "elementwise":
                result = step.compute(aligned(inputs, flags))
            else:
                result = vectorize(step, inputs, flags)
                if result is None:
                    raise Alone
            place = step.outputs[0]
            values[place] = cast(result, step.types[0])
            many[place] = True
    found = []
    for tensor in function.outputs:
        value, place = values[function.places[tensor]], function.places[tensor]
        found.append(value if many[place] else np.broadcast_to(value, (count, *value.shape)))
    return found

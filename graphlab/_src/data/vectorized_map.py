"""Together: a function applied to many elements at once, as the rows of arrays.

It can be where each operation works number by number, or moves whole axes: then one call of NumPy does for all
elements what it does for one.
"""

import numpy as np

from graphlab._src.compiler.kernel_calls import cast

_LARGE = 1 << 14  # bytes; more in one element is sooner done by itself, while it is in the cache

_BY_NUMBER = frozenset(
    "Abs Add AddN AddV2 BitwiseAnd BitwiseOr BitwiseXor Cast Ceil Conj Equal Exp Floor FloorDiv FloorMod Greater "
    "GreaterEqual Identity Imag Invert IsFinite IsInf IsNan Less LessEqual Log Log1p LogicalAnd LogicalNot LogicalOr "
    "Maximum Minimum Mul Neg NotEqual OnesLike Pow Real RealDiv Relu Rint Round SelectV2 Sign Sqrt Square "
    "SquaredDifference StopGradient Sub ZerosLike".split()
)


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
    return all(op.type in _BY_NUMBER or op.type in _WAYS or op.type == "Const" for op in operations)


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
            kind = step.op.type
            if not any(flags):
                step(values, None)
                continue
            if kind in _BY_NUMBER:
                result = step.compute(_aligned(inputs, flags))
            else:
                result = _WAYS[kind](step, inputs, flags)
            place = step.outputs[0]
            values[place] = cast(result, step.types[0])
            many[place] = True
    found = []
    for tensor in function.outputs:
        value, place = values[function.places[tensor]], function.places[tensor]
        found.append(value if many[place] else np.broadcast_to(value, (count, *value.shape)))
    return found


def _aligned(inputs, flags):
    """Arrays of which those with rows get axes after the first, so that they broadcast as the elements do."""
    rank = max(value.ndim - flag for value, flag in zip(inputs, flags, strict=True))
    return [
        value.reshape(len(value), *[1] * (rank + 1 - value.ndim), *value.shape[1:]) if flag else value
        for value, flag in zip(inputs, flags, strict=True)
    ]


def _select(step, inputs, flags):
    if len({value.ndim - flag for value, flag in zip(inputs, flags, strict=True)}) > 1:
        raise Alone  # a condition for each row of the others
    return step.compute(_aligned(inputs, flags))


def _only_first(flags):
    if not flags[0] or any(flags[1:]):
        raise Alone


def _reshape(step, inputs, flags):
    _only_first(flags)
    return inputs[0].reshape(len(inputs[0]), *inputs[1].tolist())


def _expand_dims(step, inputs, flags):
    _only_first(flags)
    axis = int(inputs[1])
    return np.expand_dims(inputs[0], axis if axis < 0 else axis + 1)


def _transpose(step, inputs, flags):
    _only_first(flags)
    return np.transpose(inputs[0], [0, *(inputs[1] % (inputs[0].ndim - 1) + 1)])


def _one_hot(step, inputs, flags):
    _only_first(flags)
    axis = step.attrs["axis"]
    return step.kernel(*inputs, axis=axis if axis < 0 else axis + 1)


_WAYS = {
    "ExpandDims": _expand_dims,
    "OneHot": _one_hot,
    "Reshape": _reshape,
    "Select": _select,
    "Transpose": _transpose,
}

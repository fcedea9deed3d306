"""Assertions about dtypes and about order: checked while the graph is built, or computed as conditions."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, convert_to_tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.comparison import less, less_equal
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.control_flow.grouping import no_op
from graphlab._src.ops.reduction import reduce_all
from graphlab._src.ops.shape import reshape, shape, size
from graphlab._src.ops.slicing import strided_slice

_NUMERIC = {
    dtypes.float32,
    dtypes.float64,
    dtypes.int8,
    dtypes.int16,
    dtypes.int32,
    dtypes.int64,
    dtypes.uint8,
    dtypes.qint8,
    dtypes.qint32,
    dtypes.quint8,
    dtypes.complex64,
}


def assert_proper_iterable(values):
    """TypeError unless `values` is an iterable and no tensor, array or string, which iterate over what is inside."""
    if isinstance(values, (Tensor, SparseTensor, np.ndarray, bytes, str)):
        raise TypeError(f'Expected argument "values" to be a "proper" iterable.  Found: {type(values)}')
    if not hasattr(values, "__iter__"):
        raise TypeError(f'Expected argument "values" to be iterable.  Found: {type(values)}')


def assert_integer(x, message=None, name=None):
    """An operation that does nothing; TypeError, beginning with message, when x has no integer dtype."""
    with name_scope(name, "assert_integer", [x]):
        x = convert_to_tensor(x, name="x")
        if not x.dtype.is_integer:
            raise TypeError(f'{message or ""}  Expected "x" to be integer type.  Found: {x.name} of dtype {x.dtype}')
        return no_op("statically_determined_was_integer")


def assert_type(tensor, tf_type, message=None, name=None):
    """An operation that does nothing; TypeError, beginning with message, when the tensor's dtype is not tf_type."""
    with name_scope(name, "assert_type", [tensor]):
        tensor = convert_to_tensor(tensor, name="tensor")
        if tensor.dtype != tf_type:
            raise TypeError(f"{message or ''}  {tensor.name} must be of type {tf_type}")
        return no_op("statically_determined_correct_type")


def is_numeric_tensor(tensor):
    """True for a tensor of numbers."""
    return isinstance(tensor, Tensor) and tensor.dtype in _NUMERIC


def assert_same_float_dtype(tensors=None, dtype=None):
    """The floating point type of all tensors, None among them left out; float32 when neither they nor dtype say one.

    ValueError when they differ, or when it is no floating point type.
    """
    found, said_by = dtype, None
    for item in tensors or ():
        if item is None:
            continue
        kind = item.dtype.base_dtype
        if not found:
            found, said_by = kind, getattr(item, "name", str(item))
        elif found != kind:
            like = f" as {said_by}" if said_by else ""
            raise ValueError(
                f"{getattr(item, 'name', item)}, type={kind}, must be of the same type ({dtypes.as_dtype(found)}){like}."
            )
    found = found or dtypes.float32
    if not found.is_floating:
        raise ValueError(f"Expected floating point type, got {found}.")
    return found


def _steps(x):
    """How much each element of a flattened tensor is above the one before."""
    x = reshape(x, [-1])
    if not is_numeric_tensor(x):
        raise TypeError(f"Expected x to be numeric, instead found: {x}")
    is_short = less(size(x), 2)
    last = shape(x) - 1
    return cond(
        is_short,
        lambda: convert_to_tensor([], dtype=x.dtype),
        lambda: strided_slice(x, [1], [1] + last) - strided_slice(x, [0], last),
    )


def is_non_decreasing(x, name=None):
    """True when no element of x, row by row, is below the one before."""
    with name_scope(name, "is_non_decreasing", [x]):
        steps: Any = _steps(x)
        return reduce_all(less_equal(convert_to_tensor(0, dtype=steps.dtype), steps))


def is_strictly_increasing(x, name=None):
    """True when every element of x, row by row, is above the one before."""
    with name_scope(name, "is_strictly_increasing", [x]):
        steps: Any = _steps(x)
        return reduce_all(less(convert_to_tensor(0, dtype=steps.dtype), steps))

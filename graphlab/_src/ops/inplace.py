"""Rows of a tensor replaced or changed. TensorFlow changes the buffer of its input; here values do not change, and the result counts."""

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor
from graphlab._src.graph.constant import constant_dims
from graphlab._src.ops.cast import cast
from graphlab._src.ops.define import op, undefined_gradient
from graphlab._src.ops.shape import expand_dims, reshape, shape

_HOW = {"infer": lambda op: op.inputs[0].dims, "grad": undefined_gradient}
_SIGNATURE = "x: T, i: int32, v: T -> y: T"


def _rows(x, i, v):
    """The rows that i names, counted round the end; ValueError for values that do not fit."""
    if x.ndim != v.ndim or x.shape[1:] != v.shape[1:]:
        raise ValueError(f"x and v shape doesn't match at index 0: {list(x.shape)} vs. {list(v.shape)}")
    if i.ndim != 1:
        raise ValueError(f"i must be a vector. {list(i.shape)}")
    if i.shape[0] != v.shape[0]:
        raise ValueError(f"i and x shape doesn't match at index 0: {list(i.shape)} vs. {list(v.shape)}")
    return i % max(x.shape[0], 1)


@op("InplaceUpdate", _SIGNATURE, **_HOW)
def _update(x, i, v):
    """x with rows v in place of those that i names."""
    return jnp.asarray(x).at[_rows(x, i, v)].set(v)


@op("InplaceAdd", _SIGNATURE, **_HOW)
def _add(x, i, v):
    """x with rows v added to those that i names."""
    return jnp.asarray(x).at[_rows(x, i, v)].add(v)


@op("InplaceSub", _SIGNATURE, **_HOW)
def _sub(x, i, v):
    """x with rows v subtracted from those that i names."""
    return jnp.asarray(x).at[_rows(x, i, v)].add(-v)


@op("DeepCopy", "x: T -> y: T", **_HOW, stateful=True)
def deep_copy(x):
    """The tensor x, in a buffer of its own."""
    return x


@op(
    "Empty",
    "shape: int32 -> output: dtype",
    infer=lambda op: constant_dims(op.inputs[0]),
    static=["shape"],
    stateful=True,
    grad=undefined_gradient,
)
def empty(shape, *, dtype: dtypes.DType, init: bool = False):
    """A tensor of that shape. Its values, which TensorFlow leaves open without `init`, are zeros."""
    sizes = [int(size) for size in shape]
    return np.full(sizes, b"", object) if dtype is dtypes.string else np.zeros(sizes, dtype.as_numpy_dtype)


def empty_like(x, init=None):
    """A tensor of x's shape and type; see `empty`."""
    x = convert_to_tensor(x)
    return empty(shape(x), dtype=x.dtype.base_dtype, init=bool(init))


def _changed(x, i, v, change):
    x = convert_to_tensor(x)
    v = convert_to_tensor(v, x.dtype)
    if i is None:
        return reshape(change(reshape(x, [1, -1]), [0], reshape(v, [1, -1])), shape(x))
    i = cast(i, dtypes.int32)
    if i.shape.ndims == 0:
        return change(x, reshape(i, [1]), expand_dims(v, 0))
    return change(x, i, v)


def alias_inplace_update(x, i, v):
    """x with v in place of row i, or of the rows of a vector i, or of all when i is None."""
    return _changed(x, i, v, _update)


def alias_inplace_add(x, i, v):
    """x with v added to row i, or to the rows of a vector i, or to all when i is None."""
    return _changed(x, i, v, _add)


def alias_inplace_sub(x, i, v):
    """x with v subtracted from row i, or from the rows of a vector i, or from all when i is None."""
    return _changed(x, i, v, _sub)


def inplace_update(x, i, v):
    """alias_inplace_update of a copy of x."""
    return alias_inplace_update(deep_copy(x), i, v)


def inplace_add(x, i, v):
    """alias_inplace_add of a copy of x."""
    return alias_inplace_add(deep_copy(x), i, v)


def inplace_sub(x, i, v):
    """alias_inplace_sub of a copy of x."""
    return alias_inplace_sub(deep_copy(x), i, v)

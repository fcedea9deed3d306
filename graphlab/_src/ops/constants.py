"""Constants: zeros, ones, fill, zeros_like, ones_like."""

import contextlib
import functools
import operator
from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.overrides import overridable
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import Tensor, constant, constant_dims, constant_value, convert_to_tensor, name_scope
from graphlab._src.ops.define import HERE, TENSOR, no_gradient, op, raw_ops, same_as_input
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rules import sizes_of, with_rank

_SMALL = 1000  # elements: below that zeros and ones are written into the graph


@op(
    "Const",
    "-> output: dtype",
    attrs={"dtype": HERE},
    infer=lambda op: op.attrs["value"].shape,
    fold=lambda *, value: value,
    grad=no_gradient,
    static_value=True,
    cpu_types=("dtype", (dtypes.int32, dtypes.string)),
)
def const(*, value: TENSOR):
    """A value that is part of the graph."""
    return value


def _fill_shape(op):
    with_rank(op.inputs[1].dims, 0, "fill with a single number")
    with_rank(op.inputs[0].dims, 1, "pass dims as a vector: [2, 3]")
    dims = constant_dims(op.inputs[0])
    sizes = None if dims is None else constant_value(op.inputs[0])
    if sizes is not None and any(isinstance(size, int) and size < 0 for size in sizes.tolist()):
        raise ShapeError(f"Fill dimensions must be >= 0, got {sizes.tolist()}")
    return dims


def _filled_in_numpy(dims, value):
    _check_value(value)
    return np.full(sizes_of(dims, "dims must be a vector"), value)


def _check_value(value):
    if np.ndim(value):
        raise ValueError(f"value must be a scalar, got shape {shapes.text(np.shape(value))}")


@op(
    "Fill",
    "dims: index_type=int32, value: T -> output: T",
    types={"index_type": dtypes.INDEX},
    infer=_fill_shape,
    static=["dims"],
    fold=_filled_in_numpy,
    grad=lambda op, dy: [None, reduce_sum(dy)],
    static_value=True,
    interpret="fold",
    barrier=False,
)
def _fill(dims, value):
    """A tensor of shape `dims` whose elements all are `value`."""
    _check_value(value)
    return jnp.full(sizes_of(dims, "dims must be a vector"), value)


def fill(dims, value, name=None):
    """A tensor whose elements all are `value`.

    dims: its shape, a vector of integers.  value: a single number.
    """
    return _fill(dims, value, name=name)


def _zeros_of(x):
    if hasattr(x, "zeros_like"):  # a list of tensors
        return x.zeros_like()
    return np.full_like(x, b"") if x.dtype == object else np.zeros_like(x)


@op(
    "ZerosLike",
    "x: T -> y: T",
    infer=same_as_input(0),
    fold=_zeros_of,
    grad=no_gradient,
    interpret="fold",
    vectorize="elementwise",
    barrier=False,
    lists=True,
)
def _zeros_like(x):
    """Zeros in the shape and type of x."""
    return x.zeros_like() if hasattr(x, "zeros_like") else jnp.zeros_like(x)


@op(
    "OnesLike",
    "x: T -> y: T",
    types={"T": dtypes.NUMERIC - {dtypes.uint32, dtypes.uint64} | {dtypes.bool}},
    infer=same_as_input(0),
    fold=np.ones_like,
    grad=no_gradient,
    interpret="fold",
    vectorize="elementwise",
    barrier=False,
)
def _ones_like(x):
    """Ones in the shape and type of x."""
    return jnp.ones_like(x)


def zeros(shape, dtype=dtypes.float32, name=None):
    """A tensor of zeros (False for bool, empty strings for string).

    shape: integers or an integer vector.  dtype: of the result.
    """
    dtype = dtypes.as_dtype(dtype).base_dtype
    zero = False if dtype is dtypes.bool else "" if dtype is dtypes.string else 0
    return _filled(shape, zero, dtype, name, "zeros")


def ones(shape, dtype=dtypes.float32, name=None):
    """A tensor of ones (True for bool).

    shape: integers or an integer vector.  dtype: of the result.
    """
    dtype = dtypes.as_dtype(dtype).base_dtype
    return _filled(shape, True if dtype is dtypes.bool else 1, dtype, name, "ones")


def _filled(shape, value, dtype, name, default_name):
    with name_scope(name, default_name, [shape]) as scope:
        if not isinstance(shape, Tensor):
            try:
                dims: Any = shapes.of(shape)
                small = dims is not None and None not in dims and np.prod(dims) < _SMALL
                if small and not isinstance(shape, int):
                    return constant(value, dtype, dims, scope)
                wide = dims is not None and any(size > np.iinfo(np.int32).max for size in dims)
                shape = constant(np.asarray(dims, np.int64 if wide else np.int32), name="shape_as_tensor")
            except (TypeError, ValueError):
                _compare_size(shape)
                shape = convert_to_tensor(shape, dtypes.int32)
        if shape.dims is None or shape.dims == ():
            shape = raw_ops.Reshape(shape, [-1])
        return fill(shape, constant(value, dtype), scope)


def _compare_size(shape):
    """Adds the product of sizes that only a run has, and whether it is small: TensorFlow's graphs hold both, unused."""
    sizes = shape if isinstance(shape, (list, tuple)) else [shape]
    with contextlib.suppress(TypeError, ValueError):  # sizes of several dtypes
        raw_ops.Less(functools.reduce(operator.mul, sizes), _SMALL)


@overridable
def zeros_like(tensor, dtype=None, name=None, optimize=True):
    """Zeros in the shape of `tensor`.

    dtype: of the result; that of `tensor` when left out.  optimize: whether a known shape makes a constant.
    """
    with name_scope(name, "zeros_like", [tensor]) as scope:
        tensor = convert_to_tensor(tensor, name="tensor")
        static = optimize and shapes.fully_defined(tensor.dims)
        # TensorFlow reads False, which programs pass in mistake for another argument, as no dtype where it knows the shape.
        wanted = dtypes.as_dtype(dtype) if dtype or (dtype is not None and not static) else tensor.dtype
        if static and wanted.base_dtype is not dtypes.variant:
            return zeros(tensor.dims, wanted, scope)
        if wanted.base_dtype is not tensor.dtype.base_dtype:
            return zeros(_shape_of(tensor, optimize), wanted, scope)
        return _zeros_like(tensor, name=scope)


@overridable
def ones_like(tensor, dtype=None, name=None, optimize=True):
    """Ones in the shape of `tensor`.

    dtype: of the result; that of `tensor` when left out.  optimize: whether a known shape makes a constant.
    """
    with name_scope(name, "ones_like", [tensor]) as scope:
        tensor = convert_to_tensor(tensor, name="tensor")
        result = ones(_shape_of(tensor, optimize), tensor.dtype if dtype is None else dtype, scope)
        result.set_shape(tensor.shape)
        return result


def _shape_of(tensor, optimize):
    if optimize and shapes.fully_defined(tensor.dims):
        return constant(np.asarray(tensor.dims, np.int32), name="Shape")
    return raw_ops.Shape(tensor)

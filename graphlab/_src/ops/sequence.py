"""range and lin_space."""

from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import Tensor, constant, constant_value, convert_to_tensor, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.rules import with_rank
from graphlab._src.ops.shape import rank

_FLOATS = {dtypes.bfloat16, dtypes.float32, dtypes.float64}


_SAID = "{name} must be a scalar, not shape {shape}"


def _check_bounds(start, limit, delta):
    """Raises ShapeError where steps of that size don't lead from one number to the other."""
    if delta == 0:
        raise ShapeError("Requires delta != 0: 0")
    if delta > 0 and start > limit or delta < 0 and start < limit:
        sign = "<=" if delta > 0 else ">="
        bounds = "/".join(f"{value:g}" if isinstance(value, float) else str(value) for value in (start, limit))
        raise ShapeError(f"Requires start {sign} limit when delta {'>' if delta > 0 else '<'} 0: {bounds}")


def _range_here(start, limit, delta):
    """The NumPy form."""
    _check_bounds(start.item(), limit.item(), delta.item())
    return np.arange(start, limit, delta, dtype=np.asarray(start).dtype)


def _range_shape(op):
    for tensor in op.inputs:
        with_rank(tensor.dims, 0, "pass single numbers")
    values = [constant_value(tensor) for tensor in op.inputs]
    if any(value is None for value in values):
        return (None,)
    start, limit, delta = (value.item() for value in values)
    _check_bounds(start, limit, delta)
    return (int(np.ceil(abs((limit - start) / delta))),)


@op(
    "Range",
    "start: Tidx=int32, limit: Tidx=int32, delta: Tidx=int32 -> output: Tidx",
    types={"Tidx": _FLOATS | dtypes.INDEX},
    infer=_range_shape,
    scalars=dict.fromkeys(["start", "limit", "delta"], _SAID),
    static=["start", "limit", "delta"],
    fold=_range_here,
    grad=no_gradient,
    static_value=True,
    interpret="fold",
)
def _range(start, limit, delta):
    """start, start + delta, … up to limit, which is not among them."""
    if np.asarray(limit).dtype == object:  # a size that an export leaves open
        return jnp.arange(start.item(), limit.item(), delta.item(), dtype=start.dtype)
    return _range_here(np.asarray(start), np.asarray(limit), np.asarray(delta))


def is_range(tensor: Tensor) -> bool:
    """True for what range() returned."""
    return tensor.op.type == "Range"


def range(start, limit=None, delta: Any = 1, dtype=None, name="range"):
    """start, start + delta, … up to limit, which is not among them.

    range(n) begins at 0.  dtype: of the result; the widest of the three arguments' when left out.
    """
    if limit is None:
        start, limit = 0, start
    with name_scope(name, "Range", [start, limit, delta]) as scope:
        bounds = [
            convert_to_tensor(value, dtype, name=key)
            for value, key in zip((start, limit, delta), ("start", "limit", "delta"), strict=True)
        ]
        if dtype is None:
            order = [dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64]
            for bound in bounds:
                if bound.dtype.base_dtype not in order:
                    raise AssertionError(f"range accepts int32, int64, float32 and float64, got {bound}")
            widest = max((bound.dtype.base_dtype for bound in bounds), key=order.index)
            bounds = [cast(bound, widest) for bound in bounds]
        return _range(*bounds, name=scope)


def _linspace_shape(op):
    for tensor in op.inputs:
        with_rank(tensor.dims, 0, "pass single numbers")
    count = constant_value(op.inputs[2])
    if count is None:
        return (None,)
    if count <= 0:
        raise ShapeError(f"Requires num > 0: {count}")
    return (int(count),)


@op(
    "LinSpace",
    "start: T, stop: T, num: Tidx=int32 -> output: T",
    types={"T": _FLOATS, "Tidx": dtypes.INDEX},
    infer=_linspace_shape,
    scalars=dict.fromkeys(["start", "stop", "num"], _SAID),
    static=["num"],
    grad=no_gradient,
    fold=lambda start, stop, num: np.linspace(start, stop, int(num)),
)
def lin_space(start, stop, num):
    """num numbers from start to stop, both of which are among them, at equal steps."""
    if num <= 0:
        raise ValueError(f"Requires num > 0: {int(num)}")
    return jnp.linspace(start, stop, int(num), dtype=start.dtype)


def all_axes(x):
    """The axes of a tensor as a constant, or as operations where its rank is unknown or x is no tensor yet."""
    if isinstance(x, Tensor) and x.dims is not None:
        return constant(np.arange(len(x.dims), dtype=np.int32))
    return range(0, rank(x))

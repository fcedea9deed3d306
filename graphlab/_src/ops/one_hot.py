"""one_hot: class numbers as vectors."""

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.overrides import overridable
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.numpy_forms import only_first
from graphlab._src.ops.rules import scalar_size


def _one_hot_shape(op):
    dims = op.inputs[0].dims
    depth = scalar_size(op, 1)
    axis = op.attrs["axis"]
    if axis < -1:
        raise ShapeError(f"axis must be >= -1, but is {axis}")
    if dims is None:
        return None
    axis %= len(dims) + 1  # beyond the last one only a run fails
    return (*dims[:axis], depth, *dims[axis:])


def _counting(indices):
    """The type to count classes in, of which there may be more than a small type of indices holds."""
    return np.promote_types(indices.dtype, np.int32)


def _one_hot_in_numpy(indices, depth, on_value, off_value, *, axis=-1):
    axis = indices.ndim if axis == -1 else axis
    places = np.arange(int(depth), dtype=_counting(indices)).reshape((-1,) + (1,) * (indices.ndim - axis))
    return np.where(np.expand_dims(indices, axis) == places, on_value, off_value)


@only_first
def _one_hot_of_rows(step, inputs):
    axis = step.attrs["axis"]
    return _one_hot_in_numpy(*inputs, axis=axis if axis < 0 else axis + 1)


@op(
    "OneHot",
    "indices: TI=int64, depth: int32, on_value: T, off_value: T -> output: T",
    types={"TI": {dtypes.uint8, dtypes.int32, dtypes.int64}},
    infer=_one_hot_shape,
    static=["depth"],
    grad=no_gradient,
    numpy=_one_hot_in_numpy,
    vectorize=_one_hot_of_rows,
)
def _one_hot(indices, depth, on_value, off_value, *, axis: int = -1):
    """on_value at the position that each index names along a new axis, off_value elsewhere."""
    for name, number in (("depth", depth), ("on_value", on_value), ("off_value", off_value)):
        if np.ndim(number):
            raise ValueError(f"{name} must be a scalar, but got: {shapes.text(np.shape(number))}")
    if depth < 0:
        raise ValueError(f"depth must be non-negative, got: {int(depth)}")
    if not -1 <= axis <= indices.ndim:
        raise ValueError(f"Expected axis to be -1 or between [0, {indices.ndim + 1}).  But received: {axis}")
    axis = indices.ndim if axis == -1 else axis
    places = jnp.arange(int(depth), dtype=_counting(indices)).reshape((-1,) + (1,) * (indices.ndim - axis))
    return jnp.where(jnp.expand_dims(indices, axis) == places, on_value, off_value)


@overridable
def one_hot(indices, depth, on_value=None, off_value=None, axis=None, dtype=None, name=None):
    """Class numbers as vectors: on_value at that position, off_value elsewhere.

    indices: any shape; numbers outside 0 … depth - 1 make rows of off_value.  depth: the number of classes.
    on_value, off_value: 1 and 0 when left out.  axis: where the new axis comes, the end when left out.
    dtype: float32 when neither it nor a value is given.
    """
    with name_scope(name, "one_hot", [indices, depth, on_value, off_value]) as scope:
        types = {}
        for key, value in (("on_value", on_value), ("off_value", off_value)):
            if value is not None:
                types[key] = convert_to_tensor(value).dtype.base_dtype
                if dtype is not None and types[key] != dtypes.as_dtype(dtype):
                    raise TypeError(f"dtype {types[key]} of {key} does not match dtype parameter {dtype}")
        if len(types) == 2 and types["on_value"] is not types["off_value"]:
            raise TypeError(
                f"dtype {types['on_value']} of on_value does not match dtype {types['off_value']} of off_value"
            )
        dtype = next(iter(types.values()), dtypes.float32 if dtype is None else dtypes.as_dtype(dtype))
        if on_value is None:
            on_value = convert_to_tensor(1, dtype, name="on_value")
        if off_value is None:
            off_value = convert_to_tensor(0, dtype, name="off_value")
        return _one_hot(indices, depth, on_value, off_value, axis=-1 if axis is None else axis, name=scope)

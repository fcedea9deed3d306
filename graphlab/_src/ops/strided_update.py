"""tensor_strided_slice_update: a tensor with a strided slice of it replaced."""

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import UnimplementedError
from graphlab._src.base.signals import delayed
from graphlab._src.ops.define import op, same_as_input
from graphlab._src.ops.slicing import MASKS, check_strided, strided_index


def part_index(x, begin, end, strides, value, masks):
    """The index of the part between begin and end, which the value fits; None where that has no elements."""
    check_strided(x.shape, begin, end, strides, masks)
    index = strided_index(begin, end, strides, **masks)
    with delayed():
        part = jax.eval_shape(lambda x: x[index], jax.ShapeDtypeStruct(x.shape, np.uint8)).shape
    if 0 in part:
        return None
    if shapes.differ(part, np.shape(value)):
        raise UnimplementedError(
            None,
            None,
            f"sliced l-value shape {shapes.text(part)} does not match r-value shape {shapes.text(np.shape(value))}. "
            "Automatic broadcasting not yet implemented.",
        )
    return index


@op(
    "TensorStridedSliceUpdate",
    "input: T, begin: Index, end: Index, strides: Index, value: T -> output: T",
    types={"Index": dtypes.INDEX},
    infer=same_as_input(0),
    static=["begin", "end", "strides"],
)
def tensor_strided_slice_update(
    input,
    begin,
    end,
    strides,
    value,
    *,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
):
    """The input with the part between begin and end, in steps, replaced."""
    masks = dict(zip(MASKS, (begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask), strict=True))
    index = part_index(input, begin, end, strides, value, masks)
    return input if index is None else jnp.asarray(input).at[index].set(value)

"""batch_gather_with_default: batch_gather with a value in place of what is out of bounds."""

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, get_default_graph, name_scope
from graphlab._src.ops import broadcasting as dense
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_greater_equal
from graphlab._src.ops.constants import ones_like, zeros_like
from graphlab._src.ops.gather import batch_gather
from graphlab._src.ops.joining import concat
from graphlab._src.ops.ragged.broadcasting import broadcast_to
from graphlab._src.ops.ragged.dynamic_shape import RaggedTensorDynamicShape
from graphlab._src.ops.ragged.selection import where
from graphlab._src.ops.ragged.tensor import convert_to_tensor_or_ragged_tensor, is_ragged, splits_dtype
from graphlab._src.ops.shape import expand_dims, rank, shape


def batch_gather_with_default(params, indices, default_value="", name=None):
    """The values in each row of params at the positions in the same row of indices, default_value where there is none.

    params, indices: tensors or ragged tensors of known rank.  default_value: a scalar, or a vector.
    """
    with name_scope(name, "RaggedBatchGatherWithDefault"):
        params = convert_to_tensor_or_ragged_tensor(params, name="params")
        indices = convert_to_tensor_or_ragged_tensor(indices, name="indices")
        default_value = convert_to_tensor_or_ragged_tensor(default_value, name="default_value")
        kind = splits_dtype(params, indices, default_value)
        if default_value.shape.ndims not in (0, 1):
            raise ValueError('"default_value" must be a scalar or vector')
        if indices.shape.ndims is None:
            raise ValueError("Indices must have a known rank.")
        if params.shape.ndims is None:
            raise ValueError("Params must have a known rank.")
        axis = indices.shape.ndims - 1
        with get_default_graph().control_dependencies([assert_greater_equal(rank(params), rank(indices))]):
            if is_ragged(params):
                counts = cast(expand_dims(params.row_lengths(axis=axis), axis=-1), indices.dtype)
                pad = broadcast_to(default_value, _pad_shape(params, indices, axis, kind))
            else:
                sizes = shape(params)
                counts = sizes[axis]
                pad = dense.broadcast_to(default_value, concat([sizes[:axis], [1], sizes[axis + 1 :]], 0))
            padded = concat([cast(pad, params.dtype), params], axis=axis)
            is_outside = (indices < 0) | (indices >= counts)
            places = where(is_outside, zeros_like(indices), indices + 1)
            return batch_gather(padded, places, name=name)


def _pad_shape(params, indices, axis, kind):
    """The shape of one default value for each row of params."""
    sizes = RaggedTensorDynamicShape.from_tensor(params, dim_size_dtype=kind)
    partitioned, inner = sizes.partitioned_dim_sizes, sizes.inner_dim_sizes
    if params.shape.ndims == indices.shape.ndims:
        if sizes.num_inner_dimensions == 0:
            none = convert_to_tensor([], dtypes.int64)
            return RaggedTensorDynamicShape((*partitioned[:-1], ones_like(partitioned[-1])), none)
        return RaggedTensorDynamicShape(partitioned, concat([inner[:-1], [1]], axis=0))
    count = sizes.num_partitioned_dimensions - axis
    if axis == 0:
        one = convert_to_tensor(1, kind)
        return RaggedTensorDynamicShape((one, *[convert_to_tensor([1], kind)] * (count - 1)), inner)
    alone = ones_like(partitioned[axis])
    return RaggedTensorDynamicShape((*partitioned[:axis], *[alone] * count), inner)

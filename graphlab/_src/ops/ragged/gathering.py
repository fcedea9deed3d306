"""gather, gather_nd and batch_gather of ragged tensors, and tf.ragged.range, by which rows are taken apart."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import dimension_value
from graphlab._src.graph import convert_to_tensor, get_default_graph, name_scope
from graphlab._src.ops import gather as dense
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_equal
from graphlab._src.ops.constants import ones
from graphlab._src.ops.joining import concat
from graphlab._src.ops.ragged.rows import ragged_gather, ragged_range
from graphlab._src.ops.ragged.tensor import (
    RaggedTensor,
    convert_to_tensor_or_ragged_tensor,
    is_ragged,
    splits_dtype,
)
from graphlab._src.ops.ragged.tiling import expand_dims, tile
from graphlab._src.ops.repeating import repeat
from graphlab._src.ops.shape import expand_dims as dense_expand_dims
from graphlab._src.ops.shape import rank, reshape, shape

_RANGES = [dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64]  # each can hold those before it


def range(starts, limits=None, deltas: Any = 1, dtype=None, name=None, row_splits_dtype=dtypes.int64):
    """A RaggedTensor of rows of numbers: row i begins with starts[i] and goes on by deltas[i] up to limits[i].

    starts, limits, deltas: numbers, or vectors of one length; with starts alone the rows begin with 0.
    dtype: int32, int64, float32 or float64; the widest of the three when left out.

        tf.ragged.range([3, 0, 2])  # [[0, 1, 2], [], [0, 1]]
    """
    if limits is None:
        starts, limits = 0, starts
    with name_scope(name, "RaggedRange", [starts, limits, deltas]) as scope:
        given = {"starts": starts, "limits": limits, "deltas": deltas}
        tensors = [convert_to_tensor(value, dtype=dtype, name=key) for key, value in given.items()]
        if dtype is None:
            widest = max((tensor.dtype for tensor in tensors), key=_RANGES.index)
            tensors = [cast(tensor, widest) for tensor in tensors]
        splits, values = ragged_range(*tensors, Tsplits=dtypes.as_dtype(row_splits_dtype), name=scope)
        return RaggedTensor.from_row_splits(values, splits, validate=False)


def _only_zero(value, name):
    if not isinstance(value, int) or value != 0:
        raise ValueError(f"{name} != 0 is not supported for ragged gather yet.")


def gather(params, indices, validate_indices=None, axis=0, batch_dims=0, name=None):
    """The rows of params at positions, where both may be ragged. axis, batch_dims: 0 is all that there is."""
    _only_zero(axis, "axis")
    _only_zero(batch_dims, "batch_dims")
    with name_scope(name, "RaggedGather", [params, indices]):
        params = convert_to_tensor_or_ragged_tensor(params, name="params")
        indices = convert_to_tensor_or_ragged_tensor(indices, name="indices")
        splits_dtype(params, indices)
        if is_ragged(indices):
            return indices.with_values(gather(params, indices.values))
        if not is_ragged(params):
            return dense.gather(params, indices)
        if indices.shape.ndims is None:
            raise ValueError("indices.shape.ndims must be known statically")
        result_rank = indices.shape.ndims + params.ragged_rank - 1
        splits, values = ragged_gather(
            params.nested_row_splits, params.flat_values, indices, OUTPUT_RAGGED_RANK=result_rank
        )
        return RaggedTensor.from_nested_row_splits(values, splits, validate=False)


def gather_nd(params, indices, batch_dims=0, name=None):
    """The parts of params at the coordinates in the last axis of indices, where both may be ragged.

    The innermost axis of indices is not ragged. batch_dims: 0 is all that there is.
    """
    _only_zero(batch_dims, "batch_dims")
    if not (is_ragged(params) or is_ragged(indices)):
        return dense.gather_nd(params, indices, name)
    with name_scope(name, "RaggedGatherNd", [params, indices]):
        params = convert_to_tensor_or_ragged_tensor(params, name="params")
        indices = convert_to_tensor_or_ragged_tensor(indices, name="indices")
        splits_dtype(params, indices)
        ndims = indices.shape.ndims
        if ndims is None:
            raise ValueError("indices.rank be statically known.")
        if ndims == 0:
            raise ValueError("indices.rank must be at least 1.")
        if is_ragged(indices) and ndims == indices.ragged_rank + 1:
            raise ValueError("The innermost dimension of indices may not be ragged")
        count = dimension_value(indices.shape[-1])
        if count is None:
            raise ValueError("indices.shape[-1] must be statically known.")
        if ndims > 2:
            return _gather_nested(params, indices, ndims)
        if count == 0:
            return _all_of(params, indices, ndims)
        if count == 1:
            return gather(params, reshape(indices, [-1]))
        return _at_coordinates(params, cast(indices, params.row_splits.dtype), count)


def _gather_nested(params, indices, ndims):
    """With coordinates in more than one axis: these become ragged, and are flattened."""
    was_ragged = is_ragged(indices)
    if not was_ragged:
        kind = params.row_splits.dtype
        indices = RaggedTensor.from_tensor(indices, ragged_rank=ndims - 2, row_splits_dtype=kind)
    result = indices.with_flat_values(gather_nd(params, indices.flat_values))
    if not was_ragged and is_ragged(result) and result.ragged_rank == ndims - 2:
        return result.to_tensor()
    return result


def _all_of(params, indices, ndims):
    """Coordinates without numbers refer to all of params."""
    count = params.ragged_rank + rank(params.flat_values)
    for _ in indices.shape[:-1]:
        params = expand_dims(params, axis=0)
    return tile(params, concat([shape(indices)[:-1], ones([count], dtypes.int32)], axis=0))


def _at_coordinates(params, indices, count):
    """Each number of the coordinates finds a row in the values of the one before."""
    places, values, axis = dense.gather(params.row_splits, indices[..., 0]) + indices[..., 1], params.values, 2
    while axis < count and is_ragged(values):
        places = dense.gather(values.row_starts(), places) + indices[..., axis]
        values, axis = values.values, axis + 1
    if axis == count:
        return gather(values, places)
    return dense.gather_nd(values, concat([dense_expand_dims(places, axis=1), indices[..., axis:]], axis=1))


def batch_gather(params, indices, name=None):
    """The values in each row of params at the positions in the same row of indices, where both may be ragged."""
    if not (is_ragged(params) or is_ragged(indices)):
        return dense.batch_gather(params, indices, name)
    with name_scope(name, "RaggedBatchGather", [params, indices]):
        params = convert_to_tensor_or_ragged_tensor(params, name="params")
        indices = convert_to_tensor_or_ragged_tensor(indices, name="indices")
        splits_dtype(params, indices)
        ndims, mismatch = indices.shape.ndims, ValueError("batch shape from indices does not match params shape")
        if ndims is None:
            raise ValueError("batch_gather does not allow indices with unknown shape.")
        if ndims == 0:
            raise ValueError("indices.rank must be at least 1.")
        if is_ragged(indices):
            if ndims > 2 and not is_ragged(params):
                raise mismatch
            if ndims > 2:
                with get_default_graph().control_dependencies([assert_equal(params.row_splits, indices.row_splits)]):
                    values = batch_gather(params.values, indices.values)
                    return RaggedTensor.from_row_splits(values, indices.row_splits, validate=False)
            if not is_ragged(params):
                if params.shape.ndims is not None and params.shape.ndims < 2:
                    raise mismatch
                params = RaggedTensor.from_tensor(params, ragged_rank=1, row_splits_dtype=indices.row_splits.dtype)
            starts = repeat(params.row_starts(), indices.row_lengths(), axis=0)
            values = gather(params.values, cast(indices.values, starts.dtype) + starts)
            return RaggedTensor.from_row_splits(values, indices.row_splits, validate=False)
        if ndims == 1:
            return gather(params, indices)
        if ndims == 2:
            starts = dense_expand_dims(params.row_starts(), 1)
            return gather(params.values, cast(indices, starts.dtype) + starts)
        raise mismatch

"""Sums and maxima of sparse tensors along axes."""

import jax
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import constant, constant_value
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.define import op, undefined_gradient
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.gather import gather_nd
from graphlab._src.ops.reduction import reduced_shape
from graphlab._src.ops.rules import check_sparse
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import reshape, size
from graphlab._src.ops.sparse_products import small


def _axes(reduction_axes, rank):
    axes = [int(axis) for axis in np.reshape(reduction_axes, -1)]
    for axis in axes:
        if not -rank <= axis < rank:
            raise ValueError(f"Invalid reduction dimension {axis}, for input with {rank} dimensions.")
    return sorted({axis % rank for axis in axes})


def _reduced_shape(op):
    sizes, axes = constant_value(op.inputs[2]), constant_value(op.inputs[3])
    keep = op.attrs["keep_dims"]
    if sizes is None or axes is None:
        return None
    dims = sizes.tolist()
    reduced = _axes(axes, len(dims))
    if keep:
        return tuple(1 if i in reduced else one for i, one in enumerate(dims))
    return tuple(one for i, one in enumerate(dims) if i not in reduced)


def _remaining_axes(sizes, reduction_axes):
    """The axes that are left."""
    reduced = _axes(reduction_axes, len(sizes))
    return [i for i in range(len(sizes)) if i not in reduced]


def _result_sizes(sizes, remaining, keep_dims):
    return tuple(int(one) if i in remaining else 1 for i, one in enumerate(sizes) if keep_dims or i in remaining)


def _row_numbers(places, sizes, remaining):
    """For each place the number of the result that it counts for, and how many results there are."""
    number, count = 0 * places[:, 0] if places.shape[1] else places.sum(1), 1
    for i in remaining:
        number = number * int(sizes[i]) + places[:, i]
        count *= int(sizes[i])
    return number, count


_RANKS = {
    "input_indices": (2, "indices must be a matrix, but got: {shape}"),
    "input_values": (1, "vals must be a vec, but got: {shape}"),
    "input_shape": (1, "Expected input_shape to be a vector; got shape: {shape}"),
}


def _check_parts(places, values, sizes, axes):
    """ValueError where the parts of a sparse tensor do not go together, or axes are no vector."""
    check_sparse(places, values, sizes)
    if np.ndim(axes) > 1:
        found = shapes.text(np.shape(axes))
        raise ValueError(f"Expected reduction_axes to be a scalar or a vector; got shape: {found}")


_REDUCE = {
    "ranks": _RANKS,
    "signature": "input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32 -> output: T",
    "infer": _reduced_shape,
    "static": ["input_shape", "reduction_axes"],
}


def _sum_grad(op, dy):
    places, _, sizes, axes = op.inputs
    remaining = reduced_shape(sizes, axes)
    dy = reshape(dy, remaining)
    scale = sizes // cast(remaining, dtypes.int64)
    return [None, gather_nd(dy, places // scale), None, None]


@op("SparseReduceSum", types={"T": dtypes.NUMERIC}, grad=_sum_grad, **_REDUCE)
def _reduce_sum(input_indices, input_values, input_shape, reduction_axes, *, keep_dims: bool = False):
    """The sums of a sparse tensor along axes, as a dense one."""
    _check_parts(input_indices, input_values, input_shape, reduction_axes)
    remaining = _remaining_axes(input_shape, reduction_axes)
    number, count = _row_numbers(small(input_indices), input_shape, remaining)
    total = jax.ops.segment_sum(input_values, number, count)
    return total.reshape(_result_sizes(input_shape, remaining, keep_dims))


@op("SparseReduceMax", types={"T": dtypes.REAL}, grad=undefined_gradient, **_REDUCE)
def _reduce_max(input_indices, input_values, input_shape, reduction_axes, *, keep_dims: bool = False):
    """The largest values of a sparse tensor along axes, as a dense one; 0 where there is none."""
    _check_parts(input_indices, input_values, input_shape, reduction_axes)
    remaining = _remaining_axes(input_shape, reduction_axes)
    number, count = _row_numbers(small(input_indices), input_shape, remaining)
    highest = jax.ops.segment_max(input_values, number, count)
    found = jax.ops.segment_sum(jax.numpy.ones_like(number), number, count) > 0
    return jax.numpy.where(found, highest, 0).reshape(_result_sizes(input_shape, remaining, keep_dims))


_REDUCE_SPARSE = {
    "ranks": _RANKS,
    "signature": "input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32 "
    "-> output_indices: int64, output_values: T, output_shape: int64",
    "infer": lambda op: [None, None, None],
    "host": True,
    "grad": undefined_gradient,
}


def _reduced_sparse(combine, places, values, sizes, axes, keep_dims):
    _check_parts(places, values, sizes, axes)
    remaining = _remaining_axes(sizes, axes)
    number, count = _row_numbers(places, sizes, remaining)
    rows, which = np.unique(number, return_inverse=True)
    order = np.argsort(which, kind="stable")
    begins = np.searchsorted(which[order], np.arange(len(rows)))
    found = combine.reduceat(values[order], begins).astype(values.dtype) if len(rows) else values[:0]
    result = _result_sizes(sizes, remaining, keep_dims)
    coordinates = np.unravel_index(rows, result) if result else []
    places = np.stack(coordinates, 1) if len(coordinates) else np.zeros((len(rows), 0))
    return places.astype(np.int64), found, np.asarray(result, np.int64)


@op("SparseReduceSumSparse", types={"T": dtypes.NUMERIC}, **_REDUCE_SPARSE)
def _reduce_sum_sparse(input_indices, input_values, input_shape, reduction_axes, *, keep_dims: bool = False):
    """The sums of a sparse tensor along axes, as a sparse one."""
    return _reduced_sparse(np.add, input_indices, input_values, input_shape, reduction_axes, keep_dims)


@op("SparseReduceMaxSparse", types={"T": dtypes.REAL}, **_REDUCE_SPARSE)
def _reduce_max_sparse(input_indices, input_values, input_shape, reduction_axes, *, keep_dims: bool = False):
    """The largest values of a sparse tensor along axes, as a sparse one."""
    return _reduced_sparse(np.maximum, input_indices, input_values, input_shape, reduction_axes, keep_dims)


def _reduce(kernel, sparse, axis, keepdims, reduction_axes, keep_dims):
    keepdims = renamed("keepdims", keepdims, "keep_dims", keep_dims)
    axis = renamed("axis", axis, "reduction_axes", reduction_axes)
    if axis is None:
        rank = sparse.dense_shape.dims and sparse.dense_shape.dims[0]
        axis = range_(size(sparse.dense_shape)) if rank is None else constant(np.arange(rank, dtype=np.int32))
    return kernel(sparse.indices, sparse.values, sparse.dense_shape, axis, keep_dims=bool(keepdims))


def sparse_reduce_sum(sp_input, axis=None, keepdims=None, reduction_axes=None, keep_dims=None):
    """The sums of a SparseTensor along axes, all of them when left out, as a dense tensor.

    keepdims: whether reduced axes stay, with size 1.  reduction_axes, keep_dims: old names of axis and keepdims.
    sp_input: a SparseTensor.
    """
    return _reduce(_reduce_sum, sp_input, axis, keepdims, reduction_axes, keep_dims)


def sparse_reduce_max(sp_input, axis=None, keepdims=None, reduction_axes=None, keep_dims=None):
    """The largest values of a SparseTensor along axes, as a dense tensor; 0 where there is none.

    sp_input, axis, keepdims, reduction_axes, keep_dims: as in sparse_reduce_sum.
    """
    return _reduce(_reduce_max, sp_input, axis, keepdims, reduction_axes, keep_dims)


def sparse_reduce_sum_sparse(sp_input, axis=None, keepdims=None, reduction_axes=None, keep_dims=None):
    """The sums of a SparseTensor along axes, as a SparseTensor.

    sp_input, axis, keepdims, reduction_axes, keep_dims: as in sparse_reduce_sum.
    """
    return SparseTensor(*_reduce(_reduce_sum_sparse, sp_input, axis, keepdims, reduction_axes, keep_dims))


def sparse_reduce_max_sparse(sp_input, axis=None, keepdims=None, reduction_axes=None, keep_dims=None):
    """The largest values of a SparseTensor along axes, as a SparseTensor.

    sp_input, axis, keepdims, reduction_axes, keep_dims: as in sparse_reduce_sum.
    """
    return SparseTensor(*_reduce(_reduce_max_sparse, sp_input, axis, keepdims, reduction_axes, keep_dims))

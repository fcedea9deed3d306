"""Sparse tensors made from others: masked, filled, expanded, with larger shapes."""

from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.compiler.checks import Check, first_bad
from graphlab._src.graph import (
    IndexedSlices,
    Tensor,
    constant,
    constant_dims,
    convert_to_tensor,
    name_scope,
    static_value,
)
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.arithmetic import add
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_equal, assert_less_equal
from graphlab._src.ops.comparison import not_equal
from graphlab._src.ops.constants import fill, ones, ones_like, zeros
from graphlab._src.ops.control_flow.grouping import with_dependencies
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.gather import gather, gather_nd
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.reduction import reduce_max
from graphlab._src.ops.rules import merge_size, with_rank
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, shape
from graphlab._src.ops.slicing import slice_
from graphlab._src.ops.sparse_dense import sparse_tensor_to_dense
from graphlab._src.ops.sparse_merge import sparse_merge
from graphlab._src.ops.sparse_products import as_sparse


def sparse_from_dense(tensor, name=None):
    """A SparseTensor of the elements of `tensor` that are not 0."""
    with name_scope(name, "dense_to_sparse"):
        tensor = convert_to_tensor(tensor)
        nothing = "" if tensor.dtype.base_dtype is dtypes.string else 0
        places = where_v2(not_equal(tensor, constant(nothing, tensor.dtype.base_dtype)))
        return SparseTensor(places, gather_nd(tensor, places), shape(tensor, out_type=dtypes.int64))


def _int64(value, name):
    if isinstance(value, (int, np.integer)):
        return convert_to_tensor(value, dtypes.int64, name=name)
    if not isinstance(value, Tensor):
        raise TypeError(f"{name} must be an integer value")
    return cast(value, dtypes.int64)


def sparse_eye(num_rows, num_columns=None, dtype=dtypes.float32, name=None):
    """An identity matrix [num_rows, num_columns] of dtype, as a SparseTensor; num_columns is num_rows when left out."""
    with name_scope(name, "eye", [num_rows, num_columns]):
        rows = _int64(num_rows, "num_rows")
        columns = rows if num_columns is None else _int64(num_columns, "num_columns")
        size = minimum(rows, columns)
        diagonal = range_(size, dtype=dtypes.int64)
        return SparseTensor(stack([diagonal, diagonal], axis=1), ones(size, dtype=dtype), [rows, columns])


def sparse_expand_dims(sp_input, axis=None, name=None):
    """The SparseTensor with an axis of size 1 more, at `axis`, the last when left out.

    sp_input: a SparseTensor.
    """
    rank = sp_input.dense_shape.shape.dims[0].value
    axis = -1 if axis is None else axis
    with name_scope(name, "expand_dims", [sp_input]):
        if isinstance(axis, (int, np.integer)):
            axis = convert_to_tensor(axis, dtypes.int32, name="axis")
        elif not isinstance(axis, Tensor):
            raise TypeError("axis must be an integer value in range [-rank(sp_input) - 1, rank(sp_input)]")
        axis = where_v2(axis >= 0, axis, axis + rank + 1)
        column = zeros([shape(sp_input.indices)[0], 1], dtype=dtypes.int64)
        before = slice_(sp_input.indices, [0, 0], [-1, axis])
        after = slice_(sp_input.indices, [0, axis], [-1, -1])
        places = concat([before, column, after], axis=1)
        sizes_before = slice_(sp_input.dense_shape, [0], [axis])
        sizes_after = slice_(sp_input.dense_shape, [axis], [-1])
        one = convert_to_tensor([1], dtypes.int64, name="new_shape")
        return SparseTensor(places, sp_input.values, concat([sizes_before, one, sizes_after], axis=0))


def sparse_to_indicator(sp_input, vocab_size, name=None):
    """A bool tensor that is true at the ids along the last axis of a SparseTensor.

    sp_input: int32 or int64 ids below vocab_size, which is how long the last axis of the result is.
    """
    sp_input = as_sparse(sp_input)
    with name_scope(name, "SparseToIndicator", [sp_input]) as scope:
        count = shape(sp_input.indices)[0]
        present = SparseTensor(sp_input.indices, fill(expand_dims(count, 0), True), sp_input.dense_shape)
        merged = sparse_merge(sp_input, present, vocab_size, scope)
        return sparse_tensor_to_dense(merged, default_value=False, validate_indices=False, name=scope)


def sparse_reset_shape(sp_input, new_shape=None):
    """The SparseTensor with a larger shape, or the smallest that holds its values.

    Raises ValueError, or a run InvalidArgumentError, when new_shape is smaller than the shape.
    sp_input: a SparseTensor.
    """
    sp_input = as_sparse(sp_input)
    places, values, sizes = identity(sp_input.indices), identity(sp_input.values), identity(sp_input.dense_shape)
    if new_shape is None:
        highest = reduce_max(places, axis=0)
        return SparseTensor(places, values, maximum(constant(0, dtypes.int64), add(highest, ones_like(sizes))))
    wanted: Any = convert_to_tensor(new_shape)
    wanted.shape.assert_has_rank(1)
    wanted = cast(wanted, dtypes.int64)
    if wanted.shape.rank is not None:
        wanted.shape.dims[0].merge_with(sizes.shape.dims[0])
    known = static_value(wanted)
    if known is not None and sp_input.shape.is_fully_defined():
        old = np.array(sp_input.shape.as_list())
        if not (old <= known).all():
            raise ValueError(
                "Requested new_shape should have dimension sizes >= sp_input.shape. "
                f" Found new_shape ({known}), sp_input.shape ({old})."
            )
        return SparseTensor(places, values, known)
    wanted = with_dependencies([assert_equal(shape(sizes), shape(wanted))], wanted)
    wanted = with_dependencies([assert_less_equal(sizes, wanted)], wanted)
    return SparseTensor(places, values, wanted)


def sparse_mask(a, mask_indices, name=None):
    """IndexedSlices without the rows whose index is in mask_indices.

    a: IndexedSlices.
    """
    with name_scope(name, "sparse_mask", [a, mask_indices]) as scope:
        remaining, positions = raw_ops.ListDiff(a.indices, mask_indices)
        return IndexedSlices(gather(a.values, positions, name=scope), remaining, a.dense_shape)


def _filled_shapes(op):
    places = with_rank(op.inputs[0].dims, 2)
    count = merge_size(places[0], with_rank(op.inputs[1].dims, 1)[0], "pass a value for each place")
    rank = with_rank(op.inputs[2].dims, 1)[0]
    merge_size(places[1], rank, "pass a size for each column of places")
    with_rank(op.inputs[3].dims, 0)
    sizes = constant_dims(op.inputs[2])
    return [(None, rank), (None,), (sizes[0] if sizes else None,), (count,)]


def _fill_grad(op, _, dy, __, ___):
    d_values, d_default = raw_ops.SparseFillEmptyRowsGrad(op.outputs[3], dy)
    return [None, d_values, None, d_default]


@op(
    "SparseFillEmptyRows",
    "indices: int64, values: T, dense_shape: int64, default_value: T "
    "-> output_indices: int64, output_values: T, empty_row_indicator: bool, reverse_index_map: int64",
    infer=_filled_shapes,
    scalars={"default_value": "default_value must be a scalar, saw: {shape}"},
    ranks={
        "indices": (2, "indices must be a matrix, saw: {shape}"),
        "values": (1, "values must be a vector, saw: {shape}"),
        "dense_shape": (1, "dense_shape must be a vector, saw: {shape}"),
    },
    host=True,
    grad=_fill_grad,
)
def _fill_empty_rows(indices, values, dense_shape, default_value):
    """A sparse tensor with a default value at the beginning of each row that had none."""
    count = int(dense_shape[0])
    rows = indices[:, 0]
    if ((rows < 0) | (rows >= count)).any():
        i = int(np.flatnonzero((rows < 0) | (rows >= count))[0])
        raise ValueError(f"indices({i}, 0) is invalid: {rows[i]} >= {count}")
    empty = np.bincount(rows, minlength=count)[:count] == 0
    added = np.zeros((int(empty.sum()), indices.shape[1]), np.int64)
    added[:, 0] = np.flatnonzero(empty)
    order = np.argsort(np.concatenate([rows, added[:, 0]]), kind="stable")
    filled = np.empty(len(added), values.dtype)
    filled[:] = default_value
    back = np.empty(len(order), np.int64)
    back[order] = np.arange(len(order))
    found = np.concatenate([values, filled])
    return np.concatenate([indices, added])[order], found[order], empty, back[: len(rows)]


def _fill_grad_shapes(op):
    with_rank(op.inputs[1].dims, 1)
    return [with_rank(op.inputs[0].dims, 1), ()]


def _check_map(result, reverse_index_map, grad_values):
    wanted = f"[0, {grad_values.shape[0]})"
    bad = (reverse_index_map < 0) | (reverse_index_map >= grad_values.shape[0])
    return [
        Check(bad, lambda: f"Elements in reverse index must be in {wanted} but got {first_bad(reverse_index_map, bad)}")
    ]


@op(
    "SparseFillEmptyRowsGrad",
    "reverse_index_map: int64, grad_values: T -> d_values: T, d_default_value: T",
    infer=_fill_grad_shapes,
    checks=_check_map,
    ranks=dict.fromkeys(["reverse_index_map", "grad_values"], (1, "{name} must be a vector, saw: {shape}")),
)
def _fill_empty_rows_grad(reverse_index_map, grad_values):
    """The gradients of SparseFillEmptyRows in the values and in the default."""
    added = jnp.ones(grad_values.shape, bool).at[reverse_index_map].set(False)
    return grad_values[reverse_index_map], jnp.sum(jnp.where(added, grad_values, 0), dtype=grad_values.dtype)


def sparse_fill_empty_rows(sp_input, default_value, name=None):
    """(the SparseTensor with default_value at the beginning of each row that had none, which rows those were).

    sp_input: a matrix, or of more axes; rows are along the first.
    """
    sp_input = as_sparse(sp_input)
    with name_scope(name, "SparseFillEmptyRows", [sp_input]):
        default_value = convert_to_tensor(default_value, sp_input.values.dtype)
        places, values, empty, _ = _fill_empty_rows(
            sp_input.indices, sp_input.values, sp_input.dense_shape, default_value
        )
        return SparseTensor(places, values, sp_input.dense_shape), empty

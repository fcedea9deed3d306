"""Sparse tensors added to one another, and the larger or smaller of two."""

import numpy as np

from graphlab import dtypes, shapes
from graphlab.graph import convert_to_tensor, name_scope
from graphlab.graph.sparse_tensor import SparseTensor, is_sparse
from graphlab.ops.broadcasting import broadcast_static_shape
from graphlab.ops.define import no_gradient, op, raw_ops
from graphlab.ops.deprecated import renamed
from graphlab.ops.rules import with_rank
from graphlab.ops.sparse_products import as_sparse, no_rule, sparse_tensor_dense_add


def _merged(a_indices, b_indices):
    """The places of both in order, and for each operand where its places are among them."""
    places = np.concatenate([a_indices, b_indices])
    if not len(places):
        return places, np.zeros(0, np.int64), np.zeros(0, np.int64)
    merged, which = np.unique(places, axis=0, return_inverse=True)
    which = which.reshape(-1)
    return merged, which[: len(a_indices)], which[len(a_indices) :]


def _check_alike(a_shape, b_shape):
    if len(a_shape) != len(b_shape) or (a_shape != b_shape).any():
        raise ValueError(
            f"Operands' shapes do not match: got {shapes.text(a_shape.tolist())} for 'a' and "
            f"{shapes.text(b_shape.tolist())} for 'b'"
        )


def _sum_shapes(op):
    shape = op._inputs[2]._dims
    rank = None if shape is None else shape[0]
    return [(None, rank), (None,), (rank,)]


def _sum_grad(op, _, dy, __):
    back = raw_ops.SparseAddGrad(dy, op.inputs[0], op.inputs[3], op.outputs[0])
    for tensor, of in zip(back, (op.inputs[1], op.inputs[4]), strict=True):
        tensor.set_shape(of.shape)
    return [None, back[0], None, None, back[1], None, None]


_TWO = "a_indices: int64, a_values: T, a_shape: int64, b_indices: int64, b_values: T, b_shape: int64"


@op(
    "SparseAdd",
    f"{_TWO}, thresh: Treal -> sum_indices: int64, sum_values: T, sum_shape: int64",
    types={"T": dtypes.NUMERIC, "Treal": dtypes.REAL},
    infer=_sum_shapes,
    host=True,
    grad=_sum_grad,
)
def _sparse_add(a_indices, a_values, a_shape, b_indices, b_values, b_shape, thresh):
    """The sum of two sparse tensors; sums of two values that are smaller than a threshold are left out."""
    _check_alike(a_shape, b_shape)
    places, at_a, at_b = _merged(a_indices, b_indices)
    total = np.zeros(len(places), a_values.dtype)
    np.add.at(total, at_a, a_values)
    np.add.at(total, at_b, b_values)
    kept = (np.abs(total) >= thresh) | (np.bincount(np.concatenate([at_a, at_b]), minlength=len(places)) < 2)
    return places[kept], total[kept], a_shape


@op(
    "SparseAddGrad",
    "backprop_val_grad: T, a_indices: int64, b_indices: int64, sum_indices: int64 -> a_val_grad: T, b_val_grad: T",
    types={"T": dtypes.NUMERIC},
    infer=lambda op: [with_rank(op._inputs[i]._dims, 2)[:1] for i in (1, 2)],
    host=True,
    grad=no_gradient,
)
def _sparse_add_grad(backprop_val_grad, a_indices, b_indices, sum_indices):
    """The gradients of SparseAdd in the values of both; 0 for what the threshold left out."""
    at = {tuple(place): i for i, place in enumerate(sum_indices.tolist())}
    with_zero = np.concatenate([backprop_val_grad, np.zeros(1, backprop_val_grad.dtype)])
    return tuple(
        with_zero[np.asarray([at.get(tuple(place), -1) for place in places.tolist()], np.int64)]
        for places in (a_indices, b_indices)
    )


def sparse_add(a, b, threshold=None, thresh=None):
    """The sum of two tensors, one of which is sparse at least; a SparseTensor when both are.

    threshold: sums of two sparse ones whose size is smaller are left out; thresh is its old name.
    Places in a SparseTensor are in row-major order.
    """
    threshold = renamed("threshold", threshold, "thresh", thresh)
    if not (is_sparse(a) or is_sparse(b)):
        raise TypeError("At least one input should be SparseTensor; do you mean to use tf.add()?")
    if not (is_sparse(a) and is_sparse(b)):
        if is_sparse(b):
            a, b = b, a
        a = as_sparse(a)
        return sparse_tensor_dense_add(a.indices, a.values, a.dense_shape, b)
    a, b = as_sparse(a), as_sparse(b)
    least = convert_to_tensor(
        0 if threshold is None else threshold, a.values.dtype.real_dtype.base_dtype, name="threshold"
    )
    places, values, sizes = _sparse_add(a.indices, a.values, a.dense_shape, b.indices, b.values, b.dense_shape, least)
    a.shape.assert_is_compatible_with(b.shape)
    known = broadcast_static_shape(a.shape, b.shape)
    return SparseTensor(places, values, known.as_list() if known.is_fully_defined() else sizes)


_EXTREME = {
    "signature": f"{_TWO} -> output_indices: int64, output_values: T",
    "infer": lambda op: [(None, None), (None,)],
    "host": True,
    "grad": no_rule,
}


def _extreme(choose, a_indices, a_values, a_shape, b_indices, b_values, b_shape):
    _check_alike(a_shape, b_shape)
    places, at_a, at_b = _merged(a_indices, b_indices)
    a, b = np.zeros(len(places), a_values.dtype), np.zeros(len(places), a_values.dtype)
    a[at_a], b[at_b] = a_values, b_values
    return places, choose(a, b)


@op("SparseSparseMaximum", types={"T": dtypes.REAL}, **_EXTREME)
def _sparse_maximum(a_indices, a_values, a_shape, b_indices, b_values, b_shape):
    """The larger values of two sparse tensors, at the places of either; what has no value counts as 0."""
    return _extreme(np.maximum, a_indices, a_values, a_shape, b_indices, b_values, b_shape)


@op("SparseSparseMinimum", types={"T": dtypes.NUMERIC}, **_EXTREME)
def _sparse_minimum(a_indices, a_values, a_shape, b_indices, b_values, b_shape):
    """The smaller values of two sparse tensors, at the places of either; what has no value counts as 0."""
    return _extreme(np.minimum, a_indices, a_values, a_shape, b_indices, b_values, b_shape)


def _of_two(kernel, default_name, sp_a, sp_b, name):
    inputs = [sp_a.indices, sp_a.values, sp_b.indices, sp_b.values]
    with name_scope(name, default_name, inputs) as scope:
        places, values = kernel(
            sp_a.indices, sp_a.values, sp_a.dense_shape, sp_b.indices, sp_b.values, sp_b.dense_shape, name=scope
        )
    return SparseTensor(places, values, sp_a.dense_shape)


def sparse_maximum(sp_a, sp_b, name=None):
    """A SparseTensor of the larger values of two, at the places of either; what has no value counts as 0."""
    return _of_two(_sparse_maximum, "SparseSparseMaximum", sp_a, sp_b, name)


def sparse_minimum(sp_a, sp_b, name=None):
    """A SparseTensor of the smaller values of two, at the places of either; what has no value counts as 0."""
    return _of_two(_sparse_minimum, "SparseSparseMinimum", sp_a, sp_b, name)

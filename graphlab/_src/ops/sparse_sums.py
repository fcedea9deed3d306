"""Sums, maxima and minima of two sparse tensors."""

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor, is_sparse
from graphlab._src.ops.broadcasting import broadcast_static_shape
from graphlab._src.ops.define import no_gradient, op, raw_ops
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.rules import with_rank
from graphlab._src.ops.sparse_products import as_sparse, no_rule, sparse_tensor_dense_add


def _rises(places):
    """Whether each place comes after the one before it, in row-major order."""
    steps = np.diff(places, axis=0)
    if not len(steps) or not steps.shape[1]:
        return len(places) < 2
    first = (steps != 0).argmax(axis=1)  # the first axis in which a place differs from the one before it
    return bool((steps[np.arange(len(steps)), first] > 0).all())


def _merged(a_indices, b_indices):
    """The places of both in order, and for each operand where its places are among them.

    Places that are not in order, or come twice, stay so: TensorFlow advances in both lists alternately and compares only the two
    places that it has come to.
    """
    places = np.concatenate([a_indices, b_indices])
    if not (_rises(a_indices) and _rises(b_indices)):
        return _merged_as_they_come(places, a_indices.tolist(), b_indices.tolist())
    if not len(places) or not places.shape[1]:
        return places[:1], *(np.zeros(len(indices), np.int64) for indices in (a_indices, b_indices))
    merged, which = np.unique(places, axis=0, return_inverse=True)
    which = which.reshape(-1)
    return merged, which[: len(a_indices)], which[len(a_indices) :]


def _merged_as_they_come(places, a_indices, b_indices):
    i = j = 0
    chosen, at_a, at_b = [], [], []
    while i < len(a_indices) or j < len(b_indices):
        of_a = j == len(b_indices) or (i < len(a_indices) and a_indices[i] <= b_indices[j])
        of_b = i == len(a_indices) or (j < len(b_indices) and b_indices[j] <= a_indices[i])
        if of_a:
            at_a.append(len(chosen))
        if of_b:
            at_b.append(len(chosen))
        chosen.append(i if of_a else len(a_indices) + j)
        i, j = i + of_a, j + of_b
    return places[np.asarray(chosen, np.intp)], np.asarray(at_a, np.int64), np.asarray(at_b, np.int64)


def _check_same_shape(a_shape, b_shape):
    if len(a_shape) != len(b_shape):
        listed = (" ".join(map(str, sizes.tolist())) for sizes in (a_shape, b_shape))
        raise ValueError(f"Operands do not have the same ranks; got shapes: {' and '.join(listed)}")
    for axis, (a, b) in enumerate(zip(a_shape, b_shape, strict=True)):
        if a != b:
            raise ValueError(f"Operands' shapes do not match: got {a} and {b} for dimension {axis}")


def _check_operands(a_indices, a_values, a_shape, b_indices, b_values, b_shape):
    if a_indices.ndim != 2 or b_indices.ndim != 2:
        received = f"{shapes.text(a_indices.shape)} and {shapes.text(b_indices.shape)}"
        raise ValueError(f"Input indices should be matrices but received shapes: {received}")
    if a_values.ndim != 1 or b_values.ndim != 1:
        received = f"{shapes.text(a_values.shape)} and {shapes.text(b_values.shape)}"
        raise ValueError(f"Input values should be vectors but received shapes: {received}")
    if a_shape.ndim != 1 or b_shape.ndim != 1:
        received = f"{shapes.text(a_shape.shape)} and {shapes.text(b_shape.shape)}"
        raise ValueError(f"Input shapes should be a vector but received shapes {received}")
    counts = len(a_indices), len(b_indices)
    if (len(a_values), len(b_values)) != counts:
        raise ValueError(
            f"Expected {counts[0]} and {counts[1]} non-empty input values, got {len(a_values)} and {len(b_values)}"
        )
    _check_same_shape(a_shape, b_shape)


def _sum_shapes(op):
    shape = op.inputs[2].dims
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
    scalars={"thresh": "The magnitude threshold must be a scalar: got shape {shape}"},
    host=True,
    grad=_sum_grad,
)
def _sparse_add(a_indices, a_values, a_shape, b_indices, b_values, b_shape, thresh):
    """The sum of two sparse tensors; sums of two values that are smaller than a threshold are left out."""
    _check_operands(a_indices, a_values, a_shape, b_indices, b_values, b_shape)
    places, at_a, at_b = _merged(a_indices, b_indices)
    total, of_a, of_both = (np.zeros(len(places), kind) for kind in (a_values.dtype, bool, bool))
    total[at_a], of_a[at_a] = a_values, True
    of_both[at_b] = of_a[at_b]
    total[at_b] = np.where(of_both[at_b], total[at_b] + b_values, b_values)
    selected = ~of_both | (np.abs(total) >= thresh)
    return places[selected], total[selected], a_shape


@op(
    "SparseAddGrad",
    "backprop_val_grad: T, a_indices: int64, b_indices: int64, sum_indices: int64 -> a_val_grad: T, b_val_grad: T",
    types={"T": dtypes.NUMERIC},
    infer=lambda op: [with_rank(op.inputs[i].dims, 2)[:1] for i in (1, 2)],
    ranks={"backprop_val_grad": (1, "Input backprop_val_grad should be a vector but received shape: {shape}")},
    host=True,
    grad=no_gradient,
)
def _sparse_add_grad(backprop_val_grad, a_indices, b_indices, sum_indices):
    """The gradients of SparseAdd in the values of both; 0 for what the threshold left out."""
    if len(backprop_val_grad) != len(sum_indices):
        raise ValueError(
            "# elements of backprop_val_grad and # rows of sum_indices should match (#nnz of sum): got "
            f"{len(backprop_val_grad)} and {len(sum_indices)}"
        )
    backs = [np.zeros(len(indices), backprop_val_grad.dtype) for indices in (a_indices, b_indices)]
    places, sums = [a_indices.tolist(), b_indices.tolist()], sum_indices.tolist()
    at, k = [0, 0], 0
    while k < len(sums) and (at[0] < len(places[0]) or at[1] < len(places[1])):
        passed = True  # what the threshold left out comes before the next sum
        for operand in range(2):
            i = at[operand]
            if i < len(places[operand]) and places[operand][i] <= sums[k]:
                if places[operand][i] == sums[k]:
                    backs[operand][i] = backprop_val_grad[k]
                else:
                    passed = False
                at[operand] += 1
        k += passed
    return tuple(backs)


def sparse_add(a, b, threshold=None, thresh=None):
    """The sum of two tensors, one of which is sparse at least; a SparseTensor when both are.

    threshold: sums of two sparse ones whose size is smaller are left out; thresh is its old name.
    Places in a SparseTensor are in row-major order.
    a, b: SparseTensors, or one of them a tensor.
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


def _extreme(yields, a_indices, a_values, a_shape, b_indices, b_values, b_shape):
    _check_operands(a_indices, a_values, a_shape, b_indices, b_values, b_shape)
    places, at_a, at_b = _merged(a_indices, b_indices)
    a, b = np.zeros(len(places), a_values.dtype), np.zeros(len(places), a_values.dtype)
    a[at_a], b[at_b] = a_values, b_values
    return places, np.where(yields(a, b), b, a)  # so the first stays where either is NaN


@op("SparseSparseMaximum", types={"T": dtypes.REAL}, **_EXTREME)
def _sparse_maximum(a_indices, a_values, a_shape, b_indices, b_values, b_shape):
    """The larger values of two sparse tensors, at the places of either; what has no value counts as 0."""
    return _extreme(np.less, a_indices, a_values, a_shape, b_indices, b_values, b_shape)


@op("SparseSparseMinimum", types={"T": dtypes.NUMERIC}, **_EXTREME)
def _sparse_minimum(a_indices, a_values, a_shape, b_indices, b_values, b_shape):
    """The smaller values of two sparse tensors, at the places of either; what has no value counts as 0."""
    return _extreme(np.greater, a_indices, a_values, a_shape, b_indices, b_values, b_shape)


def _of_two(kernel, default_name, sp_a, sp_b, name):
    inputs = [sp_a.indices, sp_a.values, sp_b.indices, sp_b.values]
    with name_scope(name, default_name, inputs) as scope:
        places, values = kernel(
            sp_a.indices, sp_a.values, sp_a.dense_shape, sp_b.indices, sp_b.values, sp_b.dense_shape, name=scope
        )
    return SparseTensor(places, values, sp_a.dense_shape)


def sparse_maximum(sp_a, sp_b, name=None):
    """A SparseTensor of the larger values of two, at the places of either; what has no value counts as 0.

    sp_a, sp_b: SparseTensors of one shape.
    """
    return _of_two(_sparse_maximum, "SparseSparseMaximum", sp_a, sp_b, name)


def sparse_minimum(sp_a, sp_b, name=None):
    """A SparseTensor of the smaller values of two, at the places of either; what has no value counts as 0.

    sp_a, sp_b: SparseTensors of one shape.
    """
    return _of_two(_sparse_minimum, "SparseSparseMinimum", sp_a, sp_b, name)

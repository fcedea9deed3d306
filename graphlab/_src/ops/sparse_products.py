"""Products and sums of sparse tensors with dense ones."""

import importlib

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.compiler.checks import Check, without_zero
from graphlab._src.graph import constant_dims, convert_to_tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor, SparseTensorValue
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import ones, zeros_like
from graphlab._src.ops.define import op, raw_ops, same_as_input
from graphlab._src.ops.gather import gather, gather_nd
from graphlab._src.ops.joining import concat
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rules import merge_size, with_rank
from graphlab._src.ops.shape import expand_dims, shape, size
from graphlab._src.ops.slicing import slice_
from graphlab._src.ops.transpose import transpose


def as_sparse(sp_input):
    """sp_input as a SparseTensor; TypeError when it is none."""
    if isinstance(sp_input, SparseTensorValue):
        return SparseTensor.from_value(sp_input)
    if not isinstance(sp_input, SparseTensor):
        raise TypeError("Input must be a SparseTensor.")
    return sp_input


def small(indices):
    """Places as XLA likes them: 32 bits are enough for what fits into memory."""
    return indices.astype(np.int32)


def _product_shape(op):
    with_rank(op.inputs[0].dims, 2)
    with_rank(op.inputs[1].dims, 1)
    rows, inner = with_rank(constant_dims(op.inputs[2]), 2)
    b = with_rank(op.inputs[3].dims, 2)
    if op.attrs["adjoint_a"]:
        rows, inner = inner, rows
    if op.attrs["adjoint_b"]:
        b = b[::-1]
    merge_size(inner, b[0], "pass an `sp_a` with as many columns as `b` has rows")
    return rows, b[1]


def _product_grad(op, dy):
    indices, values, sizes, b = op.inputs
    adjoint_a, adjoint_b = op.get_attr("adjoint_a"), op.get_attr("adjoint_b")
    if values.dtype.base_dtype in (dtypes.complex64, dtypes.complex128):
        raise NotImplementedError("SparseTensorDenseMatMul op does not support complex gradients.")
    db = raw_ops.SparseTensorDenseMatMul(indices, values, sizes, dy, adjoint_a=not adjoint_a)
    if adjoint_b:
        db = transpose(db)
    rows, columns = indices[:, 0], indices[:, 1]
    if adjoint_a:
        rows, columns = columns, rows
    parts = gather(dy, rows) * gather(transpose(b) if adjoint_b else b, columns)
    return [None, reduce_sum(parts, axis=1), None, db]


def _check_product(result, indices, values, sizes, b, *, adjoint_a=False, adjoint_b=False):
    k, m = (0, 1) if adjoint_a else (1, 0)
    inner, rows = b.shape[1 if adjoint_b else 0], int(sizes[m])

    def outside(name, axis, size):
        bad = (indices[:, axis] < 0) | (indices[:, axis] >= size)

        def say():
            i = int(np.flatnonzero(np.asarray(bad))[0])
            return f"{name} ({indices[i, axis]}) from index[{i},{axis}] out of bounds (>={size})"

        return Check(bad, say)

    return [outside("k", k, inner), outside("m", m, rows)]


def _product_in_numpy(places, values, sizes, dense, *, adjoint_a, adjoint_b):
    """The matrix product of a sparse matrix and a dense one, without an array of all that is added up."""
    if sizes is None or dense.ndim != 2 or values.dtype.kind not in "fciu" or values.dtype.itemsize < 4:
        return None
    if not values.size:
        return None
    places = places.astype(np.int32)
    rows, columns = places[:, 0], places[:, 1]
    count, inner = map(int, sizes)
    if places.min() < 0 or rows.max() >= count or columns.max() >= inner:
        return None
    if adjoint_a:
        rows, columns, count, inner, values = columns, rows, inner, count, values.conj()
    if adjoint_b:
        dense = dense.conj().T
    if len(dense) != inner:
        return None
    sparse = importlib.import_module("scipy.sparse")  # JAX needs it too, but not from the beginning
    return sparse.coo_array((values, (rows, columns)), shape=(count, inner)) @ np.ascontiguousarray(dense)


@op(
    "SparseTensorDenseMatMul",
    "a_indices: Tindices=int64, a_values: T, a_shape: int64, b: T -> product: T",
    types={"Tindices": dtypes.INDEX},
    infer=_product_shape,
    static=["a_shape"],
    ranks={
        "a_indices": (2, "Tensor 'a_indices' is not a matrix"),
        "a_values": (1, "Tensor 'a_values' is not a vector"),
        "a_shape": (1, "Tensor 'a_shape' is not a vector"),
        "b": (2, "Tensor 'b' is not a matrix"),
    },
    grad=_product_grad,
    checks=_check_product,
    interpret=_product_in_numpy,
)
def _sparse_product(a_indices, a_values, a_shape, b, *, adjoint_a: bool = False, adjoint_b: bool = False):
    """The matrix product of a sparse matrix and a dense one."""
    if a_shape.shape != (2,):
        raise ValueError("Tensor 'a_shape' must have 2 elements")
    if a_indices.ndim != 2:
        raise ValueError("Tensor 'a_indices' is not a matrix")
    if a_values.ndim != 1:
        raise ValueError("Tensor 'a_values' is not a vector")
    if shapes.differ(a_indices.shape[:1], a_values.shape):
        raise ValueError("Number of rows of a_indices does not match number of entries in a_values")
    if a_indices.shape[1] != 2:
        raise ValueError("Number of columns of a_indices does not match number of entries in a_shape")
    if b.ndim != 2:
        raise ValueError("Tensor 'b' is not a matrix")
    inner, height = int(a_shape[0 if adjoint_a else 1]), b.shape[1 if adjoint_b else 0]
    if shapes.is_number(height) and inner != height:
        raise ValueError(
            f"Cannot multiply A and B because inner dimension does not match: {inner} vs. {height}.  Did you forget a "
            f"transpose?  Dimensions of A: {shapes.text(tuple(a_shape.tolist()))}.  Dimensions of B: {shapes.text(b.shape)}"
        )
    rows, columns = small(a_indices[:, 0]), small(a_indices[:, 1])
    count = int(a_shape[0])
    if adjoint_a:
        rows, columns, count, a_values = columns, rows, int(a_shape[1]), jnp.conj(a_values)
    if adjoint_b:
        b = jnp.conj(b).T
    return jax.ops.segment_sum(a_values[:, None] * b[columns], rows, count)


def sparse_tensor_dense_matmul(sp_a, b, adjoint_a=False, adjoint_b=False, name=None):
    """The matrix product of a sparse and a dense matrix: [rows, columns].

    sp_a: SparseTensor [rows, inner].  b: [inner, columns], of the same dtype.
    adjoint_a, adjoint_b: whether that matrix is transposed, and conjugated, first.
    """
    sp_a = as_sparse(sp_a)
    with name_scope(name, "SparseTensorDenseMatMul", [sp_a.indices, sp_a.values, b]):
        b = convert_to_tensor(b, name="b")
        return _sparse_product(sp_a.indices, sp_a.values, sp_a.dense_shape, b, adjoint_a=adjoint_a, adjoint_b=adjoint_b)


def _check_sum(result, indices, values, sizes, b):
    found = []
    for axis, length in enumerate(b.shape):

        def say(axis=axis, length=length):
            sides = f"sparse side {sizes[axis]} vs dense side {length}"
            return f"Dimension {axis} does not equal (no broadcasting is supported): {sides}"

        found.append(Check(sizes[axis] != length, say))
    for axis in range(indices.shape[1]):
        place = indices[:, axis]
        said = f"Sparse tensor has some invalid index on dimension {axis}; dense tensor shape: {shapes.text(b.shape)}"
        found.append(Check((place < 0) | (place >= b.shape[axis]), lambda said=said: said))
    return found


@op(
    "SparseTensorDenseAdd",
    "a_indices: Tindices, a_values: T, a_shape: Tindices, b: T -> output: T",
    types={"Tindices": dtypes.INDEX, "T": dtypes.NUMERIC},
    infer=same_as_input(3),
    ranks={
        "a_indices": (2, "Input a_indices should be a matrix but received shape: {shape}"),
        "a_values": (1, "Inputs a_values and a_shape should be vectors but received shapes: {shape}"),
        "a_shape": (1, "Inputs a_values and a_shape should be vectors but received shapes: {shape}"),
    },
    grad=lambda op, dy: [None, gather_nd(dy, op.inputs[0]), None, dy],
    checks=_check_sum,
)
def sparse_tensor_dense_add(a_indices, a_values, a_shape, b):
    """The sum of a sparse tensor and a dense one, which is dense."""
    if a_shape.shape[0] != b.ndim:
        raise ValueError(f"Two operands have different ranks; received: {a_shape.shape[0]} and {b.ndim}")
    return b.at[tuple(small(a_indices).T)].add(a_values)


def _with_dense(op, dense):
    """The element of a dense operand at each place, where it is broadcast over leading axes and those of size 1."""
    if dense.ndim > op.shape[1]:
        raise ValueError(_refused(f"rank {op.shape[1]}", shapes.text(dense.shape)))
    places = small(op)[:, op.shape[1] - dense.ndim :]
    axes = [jnp.zeros_like(places[:, i]) if length == 1 else places[:, i] for i, length in enumerate(dense.shape)]
    return dense[tuple(axes)] if axes else jnp.broadcast_to(dense, places.shape[:1])


def _check_places(result, indices, values, sizes, dense):
    said = "Provided indices are out-of-bounds w.r.t. dense side with broadcasted shape"
    wanted = np.asarray(dense.shape, np.int64)
    refused = (wanted != 1) & (wanted != sizes[max(sizes.shape[0] - dense.ndim, 0) :])
    return [
        Check(refused, lambda: _refused(shapes.text(tuple(np.asarray(sizes).tolist())), shapes.text(dense.shape))),
        Check((indices < 0) | (indices >= sizes), lambda: said),
    ]


def _refused(sparse, dense):
    return f"SparseDenseBinaryOpShared broadcasts dense to sparse only; got incompatible shapes: {sparse} vs. {dense}"


_SAID = "Inputs sp_values and sp_shape should be vectors but received shapes: {shape}"
_RANKS = {
    "sp_indices": (2, "Input sp_indices should be a matrix but received shape: {shape}"),
    "sp_values": (1, _SAID),
    "sp_shape": (1, _SAID),
}
_CWISE = {
    "checks": _check_places,
    "signature": "sp_indices: int64, sp_values: T, sp_shape: int64, dense: T -> output: T",
    "types": {"T": dtypes.NUMERIC},
    "infer": lambda op: with_rank(op.inputs[0].dims, 2)[:1],
    "ranks": _RANKS,
}


def no_rule(op, *gradients):
    """The gradient rule of operations that TensorFlow has none for: NotImplementedError."""
    raise NotImplementedError(f"Gradient for {op.type} is currently not implemented yet.")


def _cwise_grad(op, dy, derivatives):
    """derivatives(dy, values, dense elements): the gradients of both, element by element."""
    places, values, sizes, dense = op.inputs
    dense_sizes = cast(shape(dense), dtypes.int64)
    added = expand_dims(size(sizes) - size(dense_sizes), 0)
    scale = sizes // concat([ones(added, dtypes.int64), dense_sizes], 0)
    places = slice_(places // scale, concat([[0], added], 0), [-1, -1])
    dx, dense_values = derivatives(dy, values, gather_nd(dense, places))
    return [None, dx, None, sparse_tensor_dense_add(places, dense_values, dense_sizes, zeros_like(dense))]


@op(
    "SparseDenseCwiseMul",
    grad=lambda op, dy: _cwise_grad(op, dy, lambda dy, x, y: (dy * y, dy * x)),
    **_CWISE,
)
def sparse_dense_cwise_mul(sp_indices, sp_values, sp_shape, dense):
    """The values of a sparse tensor times the elements of a dense one at their places."""
    return sp_values * _with_dense(sp_indices, dense)


@op(
    "SparseDenseCwiseDiv",
    grad=lambda op, dy: _cwise_grad(op, dy, lambda dy, x, y: (dy / y, dy * (-x / square(y)))),
    **_CWISE,
)
def sparse_dense_cwise_div(sp_indices, sp_values, sp_shape, dense):
    """The values of a sparse tensor divided by the elements of a dense one at their places."""
    found = _with_dense(sp_indices, dense)
    return (
        jax.lax.div(sp_values, without_zero(found)) if jnp.issubdtype(found.dtype, jnp.integer) else sp_values / found
    )


@op("SparseDenseCwiseAdd", grad=no_rule, **_CWISE)
def _sparse_dense_cwise_add(sp_indices, sp_values, sp_shape, dense):
    """The values of a sparse tensor plus the elements of a dense one at their places."""
    return sp_values + _with_dense(sp_indices, dense)


def dense_cwise_add(sp_t, dense_t):
    """A SparseTensor plus the elements of a dense one, which is broadcast to it, at its places.

    sp_t: a SparseTensor, whose places the result has.  dense_t: of the same dtype.
    """
    return SparseTensor(sp_t.indices, _sparse_dense_cwise_add(*_parts(sp_t), dense_t), sp_t.dense_shape)


def _parts(sparse):
    return sparse.indices, sparse.values, sparse.dense_shape


def _softmax_grad(op, dy):
    places, sizes, y = op.inputs[0], op.inputs[2], op.outputs[0]
    total = -raw_ops.SparseReduceSum(places, y * dy, sizes, [-1], keep_dims=True)
    return [None, _sparse_dense_cwise_add(places, dy, sizes, total) * y, None]


@op(
    "SparseSoftmax",
    "sp_indices: int64, sp_values: T, sp_shape: int64 -> output: T",
    types={"T": (dtypes.float32, dtypes.float64)},
    infer=lambda op: with_rank(op.inputs[1].dims, 1),
    ranks=_RANKS,
    grad=_softmax_grad,
)
def _sparse_softmax(sp_indices, sp_values, sp_shape):
    """softmax of the values in each row along the last axis; what has no value counts as -inf."""
    if len(sp_shape) < 2:
        raise ValueError(f"Input should have rank >= 2, but received shape of rank {len(sp_shape)}")
    if shapes.differ(sp_indices.shape[1:], np.shape(sp_shape)):
        raise ValueError("Order length must be SparseTensor rank.")
    count = sp_values.shape[0]
    if not count:
        return sp_values
    rows = sp_indices[:, :-1]
    begins = jnp.concatenate([jnp.zeros(1, bool), jnp.any(rows[1:] != rows[:-1], axis=1)])
    row = jnp.cumsum(begins, dtype=np.int32)
    highest = jax.ops.segment_max(sp_values, row, count, indices_are_sorted=True)
    powers = jnp.exp(sp_values - highest[row])
    return powers / jax.ops.segment_sum(powers, row, count, indices_are_sorted=True)[row]


def sparse_softmax(sp_input, name=None):
    """softmax of the values in each row along the last axis of a SparseTensor; what has no value counts as -inf.

    sp_input: float32 or float64, at least a matrix, its places in row-major order.
    """
    with name_scope(name, "SparseSoftmax", [sp_input.indices, sp_input.values]):
        values = _sparse_softmax(sp_input.indices, sp_input.values, sp_input.dense_shape)
        return SparseTensor(sp_input.indices, values, sp_input.dense_shape)

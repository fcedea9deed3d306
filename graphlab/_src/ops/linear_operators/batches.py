"""Batches of matrices whose leading axes broadcast, and solutions of systems with them."""

import numpy as np

from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import Tensor, convert_to_tensor, name_scope
from graphlab._src.ops.broadcasting import broadcast_dynamic_shape, broadcast_static_shape, broadcast_to
from graphlab._src.ops.checks.kinds import assert_proper_iterable
from graphlab._src.ops.joining import concat
from graphlab._src.ops.linalg import cholesky_solve, matrix_solve, matrix_triangular_solve
from graphlab._src.ops.linear_operators.assertions import assert_is_batch_matrix
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.transpose import transpose


def sizes_of(tensor):
    """The sizes of a tensor's axes: a list where all are known, else a tensor."""
    return tensor.shape.as_list() if tensor.shape.is_fully_defined() else shape(tensor)


def joined(*parts):
    """One shape of several, each a list or TensorShape of known sizes, a list with scalar tensors, or an integer tensor."""
    parts = [part.as_list() if isinstance(part, TensorShape) else part for part in parts]
    if any(isinstance(size, Tensor) for part in parts for size in ([part] if isinstance(part, Tensor) else part)):
        return concat([part for part in parts if isinstance(part, Tensor) or part], 0)
    return [size for part in parts for size in part]


def broadcast_matrix_batch_dims(batch_matrices, name=None):
    """The matrices […, m, n], whose leading axes broadcast, with all their leading axes equal.

    ValueError where they can't be, or where one has less than two axes.
    """
    with name_scope(name or "broadcast_matrix_batch_dims", values=batch_matrices):
        assert_proper_iterable(batch_matrices)
        matrices = [convert_to_tensor(matrix) for matrix in batch_matrices]
        for matrix in matrices:
            assert_is_batch_matrix(matrix)
        if len(matrices) < 2:
            return matrices
        batch = matrices[0].shape[:-2]
        for matrix in matrices[1:]:
            batch = broadcast_static_shape(batch, matrix.shape[:-2])
        if batch.is_fully_defined():
            return [
                matrix if matrix.shape[:-2] == batch else broadcast_to(matrix, joined(batch, _sizes_of_matrix(matrix)))
                for matrix in matrices
            ]
        common = shape(matrices[0])[:-2]
        for matrix in matrices[1:]:
            common = broadcast_dynamic_shape(common, shape(matrix)[:-2])
        return [broadcast_to(matrix, concat([common, shape(matrix)[-2:]], 0)) for matrix in matrices]


def _sizes_of_matrix(matrix):
    known = matrix.shape[-2:]
    return known if known.is_fully_defined() else shape(matrix)[-2:]


def matmul_with_broadcast(
    a,
    b,
    transpose_a=False,
    transpose_b=False,
    adjoint_a=False,
    adjoint_b=False,
    a_is_sparse=False,
    b_is_sparse=False,
    name=None,
):
    """tf.matmul, of matrices whose leading axes broadcast."""
    with name_scope(name, "MatMulWithBroadcast", [a, b]):
        return matmul(a, b, transpose_a, transpose_b, adjoint_a, adjoint_b, a_is_sparse, b_is_sparse)


def cholesky_solve_with_broadcast(chol, rhs, name=None):
    """tf.cholesky_solve, of matrices whose leading axes broadcast."""
    with name_scope(name, "CholeskySolveWithBroadcast", [chol, rhs]):
        chol, rhs = broadcast_matrix_batch_dims([chol, rhs])
        return cholesky_solve(chol, rhs)


def matrix_solve_with_broadcast(matrix, rhs, adjoint=False, name=None):
    """tf.matrix_solve, of matrices whose leading axes broadcast."""
    with name_scope(name, "MatrixSolveWithBroadcast", [matrix, rhs]):
        return _solution(matrix, rhs, lambda matrix, rhs: matrix_solve(matrix, rhs, adjoint=adjoint))


def matrix_triangular_solve_with_broadcast(matrix, rhs, lower=True, adjoint=False, name=None):
    """tf.matrix_triangular_solve, of matrices whose leading axes broadcast."""
    with name_scope(name, "MatrixTriangularSolve", [matrix, rhs]):
        return _solution(matrix, rhs, lambda matrix, rhs: matrix_triangular_solve(matrix, rhs, lower, adjoint))


def _solution(matrix, rhs, solve):
    """The solution for a batch of right-hand sides; axes that the matrix lacks become columns, so that it stays one."""
    matrix = convert_to_tensor(matrix, name="matrix")
    rhs = convert_to_tensor(rhs, name="rhs", dtype=matrix.dtype)
    rank, matrix_rank = rhs.shape.ndims, matrix.shape.ndims
    if rank is None or matrix_rank is None or rank <= matrix_rank:
        return solve(*broadcast_matrix_batch_dims([matrix, rhs]))
    extra = rank - matrix_rank
    order = [*range(extra, rank), *range(extra)]  # the extra axes to the end
    turned = transpose(rhs, order)
    sizes = sizes_of(turned)
    if isinstance(sizes, list):
        columns = [int(np.prod(sizes[-extra - 1 :]))]
    else:
        columns = [-1]
    wide = reshape(turned, joined(sizes[: -extra - 1], columns))
    solution = solve(*broadcast_matrix_batch_dims([matrix, wide]))
    solution = reshape(solution, joined(sizes_of(solution)[:-1], sizes[-extra - 1 :]))
    return transpose(solution, np.argsort(order))

"""What functions of tf.linalg return for linear operators."""

from typing import Any

from graphlab._src.base.overrides import override
from graphlab._src.ops import diagonal, linalg, matmul, matrix_functions, transpose
from graphlab._src.ops.linear_operators.base import LinearOperator


@override(transpose.adjoint, LinearOperator)
def _adjoint(matrix, name=None):
    return matrix.adjoint(name)


@override(linalg.cholesky, LinearOperator)
def _cholesky(input, name=None):
    return input.cholesky(name)


@override(diagonal.matrix_diag_part, LinearOperator)
def _diag_part(input, name="diag_part", k=0, padding_value=0):
    return input.diag_part(name)


@override(linalg.matrix_determinant, LinearOperator)
def _det(input, name=None):
    return input.determinant(name)


@override(linalg.matrix_inverse, LinearOperator)
def _inverse(input, adjoint=False, name=None):
    inverse = input.inverse(name)
    return inverse.adjoint() if adjoint else inverse


@override(matrix_functions.logdet, LinearOperator)
def _logdet(matrix, name=None):
    if matrix.is_positive_definite and matrix.is_self_adjoint:
        return matrix.log_abs_determinant(name)
    raise ValueError("Expected matrix to be self-adjoint positive definite.")


@override(matmul.matmul, LinearOperator)
def _matmul(
    a,
    b,
    transpose_a=False,
    transpose_b=False,
    adjoint_a=False,
    adjoint_b=False,
    a_is_sparse=False,
    b_is_sparse=False,
    name: Any = None,
):
    if transpose_a or transpose_b:
        raise ValueError("Transposing not supported at this time.")
    if a_is_sparse or b_is_sparse:
        raise ValueError("Sparse methods not supported at this time.")
    if isinstance(a, LinearOperator):
        return a.matmul(b, adjoint_a, adjoint_b, name)
    # a B is the adjoint of B^H a^H.
    return transpose.adjoint(b.matmul(a, not adjoint_b, not adjoint_a, name))


@override(linalg.matrix_solve, LinearOperator)
def _solve(matrix, rhs, adjoint=False, name: Any = None):
    if not isinstance(matrix, LinearOperator):
        raise ValueError("Passing in `matrix` as a Tensor and `rhs` as a LinearOperator is not supported.")
    return matrix.solve(rhs, adjoint=adjoint, name=name)


@override(diagonal.trace, LinearOperator)
def _trace(x, name=None):
    return x.trace(name)

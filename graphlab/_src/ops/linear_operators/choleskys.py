"""The Cholesky factors of self-adjoint positive definite operators, by class."""

from graphlab._src.ops.linalg import cholesky
from graphlab._src.ops.linear_operators.algebra import RegisterCholesky
from graphlab._src.ops.linear_operators.base import LinearOperator
from graphlab._src.ops.linear_operators.block_diag import LinearOperatorBlockDiag
from graphlab._src.ops.linear_operators.diag import LinearOperatorDiag
from graphlab._src.ops.linear_operators.identity import LinearOperatorIdentity, LinearOperatorScaledIdentity
from graphlab._src.ops.linear_operators.kronecker import LinearOperatorKronecker
from graphlab._src.ops.linear_operators.lower_triangular import LinearOperatorLowerTriangular
from graphlab._src.ops.power import sqrt

_DEFINITE = dict.fromkeys(("is_non_singular", "is_self_adjoint", "is_positive_definite", "is_square"), True)


@RegisterCholesky(LinearOperator)
def _cholesky(operator):
    factor = cholesky(operator.to_dense())
    return LinearOperatorLowerTriangular(factor, is_non_singular=True, is_self_adjoint=False, is_square=True)


@RegisterCholesky(LinearOperatorDiag)
def _cholesky_diag(operator):
    return LinearOperatorDiag(sqrt(operator.diag), **_DEFINITE)


@RegisterCholesky(LinearOperatorIdentity)
def _cholesky_identity(operator):
    return LinearOperatorIdentity(operator._num_rows, operator._batch.tensor, operator.dtype, **_DEFINITE)


@RegisterCholesky(LinearOperatorScaledIdentity)
def _cholesky_scaled_identity(operator):
    return LinearOperatorScaledIdentity(operator._num_rows, sqrt(operator.multiplier), **_DEFINITE)


@RegisterCholesky(LinearOperatorBlockDiag)
@RegisterCholesky(LinearOperatorKronecker)
def _cholesky_of_each(operator):
    # The factors of diagonal operators are self-adjoint, those of others are not: the class says what the whole is.
    return type(operator)([one.cholesky() for one in operator.operators], is_non_singular=True, is_square=True)

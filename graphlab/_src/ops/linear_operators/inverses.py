"""The inverses of operators, by class."""

from graphlab._src.ops.linear_operators.algebra import RegisterInverse
from graphlab._src.ops.linear_operators.base import LinearOperator
from graphlab._src.ops.linear_operators.block_diag import LinearOperatorBlockDiag
from graphlab._src.ops.linear_operators.circulant import LinearOperatorCirculant
from graphlab._src.ops.linear_operators.diag import LinearOperatorDiag
from graphlab._src.ops.linear_operators.hints import hints_of
from graphlab._src.ops.linear_operators.householder import LinearOperatorHouseholder
from graphlab._src.ops.linear_operators.identity import LinearOperatorIdentity, LinearOperatorScaledIdentity
from graphlab._src.ops.linear_operators.inversion import LinearOperatorInversion
from graphlab._src.ops.linear_operators.kronecker import LinearOperatorKronecker


@RegisterInverse(LinearOperator)
def _inverse(operator):
    return LinearOperatorInversion(operator, **hints_of(operator))


@RegisterInverse(LinearOperatorInversion)
def _inverse_of_inversion(operator):
    return operator.operator


@RegisterInverse(LinearOperatorIdentity)
@RegisterInverse(LinearOperatorHouseholder)
def _itself(operator):
    return operator


@RegisterInverse(LinearOperatorScaledIdentity)
def _inverse_scaled_identity(operator):
    return LinearOperatorScaledIdentity(operator._num_rows, 1.0 / operator.multiplier, **_square(operator))


@RegisterInverse(LinearOperatorDiag)
def _inverse_diag(operator):
    return LinearOperatorDiag(1.0 / operator.diag, **_square(operator))


@RegisterInverse(LinearOperatorCirculant)
def _inverse_circulant(operator):
    return LinearOperatorCirculant(1.0 / operator.spectrum, **_square(operator))


@RegisterInverse(LinearOperatorBlockDiag)
@RegisterInverse(LinearOperatorKronecker)
def _inverse_of_each(operator):
    return type(operator)([one.inverse() for one in operator.operators], **_square(operator))


def _square(operator):
    return {**hints_of(operator), "is_square": True}

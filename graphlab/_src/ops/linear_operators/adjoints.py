"""The adjoints of operators, by class."""

from graphlab._src.ops.complex import conj
from graphlab._src.ops.linear_operators.adjoint import LinearOperatorAdjoint
from graphlab._src.ops.linear_operators.algebra import RegisterAdjoint
from graphlab._src.ops.linear_operators.base import LinearOperator
from graphlab._src.ops.linear_operators.block_diag import LinearOperatorBlockDiag
from graphlab._src.ops.linear_operators.circulant import LinearOperatorCirculant
from graphlab._src.ops.linear_operators.diag import LinearOperatorDiag
from graphlab._src.ops.linear_operators.hints import hints_of
from graphlab._src.ops.linear_operators.householder import LinearOperatorHouseholder
from graphlab._src.ops.linear_operators.identity import LinearOperatorIdentity, LinearOperatorScaledIdentity
from graphlab._src.ops.linear_operators.kronecker import LinearOperatorKronecker


@RegisterAdjoint(LinearOperator)
def _adjoint(operator):
    return LinearOperatorAdjoint(operator, **hints_of(operator))


@RegisterAdjoint(LinearOperatorAdjoint)
def _adjoint_of_adjoint(operator):
    return operator.operator


@RegisterAdjoint(LinearOperatorIdentity)
@RegisterAdjoint(LinearOperatorHouseholder)
def _itself(operator):
    return operator


def _conjugate(x):
    return conj(x) if x.dtype.is_complex else x


@RegisterAdjoint(LinearOperatorScaledIdentity)
def _adjoint_scaled_identity(operator):
    return LinearOperatorScaledIdentity(
        operator._num_rows, _conjugate(operator.multiplier), **{**hints_of(operator), "is_square": True}
    )


@RegisterAdjoint(LinearOperatorDiag)
def _adjoint_diag(operator):
    return LinearOperatorDiag(_conjugate(operator.diag), **{**hints_of(operator), "is_square": True})


@RegisterAdjoint(LinearOperatorCirculant)
def _adjoint_circulant(operator):
    return LinearOperatorCirculant(_conjugate(operator.spectrum), **{**hints_of(operator), "is_square": True})


@RegisterAdjoint(LinearOperatorBlockDiag)
@RegisterAdjoint(LinearOperatorKronecker)
def _adjoint_of_each(operator):
    adjoints = [one.adjoint() for one in operator.operators]
    return type(operator)(adjoints, **hints_of(operator))

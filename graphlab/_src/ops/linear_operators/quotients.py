"""The solutions X of A X = B for operators A and B, by class."""

from graphlab._src.ops.linear_operators.algebra import RegisterSolve
from graphlab._src.ops.linear_operators.base import LinearOperator
from graphlab._src.ops.linear_operators.circulant import LinearOperatorCirculant
from graphlab._src.ops.linear_operators.composition import LinearOperatorComposition
from graphlab._src.ops.linear_operators.diag import LinearOperatorDiag
from graphlab._src.ops.linear_operators.hints import commuting_hints, product_hints
from graphlab._src.ops.linear_operators.identity import LinearOperatorIdentity, LinearOperatorScaledIdentity
from graphlab._src.ops.linear_operators.inversion import LinearOperatorInversion
from graphlab._src.ops.linear_operators.lower_triangular import LinearOperatorLowerTriangular
from graphlab._src.ops.linear_operators.products import triangular_hints


@RegisterSolve(LinearOperator, LinearOperator)
def _solve(a, b):
    return LinearOperatorComposition([LinearOperatorInversion(a), b], **product_hints(a, b))


@RegisterSolve(LinearOperatorInversion, LinearOperator)
def _solve_inversion(inversion, operator):
    return inversion.operator.matmul(operator)


@RegisterSolve(LinearOperatorIdentity, LinearOperator)
def _solve_identity(identity, operator):
    return operator


@RegisterSolve(LinearOperatorDiag, LinearOperatorDiag)
def _solve_diag(a, b):
    return LinearOperatorDiag(b.diag / a.diag, **commuting_hints(a, b))


@RegisterSolve(LinearOperatorDiag, LinearOperatorScaledIdentity)
def _solve_scaled_right(diag, scaled):
    return LinearOperatorDiag(scaled.multiplier[..., None] / diag.diag, **commuting_hints(diag, scaled))


@RegisterSolve(LinearOperatorScaledIdentity, LinearOperatorDiag)
def _solve_scaled_left(scaled, diag):
    return LinearOperatorDiag(diag.diag / scaled.multiplier[..., None], **commuting_hints(scaled, diag))


@RegisterSolve(LinearOperatorDiag, LinearOperatorLowerTriangular)
def _solve_diag_tril(diag, tril):
    quotient = tril.to_dense() / diag.diag[..., None]
    return LinearOperatorLowerTriangular(quotient, **triangular_hints(diag, tril))


@RegisterSolve(LinearOperatorCirculant, LinearOperatorCirculant)
def _solve_circulant(a, b):
    return LinearOperatorCirculant(b.spectrum / a.spectrum, **commuting_hints(a, b))

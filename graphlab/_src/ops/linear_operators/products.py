"""The products of operators, by class."""

from graphlab._src.ops.linear_operators.algebra import RegisterMatmul
from graphlab._src.ops.linear_operators.base import LinearOperator
from graphlab._src.ops.linear_operators.circulant import LinearOperatorCirculant
from graphlab._src.ops.linear_operators.composition import LinearOperatorComposition
from graphlab._src.ops.linear_operators.diag import LinearOperatorDiag
from graphlab._src.ops.linear_operators.hints import commuting_hints, product_hints
from graphlab._src.ops.linear_operators.identity import LinearOperatorIdentity, LinearOperatorScaledIdentity
from graphlab._src.ops.linear_operators.lower_triangular import LinearOperatorLowerTriangular
from graphlab._src.ops.linear_operators.zeros import LinearOperatorZeros


@RegisterMatmul(LinearOperator, LinearOperator)
def _matmul(a, b):
    return LinearOperatorComposition([a, b], **product_hints(a, b))


@RegisterMatmul(LinearOperatorIdentity, LinearOperator)
def _matmul_identity_left(identity, operator):
    return operator


@RegisterMatmul(LinearOperator, LinearOperatorIdentity)
def _matmul_identity_right(operator, identity):
    return operator


@RegisterMatmul(LinearOperator, LinearOperatorZeros)
def _matmul_zeros_right(operator, zeros):
    return _zeros(zeros, operator)


@RegisterMatmul(LinearOperatorZeros, LinearOperator)
def _matmul_zeros_left(zeros, operator):
    return _zeros(zeros, operator)


def _zeros(zeros, operator):
    if not zeros.is_square or not operator.is_square:
        raise ValueError(
            "Matmul with non-square `LinearOperator`s or non-square `LinearOperatorZeros` not supported at this time."
        )
    return zeros


@RegisterMatmul(LinearOperatorDiag, LinearOperatorDiag)
def _matmul_diag(a, b):
    return LinearOperatorDiag(a.diag * b.diag, **commuting_hints(a, b))


@RegisterMatmul(LinearOperatorDiag, LinearOperatorScaledIdentity)
def _matmul_scaled_right(diag, scaled):
    return LinearOperatorDiag(diag.diag * scaled.multiplier[..., None], **commuting_hints(diag, scaled))


@RegisterMatmul(LinearOperatorScaledIdentity, LinearOperatorDiag)
def _matmul_scaled_left(scaled, diag):
    return _matmul_scaled_right(diag, scaled)


@RegisterMatmul(LinearOperatorDiag, LinearOperatorLowerTriangular)
def _matmul_diag_tril(diag, tril):
    product = diag.diag[..., None] * tril.to_dense()
    return LinearOperatorLowerTriangular(product, **triangular_hints(diag, tril))


@RegisterMatmul(LinearOperatorLowerTriangular, LinearOperatorDiag)
def _matmul_tril_diag(tril, diag):
    product = tril.to_dense() * diag.diag[..., None, :]
    return LinearOperatorLowerTriangular(product, **triangular_hints(diag, tril))


def triangular_hints(diag, tril):
    """The hints of the product or quotient of a diagonal and a lower triangular operator."""
    return {**commuting_hints(diag, tril), "is_positive_definite": None}


@RegisterMatmul(LinearOperatorCirculant, LinearOperatorCirculant)
def _matmul_circulant(a, b):
    return LinearOperatorCirculant(a.spectrum * b.spectrum, **commuting_hints(a, b))

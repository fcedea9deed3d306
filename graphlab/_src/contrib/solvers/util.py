"""Matrices as operators, and norms."""

import collections

from graphlab._src.ops.complex import conj
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.power import sqrt
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import shape as shape_of
from graphlab._src.ops.statistics import l2_loss

LinearOperator = collections.namedtuple("LinearOperator", ["shape", "dtype", "apply", "apply_adjoint"])


def _shape(matrix):
    return matrix.shape.as_list() if matrix.shape.is_fully_defined() else shape_of(matrix)


def create_operator(matrix):
    """The operator of a matrix [m, n]: shape, dtype, apply(v) and apply_adjoint(v) for columns v."""
    return LinearOperator(
        _shape(matrix), matrix.dtype, lambda v: matmul(matrix, v), lambda v: matmul(matrix, v, adjoint_a=True)
    )


def identity_operator(matrix):
    """The identity, with the shape and dtype of a matrix."""
    return LinearOperator(_shape(matrix), matrix.dtype, lambda v: v, lambda v: v)


def dot(x, y):
    """The inner product."""
    return reduce_sum(conj(x) * y)


def l2norm_squared(v):
    """The square of the Euclidean norm."""
    return 2 * l2_loss(v)


def l2norm(v):
    """The Euclidean norm."""
    return sqrt(l2norm_squared(v))


def l2normalize(v):
    """(v divided by its norm, the norm)."""
    size = l2norm(v)
    return v / size, size

"""The bijector from Cholesky factors to positive definite matrices."""

import math

from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.ranks import assert_rank_at_least
from graphlab._src.ops.checks.values import assert_equal, assert_positive
from graphlab._src.ops.diagonal import matrix_band_part, matrix_diag_part
from graphlab._src.ops.distributions.bijector import Bijector, checked
from graphlab._src.ops.linalg import cholesky
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.power import log
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import shape


class CholeskyOuterProduct(Bijector):
    """Y = X X^T of lower triangular matrices X with a positive diagonal: [..., n, n].

    The Jacobian is that of the n (n + 1) / 2 elements of the lower triangles.  validate_args: whether runs check X.
    """

    def __init__(self, validate_args=False, name="cholesky_outer_product"):
        super().__init__(forward_min_event_ndims=2, validate_args=validate_args, name=name)

    def _forward(self, x):
        if self.validate_args:
            sizes = shape(x)
            x = checked(x, assert_rank_at_least(x, 2), assert_equal(sizes[-2], sizes[-1]))
        x = matrix_band_part(x, -1, 0)
        return matmul(x, x, adjoint_b=True)

    def _inverse(self, y):
        return cholesky(y)

    def _forward_log_det_jacobian(self, x):
        """2^n times the product of X[i, i]^(n - i)."""
        diagonal = matrix_diag_part(x)
        if self.validate_args:
            sizes = shape(x)
            diagonal = checked(
                diagonal,
                assert_rank_at_least(x, 2, message="Input must be a (batch of) matrix."),
                assert_equal(sizes[-2], sizes[-1], message="Input must be a (batch of) square matrix."),
                assert_positive(diagonal, message="Input must be positive definite."),
            )
        n = cast(shape(x)[-1], x.dtype)
        exponents = n - cast(range_(shape(x)[-1]), x.dtype)
        return n * math.log(2.0) + reduce_sum(log(diagonal) * exponents, axis=-1)

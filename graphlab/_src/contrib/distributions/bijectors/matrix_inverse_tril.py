"""The bijector that inverts lower triangular matrices."""

from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.ranks import assert_rank_at_least
from graphlab._src.ops.checks.values import assert_equal, assert_none_equal
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.diagonal import eye, matrix_band_part, matrix_diag_part, matrix_set_diag
from graphlab._src.ops.distributions.bijector import Bijector
from graphlab._src.ops.linalg import matrix_triangular_solve
from graphlab._src.ops.power import log
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.shape import shape


class MatrixInverseTriL(Bijector):
    """Y = X^-1 of lower triangular matrices with no zero on the diagonal: [..., n, n].

    The Jacobian is that of all n^2 elements, det(X)^(-2 n), as in TensorFlow.  validate_args: whether runs check X.
    """

    def __init__(self, validate_args=False, name="matrix_inverse_tril"):
        super().__init__(forward_min_event_ndims=2, validate_args=validate_args, name=name)

    def _forward(self, x):
        with control_dependencies(self._assertions(x)):
            sizes = shape(x)
            return matrix_triangular_solve(x, eye(sizes[-1], batch_shape=sizes[:-2], dtype=x.dtype), lower=True)

    def _inverse(self, y):
        return self._forward(y)

    def _forward_log_det_jacobian(self, x):
        with control_dependencies(self._assertions(x)):
            n = cast(shape(x)[-1], x.dtype.base_dtype)
            return -2.0 * n * reduce_sum(log(abs_(matrix_diag_part(x))), axis=-1)

    def _assertions(self, x):
        if not self.validate_args:
            return []
        sizes = shape(x)
        is_matrix = assert_rank_at_least(x, 2, message="Input must have rank at least 2.")  # first: the rest needs it
        diagonal = matrix_diag_part(x)
        above = matrix_band_part(matrix_set_diag(x, zeros_like(diagonal)), 0, -1)
        return [
            is_matrix,
            assert_equal(sizes[-2], sizes[-1], message="Input must be a square matrix."),
            assert_equal(above, zeros_like(above), message="Input must be lower triangular."),
            assert_none_equal(diagonal, zeros_like(diagonal), message="Input must have all diagonal entries nonzero."),
        ]

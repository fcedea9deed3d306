"""The bijector that applies another one to the diagonals of matrices."""

from graphlab._src.ops.diagonal import matrix_diag_part, matrix_set_diag
from graphlab._src.ops.distributions.bijector import Bijector


class TransformDiagonal(Bijector):
    """The matrices with a bijector applied to their diagonals: [..., n, n]."""

    def __init__(self, diag_bijector, validate_args=False, name="transform_diagonal"):
        self._diag_bijector = diag_bijector
        super().__init__(forward_min_event_ndims=2, inverse_min_event_ndims=2, validate_args=validate_args, name=name)

    def _forward(self, x):
        return matrix_set_diag(x, self._diag_bijector.forward(matrix_diag_part(x)))

    def _inverse(self, y):
        return matrix_set_diag(y, self._diag_bijector.inverse(matrix_diag_part(y)))

    def _forward_log_det_jacobian(self, x):
        return self._diag_bijector.forward_log_det_jacobian(matrix_diag_part(x), event_ndims=1)

    def _inverse_log_det_jacobian(self, y):
        return self._diag_bijector.inverse_log_det_jacobian(matrix_diag_part(y), event_ndims=1)

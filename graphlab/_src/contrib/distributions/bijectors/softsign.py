"""The bijector of softsign."""

from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_greater, assert_less
from graphlab._src.ops.distributions.bijector import Bijector, checked
from graphlab._src.ops.power import log1p
from graphlab._src.ops.rounding import abs as abs_


class Softsign(Bijector):
    """y = x / (1 + abs(x)), element by element.  validate_args: whether runs check -1 < y < 1."""

    def __init__(self, validate_args=False, name="softsign"):
        super().__init__(forward_min_event_ndims=0, validate_args=validate_args, name=name)

    def _forward(self, x):
        return x / (1.0 + abs_(x))

    def _inverse(self, y):
        y = self._checked(y)
        return y / (1.0 - abs_(y))

    def _forward_log_det_jacobian(self, x):
        return -2.0 * log1p(abs_(x))

    def _inverse_log_det_jacobian(self, y):
        return -2.0 * log1p(-abs_(self._checked(y)))

    def _checked(self, y):
        if not self.validate_args:
            return y
        one = cast(1.0, dtype=y.dtype.base_dtype)
        return checked(
            y,
            assert_greater(y, -one, message="Inverse transformation input must be greater than -1."),
            assert_less(y, one, message="Inverse transformation input must be less than 1."),
        )

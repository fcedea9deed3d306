"""The bijector of absolute values."""

from graphlab._src.graph import constant
from graphlab._src.ops.checks.values import assert_non_negative
from graphlab._src.ops.distributions.bijector import Bijector, checked
from graphlab._src.ops.rounding import abs as abs_


class AbsoluteValue(Bijector):
    """y = abs(x), element by element. It is not injective: `inverse` returns the tuple (-y, y)."""

    def __init__(self, validate_args=False, name="absolute_value"):
        super().__init__(forward_min_event_ndims=0, is_constant_jacobian=True, validate_args=validate_args, name=name)

    @property
    def _is_injective(self):
        return False

    def _forward(self, x):
        return abs_(x)

    def _inverse(self, y):
        y = self._checked(y, y)
        return -y, y

    def _inverse_log_det_jacobian(self, y):
        zero = self._checked(y, constant(0.0, dtype=y.dtype))
        return zero, zero

    def _checked(self, y, result):
        if not self.validate_args:
            return result
        return checked(result, assert_non_negative(y, message="Argument y was negative"))

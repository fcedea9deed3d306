"""The bijector of squares."""

import math

from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.checks.values import assert_non_negative
from graphlab._src.ops.distributions.bijector import Bijector, checked
from graphlab._src.ops.power import log, sqrt


class Square(Bijector):
    """y = x^2, element by element, of numbers that are not negative.  validate_args: whether runs check that."""

    def __init__(self, validate_args=False, name="square"):
        super().__init__(forward_min_event_ndims=0, validate_args=validate_args, name=name)

    def _forward(self, x):
        return square(self._checked(x))

    def _inverse(self, y):
        return sqrt(self._checked(y))

    def _forward_log_det_jacobian(self, x):
        return math.log(2.0) + log(self._checked(x))

    def _checked(self, t):
        if not self.validate_args:
            return t
        return checked(t, assert_non_negative(t, message="All elements must be non-negative."))

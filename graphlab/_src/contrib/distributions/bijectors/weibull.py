"""The bijector of the Weibull distribution function."""

from graphlab._src.contrib.distributions.bijectors.gumbel import in_unit_interval
from graphlab._src.graph import convert_to_tensor
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.checks.kinds import assert_same_float_dtype
from graphlab._src.ops.checks.values import assert_non_negative, assert_positive
from graphlab._src.ops.distributions.bijector import Bijector, checked
from graphlab._src.ops.power import expm1, log, log1p


class Weibull(Bijector):
    """y = 1 - exp(-(x / scale)^concentration), element by element: its inverse makes uniform draws Weibull's.

    scale, concentration: of the distribution, above 0.  validate_args: whether runs check them, x >= 0 and 0 <= y <= 1.
    """

    def __init__(self, scale=1.0, concentration=1.0, validate_args=False, name="weibull"):
        self._graph_parents, self._name, self._validate_args = [], name, validate_args
        with self._name_scope("init", values=[scale, concentration]):
            self._scale = convert_to_tensor(scale, name="scale")
            self._concentration = convert_to_tensor(concentration, name="concentration")
            assert_same_float_dtype([self._scale, self._concentration])
            if validate_args:
                message = "Argument scale was not positive"
                self._scale = checked(self._scale, assert_positive(self._scale, message=message))
                message = "Argument concentration was not positive"
                self._concentration = checked(
                    self._concentration, assert_positive(self._concentration, message=message)
                )
        super().__init__(forward_min_event_ndims=0, validate_args=validate_args, name=name)

    scale = attribute("_scale", "The scale of the distribution.")
    concentration = attribute("_concentration", "The shape of the distribution.")

    def _forward(self, x):
        return -expm1(-((self._checked_x(x) / self.scale) ** self.concentration))

    def _inverse(self, y):
        return self.scale * (-log1p(-self._checked_y(y))) ** (1 / self.concentration)

    def _inverse_log_det_jacobian(self, y):
        y = self._checked_y(y)
        exponent = -log1p(-y)
        return exponent + (1 / self.concentration - 1) * log(exponent) + log(self.scale / self.concentration)

    def _forward_log_det_jacobian(self, x):
        x = self._checked_x(x)
        return (
            -((x / self.scale) ** self.concentration)
            + (self.concentration - 1) * log(x)
            + log(self.concentration)
            - self.concentration * log(self.scale)
        )

    def _checked_x(self, x):
        if not self.validate_args:
            return x
        return checked(x, assert_non_negative(x, message="Forward transformation input must be at least 0."))

    def _checked_y(self, y):
        return in_unit_interval(y) if self.validate_args else y

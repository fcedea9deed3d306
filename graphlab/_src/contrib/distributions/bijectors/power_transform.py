"""The bijector of powers."""

from graphlab._src.graph import convert_to_tensor, static_value
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.checks.values import assert_non_negative, assert_positive
from graphlab._src.ops.distributions.bijector import Bijector, checked
from graphlab._src.ops.power import exp, expm1, log, log1p


class PowerTransform(Bijector):
    """y = (1 + x power)^(1 / power), element by element, and exp(x) where power is 0.

    power: a constant that is not negative; ValueError otherwise.  validate_args: whether runs check x >= -1 / power, y > 0.
    """

    def __init__(self, power=0.0, validate_args=False, name="power_transform"):
        self._graph_parents, self._name, self._validate_args = [], name, validate_args
        with self._name_scope("init", values=[power]):
            power = static_value(convert_to_tensor(power, name="power"))
        if power is None or power < 0:
            raise ValueError("`power` must be a non-negative TF constant.")
        self._power = power
        super().__init__(forward_min_event_ndims=0, validate_args=validate_args, name=name)

    power = attribute("_power", "The power.")

    def _forward(self, x):
        x = self._checked_x(x)
        if self.power == 0.0:
            return exp(x)
        return exp(log1p(x * self.power) / self.power)

    def _inverse(self, y):
        y = self._checked_y(y)
        if self.power == 0.0:
            return log(y)
        return expm1(log(y) * self.power) / self.power

    def _inverse_log_det_jacobian(self, y):
        return (self.power - 1.0) * log(self._checked_y(y))

    def _forward_log_det_jacobian(self, x):
        x = self._checked_x(x)
        if self.power == 0.0:
            return x
        return (1.0 / self.power - 1.0) * log1p(x * self.power)

    def _checked_x(self, x):
        if not self.validate_args or self.power == 0.0:
            return x
        message = f"Forward transformation input must be at least {-1.0 / self.power}."
        return checked(x, assert_non_negative(1.0 + self.power * x, message=message))

    def _checked_y(self, y):
        if not self.validate_args:
            return y
        return checked(y, assert_positive(y, message="Inverse transformation input must be greater than 0."))

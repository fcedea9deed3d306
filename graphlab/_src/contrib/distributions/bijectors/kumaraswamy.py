"""The bijector that makes uniform draws Kumaraswamy's."""

from graphlab._src.graph import convert_to_tensor
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.checks.values import assert_less_equal, assert_non_negative, assert_positive
from graphlab._src.ops.constants import ones
from graphlab._src.ops.distributions.bijector import Bijector, checked
from graphlab._src.ops.power import exp, log, log1p


class Kumaraswamy(Bijector):
    """y = (1 - (1 - x)^(1 / b))^(1 / a), element by element: the quantiles of the Kumaraswamy distribution.

    concentration1: a, concentration0: b, both above 0.  validate_args: whether runs check them and the arguments.
    """

    def __init__(self, concentration1=None, concentration0=None, validate_args=False, name="kumaraswamy"):
        self._graph_parents, self._name, self._validate_args = [], name, validate_args
        with self._name_scope("init", values=[concentration1, concentration0]):
            self._concentration1 = self._parameter(concentration1, "concentration1")
            self._concentration0 = self._parameter(concentration0, "concentration0")
        super().__init__(forward_min_event_ndims=0, validate_args=validate_args, name=name)

    concentration1 = attribute("_concentration1", "The parameter a.")
    concentration0 = attribute("_concentration0", "The parameter b.")

    def _parameter(self, value, name):
        value = convert_to_tensor(value, name=name)
        if not self._validate_args:
            return value
        return checked(value, assert_positive(value, message="Concentration parameter must be positive."))

    def _forward(self, x):
        x = self._checked(x)
        return exp(log1p(-exp(log1p(-x) / self.concentration0)) / self.concentration1)

    def _inverse(self, y):
        y = self._checked(y)
        return exp(log1p(-((1 - y**self.concentration1) ** self.concentration0)))

    def _inverse_log_det_jacobian(self, y):
        y = self._checked(y)
        a, b = self.concentration1, self.concentration0
        return log(a) + log(b) + (a - 1) * log(y) + (b - 1) * log1p(-(y**a))

    def _checked(self, x):
        if not self.validate_args:
            return x
        one = ones([], self.concentration0.dtype)
        return checked(
            x,
            assert_non_negative(x, message="sample must be non-negative"),
            assert_less_equal(x, one, message="sample must be no larger than `1`."),
        )

"""The bijector of the Gumbel distribution function."""

from graphlab._src.graph import constant, convert_to_tensor
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.checks.kinds import assert_same_float_dtype
from graphlab._src.ops.checks.values import assert_less_equal, assert_non_negative, assert_positive
from graphlab._src.ops.distributions.bijector import Bijector, checked
from graphlab._src.ops.power import exp, log


class Gumbel(Bijector):
    """y = exp(-exp(-(x - loc) / scale)), element by element: its inverse makes uniform draws Gumbel's.

    loc, scale: of the distribution, scale above 0.  validate_args: whether runs check scale and 0 <= y <= 1.
    """

    def __init__(self, loc=0.0, scale=1.0, validate_args=False, name="gumbel"):
        self._graph_parents, self._name, self._validate_args = [], name, validate_args
        with self._name_scope("init", values=[loc, scale]):
            self._loc = convert_to_tensor(loc, name="loc")
            self._scale = convert_to_tensor(scale, name="scale")
            assert_same_float_dtype([self._loc, self._scale])
            if validate_args:
                positive = assert_positive(self._scale, message="Argument scale was not positive")
                self._scale = checked(self._scale, positive)
        super().__init__(validate_args=validate_args, forward_min_event_ndims=0, name=name)

    loc = attribute("_loc", "The mode of the distribution.")
    scale = attribute("_scale", "The scale of the distribution.")

    def _forward(self, x):
        return exp(-exp(-(x - self.loc) / self.scale))

    def _inverse(self, y):
        return self.loc - self.scale * log(-log(self._checked(y)))

    def _inverse_log_det_jacobian(self, y):
        y = self._checked(y)
        return log(self.scale / (-log(y) * y))

    def _forward_log_det_jacobian(self, x):
        z = (x - self.loc) / self.scale
        return -z - exp(-z) - log(self.scale)

    def _checked(self, y):
        return in_unit_interval(y) if self.validate_args else y


def in_unit_interval(y):
    """y, checked in a run to be a probability."""
    return checked(
        y,
        assert_non_negative(y, message="Inverse transformation input must be greater than 0."),
        assert_less_equal(
            y, constant(1.0, y.dtype), message="Inverse transformation input must be less than or equal to 1."
        ),
    )

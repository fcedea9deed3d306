"""The bijector that skews a distribution and makes its tails heavier or lighter."""

import math

import numpy as np

from graphlab._src.graph import convert_to_tensor
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.checks.kinds import assert_same_float_dtype
from graphlab._src.ops.checks.values import assert_positive
from graphlab._src.ops.distributions.bijector import Bijector, checked
from graphlab._src.ops.power import log, sqrt
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.trigonometry import asinh, cosh, sinh


class SinhArcsinh(Bijector):
    """y = sinh((arcsinh(x) + skewness) tailweight), element by element.

    skewness: 0 when left out.  tailweight: above 0; 1 when left out, heavier tails above.
    validate_args: whether runs check tailweight.
    """

    def __init__(self, skewness=None, tailweight=None, validate_args=False, name="SinhArcsinh"):
        self._graph_parents, self._name, self._validate_args = [], name, validate_args
        with self._name_scope("init", values=[skewness, tailweight]):
            self._skewness = convert_to_tensor(0.0 if skewness is None else skewness, name="skewness")
            tailweight = 1.0 if tailweight is None else tailweight
            self._tailweight = convert_to_tensor(tailweight, name="tailweight", dtype=self._skewness.dtype)
            assert_same_float_dtype([self._skewness, self._tailweight])
            if validate_args:
                positive = assert_positive(self._tailweight, message="Argument tailweight was not positive")
                self._tailweight = checked(self._tailweight, positive)
        super().__init__(forward_min_event_ndims=0, validate_args=validate_args, name=name)

    skewness = attribute("_skewness", "The skewness.")
    tailweight = attribute("_tailweight", "The weight of the tails.")

    def _forward(self, x):
        return sinh((asinh(x) + self.skewness) * self.tailweight)

    def _inverse(self, y):
        return sinh(asinh(y) / self.tailweight - self.skewness)

    def _inverse_log_det_jacobian(self, y):
        return log(cosh(asinh(y) / self.tailweight - self.skewness) / _hypotenuse(y)) - log(self.tailweight)

    def _forward_log_det_jacobian(self, x):
        return log(cosh((asinh(x) + self.skewness) * self.tailweight) / _hypotenuse(x)) + log(self.tailweight)


def _hypotenuse(x):
    """sqrt(x^2 + 1), whose square does not overflow where x is large."""
    least = math.sqrt(np.finfo(x.dtype.as_numpy_dtype).eps)
    return where_v2(abs_(x) * least <= 1.0, sqrt(x**2.0 + 1.0), abs_(x))

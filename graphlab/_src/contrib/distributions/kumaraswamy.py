"""The Kumaraswamy distribution."""

import numpy as np

from graphlab._src.contrib.distributions.bijectors.kumaraswamy import Kumaraswamy as KumaraswamyBijector
from graphlab._src.contrib.distributions.distribution_util import get_broadcast_shape
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.checks.values import assert_less
from graphlab._src.ops.constants import fill, ones, zeros, zeros_like
from graphlab._src.ops.distributions.base import FULLY_REPARAMETERIZED
from graphlab._src.ops.distributions.bijector import checked
from graphlab._src.ops.distributions.transformed import TransformedDistribution
from graphlab._src.ops.distributions.uniform import Uniform
from graphlab._src.ops.joining import stack
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.power import exp, log
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.special import digamma, lbeta


class Kumaraswamy(TransformedDistribution):
    """Kumaraswamy distributions of numbers in [0, 1]: much like Beta's, with a distribution function that is simple.

    concentration1, concentration0: above 0.  They broadcast.  validate_args: whether runs check them and values.
    """

    def __init__(
        self,
        concentration1=None,
        concentration0=None,
        validate_args=False,
        allow_nan_stats=True,
        name="Kumaraswamy",
    ):
        parameters = {"concentration1": concentration1, "concentration0": concentration0}
        parameters.update(validate_args=validate_args, allow_nan_stats=allow_nan_stats, name=name)
        with name_scope(name, values=[concentration1, concentration0]) as name:
            concentration1 = convert_to_tensor(concentration1, name="concentration1")
            concentration0 = convert_to_tensor(concentration0, name="concentration0")
        kind = concentration1.dtype
        super().__init__(
            Uniform(low=zeros([], dtype=kind), high=ones([], dtype=kind), allow_nan_stats=allow_nan_stats),
            KumaraswamyBijector(concentration1, concentration0, validate_args=validate_args),
            batch_shape=get_broadcast_shape(concentration1, concentration0),
            name=name,
        )
        self._parameters = parameters
        self._reparameterization_type = FULLY_REPARAMETERIZED

    @property
    def concentration1(self):
        """The parameter a of 1 - (1 - x^a)^b."""
        return self.bijector.concentration1

    @property
    def concentration0(self):
        """The parameter b of 1 - (1 - x^a)^b."""
        return self.bijector.concentration0

    def _entropy(self):
        a, b = self.concentration1, self.concentration0
        harmonic = digamma(b + 1.0) + np.euler_gamma
        return 1 - 1.0 / b + (1 - 1.0 / a) * harmonic - log(a) - log(b)

    def _moment(self, n):
        a, b = self.concentration1, self.concentration0
        each = zeros_like(a + b)
        return exp(log(b + each) + lbeta(stack([1 + n / (a + each), b + each], -1)))

    def _mean(self):
        return self._moment(1)

    def _variance(self):
        return self._moment(2) - square(self._moment(1))

    def _mode(self):
        a, b = self.concentration1, self.concentration0
        mode = ((a - 1) / (a * b - 1)) ** (1.0 / a)
        if self.allow_nan_stats:
            nan = fill(self.batch_shape_tensor(), self.dtype.as_numpy_dtype(np.nan), name="nan")
            return where_v2(logical_and(a > 1.0, b > 1.0), mode, nan)
        one = ones([], dtype=a.dtype)
        return checked(
            mode,
            assert_less(one, a, message="Mode undefined for concentration1 <= 1."),
            assert_less(one, b, message="Mode undefined for concentration0 <= 1."),
        )

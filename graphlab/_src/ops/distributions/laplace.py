"""The Laplace distribution."""

import math

import numpy as np

from graphlab._src.graph import name_scope
from graphlab._src.ops.activation import softplus
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.distributions.loc_scale import LocScale
from graphlab._src.ops.distributions.normal_functions import log_cdf_laplace
from graphlab._src.ops.power import exp, log, log1p
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.rounding import sign


class Laplace(LocScale):
    """Laplace distributions.

    loc: means.  scale: mean distances from them, above 0.  They broadcast.
    validate_args, allow_nan_stats: as in Distribution.
    """

    def __init__(self, loc, scale, validate_args=False, allow_nan_stats=True, name="Laplace"):
        super().__init__(loc, scale, validate_args, allow_nan_stats, name)

    def _sample_n(self, n, seed=None):
        kind = self.dtype.as_numpy_dtype
        least = np.nextafter(kind(-1), kind(0))  # -1 would make the logarithm of 0
        drawn = random_uniform(shape=self._each(n), minval=least, maxval=1.0, dtype=self.dtype, seed=seed)
        return self.loc - self.scale * sign(drawn) * log1p(-abs_(drawn))

    def _log_prob(self, x):
        return -abs_(self._z(x)) - (math.log(2) + log(self.scale))

    def _log_cdf(self, x):
        return log_cdf_laplace(self._z(x))

    def _log_survival_function(self, x):
        return log_cdf_laplace(-self._z(x))

    def _cdf(self, x):
        z = self._z(x)
        return 0.5 + 0.5 * sign(z) * (1.0 - exp(-abs_(z)))

    def _entropy(self):
        return math.log(2) + 1 + log(self.scale + zeros_like(self.loc))

    def _mean(self):
        return self.loc + zeros_like(self.scale)

    def _stddev(self):
        return math.sqrt(2) * self.scale + zeros_like(self.loc)

    def _mode(self):
        return self._mean()

    def _z(self, x):
        return (x - self.loc) / self.scale


class LaplaceWithSoftplusScale(Laplace):
    """Laplace distributions with softplus(scale) as their scales."""

    def __init__(self, loc, scale, validate_args=False, allow_nan_stats=True, name="LaplaceWithSoftplusScale"):
        parameters = dict(locals())
        with name_scope(name, values=[loc, scale]) as name:
            super().__init__(loc, softplus(scale, name="softplus_scale"), validate_args, allow_nan_stats, name)
        self._parameters = parameters

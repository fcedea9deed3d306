"""The logistic distribution."""

import math

import numpy as np

from graphlab._src.graph import name_scope
from graphlab._src.ops.activation import sigmoid, softplus
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.distributions.loc_scale import LocScale
from graphlab._src.ops.power import log, log1p
from graphlab._src.ops.random import random_uniform


class Logistic(LocScale):
    """Logistic distributions, whose distribution function is the sigmoid.

    loc: means.  scale: above 0.  They broadcast.
    """

    def __init__(self, loc, scale, validate_args=False, allow_nan_stats=True, name="Logistic"):
        super().__init__(loc, scale, validate_args, allow_nan_stats, name)

    def _sample_n(self, n, seed=None):
        least = np.finfo(self.dtype.as_numpy_dtype).tiny  # 0 has no logarithm
        uniform = random_uniform(self._each(n), minval=least, maxval=1.0, dtype=self.dtype, seed=seed)
        return (log(uniform) - log1p(-1.0 * uniform)) * self.scale + self.loc

    def _log_prob(self, x):
        z = self._z(x)
        return -z - 2.0 * softplus(-z) - log(self.scale)

    def _log_cdf(self, x):
        return -softplus(-self._z(x))

    def _cdf(self, x):
        return sigmoid(self._z(x))

    def _log_survival_function(self, x):
        return -softplus(self._z(x))

    def _survival_function(self, x):
        return sigmoid(-self._z(x))

    def _entropy(self):
        return 2 + log(self.scale * ones_like(self.loc))

    def _mean(self):
        return self.loc * ones_like(self.scale)

    def _stddev(self):
        return self.scale * ones_like(self.loc) * math.pi / math.sqrt(3)

    def _mode(self):
        return self._mean()

    def _z(self, x):
        with name_scope("standardize", values=[x]):
            return (x - self.loc) / self.scale

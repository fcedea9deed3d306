"""The Gumbel distribution of largest values."""

import math

import numpy as np

from graphlab._src.graph import name_scope
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.distributions.loc_scale import LocScale
from graphlab._src.ops.power import exp, log
from graphlab._src.ops.random import random_uniform


class _Gumbel(LocScale):
    """Gumbel distributions.

    loc: modes.  scale: above 0.  They broadcast.
    """

    def __init__(self, loc, scale, validate_args=False, allow_nan_stats=True, name="Gumbel"):
        super().__init__(loc, scale, validate_args, allow_nan_stats, name)

    def _sample_n(self, n, seed=None):
        least = np.finfo(self.dtype.as_numpy_dtype).tiny  # 0 has no logarithm
        uniform = random_uniform(self._each(n), minval=least, maxval=1.0, dtype=self.dtype, seed=seed)
        return -log(-log(uniform)) * self.scale + self.loc

    def _log_prob(self, x):
        z = self._z(x)
        return -z - exp(-z) - log(self.scale)

    def _log_cdf(self, x):
        return -exp(-self._z(x))

    def _cdf(self, x):
        return exp(-exp(-self._z(x)))

    def _entropy(self):
        return 1 + log(self.scale * ones_like(self.loc)) + np.euler_gamma

    def _mean(self):
        return self.loc + self.scale * np.euler_gamma

    def _stddev(self):
        return self.scale * ones_like(self.loc) * math.pi / math.sqrt(6)

    def _mode(self):
        return self.loc * ones_like(self.scale)

    def _z(self, x):
        with name_scope("standardize", values=[x]):
            return (x - self.loc) / self.scale

"""The Cauchy distribution."""

import math

import numpy as np

from graphlab._src.graph import name_scope
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.constants import fill, ones_like
from graphlab._src.ops.distributions.loc_scale import LocScale
from graphlab._src.ops.power import log, log1p
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.trigonometry import atan, tan


class Cauchy(LocScale):
    """Cauchy distributions, whose mean and variance are not defined.

    loc: medians.  scale: half the distances between the quartiles, above 0.  They broadcast.
    """

    def __init__(self, loc, scale, validate_args=False, allow_nan_stats=True, name="Cauchy"):
        super().__init__(loc, scale, validate_args, allow_nan_stats, name)

    def _sample_n(self, n, seed=None):
        return self._quantile(random_uniform(self._each(n), 0.0, 1.0, dtype=self.dtype, seed=seed))

    def _log_prob(self, x):
        return -log1p(square(self._z(x))) - (math.log(math.pi) + log(self.scale))

    def _cdf(self, x):
        return atan(self._z(x)) / math.pi + 0.5

    def _log_cdf(self, x):
        return log1p(2 / math.pi * atan(self._z(x))) - math.log(2)

    def _entropy(self):
        return (math.log(4 * math.pi) + log(self.scale)) * ones_like(self.loc)

    def _quantile(self, p):
        return self.loc + self.scale * tan(math.pi * (p - 0.5))

    def _mode(self):
        return self.loc * ones_like(self.scale)

    def _mean(self):
        return self._undefined("mean")

    def _stddev(self):
        return self._undefined("stddev")

    def _undefined(self, what):
        if not self.allow_nan_stats:
            raise ValueError(f"`{what}` is undefined for Cauchy distribution.")
        return fill(self.batch_shape_tensor(), self.dtype.as_numpy_dtype(np.nan))

    def _z(self, x):
        with name_scope("standardize", values=[x]):
            return (x - self.loc) / self.scale

"""The normal distribution."""

import math

from graphlab._src.graph import constant, name_scope
from graphlab._src.ops.activation import softplus
from graphlab._src.ops.arithmetic import square, squared_difference
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.distributions.divergence import RegisterKL
from graphlab._src.ops.distributions.loc_scale import LocScale
from graphlab._src.ops.distributions.normal_functions import log_ndtr, ndtr, ndtri
from graphlab._src.ops.power import log
from graphlab._src.ops.random import random_normal


class Normal(LocScale):
    """Normal distributions.

    loc: means.  scale: standard deviations, above 0.  They broadcast.
    validate_args, allow_nan_stats: as in Distribution.

        tf.distributions.Normal(loc=0.0, scale=[1.0, 2.0]).sample(5)  # [5, 2]
    """

    def __init__(self, loc, scale, validate_args=False, allow_nan_stats=True, name="Normal"):
        super().__init__(loc, scale, validate_args, allow_nan_stats, name)

    def _sample_n(self, n, seed=None):
        drawn = random_normal(shape=self._each(n), mean=0.0, stddev=1.0, dtype=self.loc.dtype, seed=seed)
        return drawn * self.scale + self.loc

    def _log_prob(self, x):
        return -0.5 * square(self._z(x)) - (0.5 * math.log(2 * math.pi) + log(self.scale))

    def _log_cdf(self, x):
        return log_ndtr(self._z(x))

    def _cdf(self, x):
        return ndtr(self._z(x))

    def _log_survival_function(self, x):
        return log_ndtr(-self._z(x))

    def _survival_function(self, x):
        return ndtr(-self._z(x))

    def _quantile(self, p):
        z = ndtri(p)
        with name_scope("reconstruct", values=[z]):
            return z * self.scale + self.loc

    def _entropy(self):
        scale = self.scale * ones_like(self.loc)
        return 0.5 * math.log(2 * math.pi * math.e) + log(scale)

    def _mean(self):
        return self.loc * ones_like(self.scale)

    def _stddev(self):
        return self.scale * ones_like(self.loc)

    def _mode(self):
        return self._mean()

    def _z(self, x):
        with name_scope("standardize", values=[x]):
            return (x - self.loc) / self.scale


class NormalWithSoftplusScale(Normal):
    """Normal distributions with softplus(scale) as their standard deviations."""

    def __init__(self, loc, scale, validate_args=False, allow_nan_stats=True, name="NormalWithSoftplusScale"):
        parameters = dict(locals())
        with name_scope(name, values=[scale]) as name:
            super().__init__(loc, softplus(scale, name="softplus_scale"), validate_args, allow_nan_stats, name)
        self._parameters = parameters


@RegisterKL(Normal, Normal)
def _kl_normal_normal(a, b, name=None):
    with name_scope(name, "kl_normal_normal", [a.loc, b.loc]):
        one, two, half = (constant(number, dtype=a.dtype) for number in (1, 2, 0.5))
        variance, other = square(a.scale), square(b.scale)
        ratio = variance / other
        return squared_difference(a.loc, b.loc) / (two * other) + half * (ratio - one - log(ratio))

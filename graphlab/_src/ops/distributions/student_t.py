"""Student's t distribution."""

import math

import numpy as np

from graphlab._src.graph import name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.activation import softplus
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.checks.kinds import assert_same_float_dtype
from graphlab._src.ops.checks.values import assert_less, assert_positive
from graphlab._src.ops.constants import fill, ones, ones_like
from graphlab._src.ops.control_flow.grouping import with_dependencies
from graphlab._src.ops.distributions.base import FULLY_REPARAMETERIZED, Elementwise
from graphlab._src.ops.distributions.parameters import gen_new_seed
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.ops.power import log, log1p, rsqrt
from graphlab._src.ops.random import random_normal
from graphlab._src.ops.random_counts import random_gamma
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.rounding import floor
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.special import betainc, digamma, lbeta, lgamma


class StudentT(Elementwise):
    """Student's t distributions.

    df: degrees of freedom, above 0.  loc, scale: what draws are shifted and stretched by.  They broadcast.
    validate_args, allow_nan_stats: as in Distribution.
    """

    _shaping = ("df", "loc", "scale")

    def __init__(self, df, loc, scale, validate_args=False, allow_nan_stats=True, name="StudentT"):
        parameters = dict(locals())
        with name_scope(name, values=[df, loc, scale]) as name:
            with control_dependencies([assert_positive(df)] if validate_args else []):
                self._df = identity(df, name="df")
                self._loc = identity(loc, name="loc")
                self._scale = identity(scale, name="scale")
                assert_same_float_dtype((self._df, self._loc, self._scale))
        super().__init__(
            self._scale.dtype,
            FULLY_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            parameters,
            [self._df, self._loc, self._scale],
            name,
        )

    df = attribute("_df", "The degrees of freedom.")
    loc = attribute("_loc", "The medians.")
    scale = attribute("_scale", "What draws are stretched by; not the standard deviation.")

    def _ones(self):
        return ones(self.batch_shape_tensor(), dtype=self.dtype)

    def _sample_n(self, n, seed=None):
        normal = random_normal(self._each(n), dtype=self.dtype, seed=seed)
        df = self.df * self._ones()
        gamma = random_gamma([n], 0.5 * df, beta=0.5, dtype=self.dtype, seed=gen_new_seed(seed, "student_t"))
        return normal * rsqrt(gamma / df) * self.scale + self.loc

    def _log_prob(self, x):
        y = (x - self.loc) / self.scale
        unnormalized = -0.5 * (self.df + 1.0) * log1p(y**2.0 / self.df)
        normalization = (
            log(abs_(self.scale))
            + 0.5 * log(self.df)
            + 0.5 * math.log(math.pi)
            + lgamma(0.5 * self.df)
            - lgamma(0.5 * (self.df + 1.0))
        )
        return unnormalized - normalization

    def _cdf(self, x):
        y = (x - self.loc) / abs_(self.scale)
        share = self.df / (y**2.0 + self.df)
        below = 0.5 * betainc(0.5 * self.df, 0.5, share)
        return where_v2(y < 0.0, below, 1.0 - below)

    def _entropy(self):
        one = self._ones()[..., None]
        halves = concat([one * self.df[..., None], one], -1) / 2.0
        of_scale = log(abs_(self.scale)) + 0.5 * log(self.df) + lbeta(halves)
        return of_scale + 0.5 * (self.df + 1.0) * (digamma(0.5 * (self.df + 1.0)) - digamma(0.5 * self.df))

    def _mean(self):
        return self._above_one(self.loc * self._ones(), "mean")

    def _variance(self):
        bottom = where_v2(self.df > 2.0, self.df - 2.0, ones_like(self.df))
        variance = self._ones() * square(self.scale) * self.df / bottom
        infinity = self.dtype.as_numpy_dtype(np.inf)
        finite = self.df > fill(self.batch_shape_tensor(), self.dtype.as_numpy_dtype(2.0))
        variance = where_v2(finite, variance, fill(self.batch_shape_tensor(), infinity, name="inf"))
        return self._above_one(variance, "variance")

    def _above_one(self, value, what):
        """The value where there is more than one degree of freedom; else it is not defined."""
        if self.allow_nan_stats:
            return self._unless_nan(self.df > self._ones(), value)
        message = f"{what} not defined for components of df <= 1"
        return with_dependencies([assert_less(ones([], dtype=self.dtype), self.df, message=message)], value)

    def _mode(self):
        return identity(self.loc)


class StudentTWithAbsDfSoftplusScale(StudentT):
    """Student's t distributions with floor(abs(df)) and softplus(scale)."""

    def __init__(
        self, df, loc, scale, validate_args=False, allow_nan_stats=True, name="StudentTWithAbsDfSoftplusScale"
    ):
        parameters = dict(locals())
        with name_scope(name, values=[df, scale]) as name:
            df, scale = floor(abs_(df)), softplus(scale, name="softplus_scale")
            super().__init__(df, loc, scale, validate_args, allow_nan_stats, name)
        self._parameters = parameters

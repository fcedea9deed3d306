"""The gamma and the exponential distribution."""

import numpy as np

from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.activation import softplus
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.checks.kinds import assert_same_float_dtype
from graphlab._src.ops.checks.values import assert_less, assert_positive
from graphlab._src.ops.constants import ones
from graphlab._src.ops.control_flow.grouping import with_dependencies
from graphlab._src.ops.distributions.base import FULLY_REPARAMETERIZED, Elementwise
from graphlab._src.ops.distributions.divergence import RegisterKL
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.ops.power import log, sqrt, xlogy
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.random_counts import random_gamma
from graphlab._src.ops.shape import shape
from graphlab._src.ops.special import digamma, igamma, lgamma


class Gamma(Elementwise):
    """Gamma distributions.

    concentration: shapes, above 0.  rate: inverse scales, above 0.  They broadcast.
    validate_args, allow_nan_stats: as in Distribution.
    """

    _shaping = ("concentration", "rate")

    def __init__(self, concentration, rate, validate_args=False, allow_nan_stats=True, name="Gamma"):
        parameters = dict(locals())
        with name_scope(name, values=[concentration, rate]) as name:
            with control_dependencies([assert_positive(concentration), assert_positive(rate)] if validate_args else []):
                self._concentration = identity(concentration, name="concentration")
                self._rate = identity(rate, name="rate")
                assert_same_float_dtype([self._concentration, self._rate])
        super().__init__(
            self._concentration.dtype,
            FULLY_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            parameters,
            [self._concentration, self._rate],
            name,
        )

    concentration = attribute("_concentration", "The shapes.")
    rate = attribute("_rate", "The inverse scales.")

    def _sample_n(self, n, seed=None):
        return random_gamma(shape=[n], alpha=self.concentration, beta=self.rate, dtype=self.dtype, seed=seed)

    def _log_prob(self, x):
        x = self._checked(x)
        unnormalized = xlogy(self.concentration - 1.0, x) - self.rate * x
        return unnormalized - (lgamma(self.concentration) - self.concentration * log(self.rate))

    def _cdf(self, x):
        return igamma(self.concentration, self.rate * self._checked(x))

    def _entropy(self):
        a = self.concentration
        return a - log(self.rate) + lgamma(a) + (1.0 - a) * digamma(a)

    def _mean(self):
        return self.concentration / self.rate

    def _variance(self):
        return self.concentration / square(self.rate)

    def _stddev(self):
        return sqrt(self.concentration) / self.rate

    def _mode(self):
        mode = (self.concentration - 1.0) / self.rate
        if self.allow_nan_stats:
            return self._unless_nan(self.concentration > 1.0, mode)
        message = "mode not defined when any concentration <= 1"
        return with_dependencies([assert_less(ones([], self.dtype), self.concentration, message=message)], mode)

    def _checked(self, x):
        assert_same_float_dtype(tensors=[x], dtype=self.dtype)
        return with_dependencies([assert_positive(x)], x) if self.validate_args else x


class GammaWithSoftplusConcentrationRate(Gamma):
    """Gamma distributions with softplus of both parameters."""

    def __init__(
        self, concentration, rate, validate_args=False, allow_nan_stats=True, name="GammaWithSoftplusConcentrationRate"
    ):
        parameters = dict(locals())
        with name_scope(name, values=[concentration, rate]) as name:
            concentration = softplus(concentration, name="softplus_concentration")
            rate = softplus(rate, name="softplus_rate")
            super().__init__(concentration, rate, validate_args, allow_nan_stats, name)
        self._parameters = parameters


class Exponential(Gamma):
    """Exponential distributions.

    rate: inverse means, above 0.
    validate_args, allow_nan_stats: as in Distribution.
    """

    def __init__(self, rate, validate_args=False, allow_nan_stats=True, name="Exponential"):
        parameters = dict(locals())
        with name_scope(name, values=[rate]) as name:
            self._rate = convert_to_tensor(rate, name="rate")
        super().__init__(ones([], dtype=self._rate.dtype), self._rate, validate_args, allow_nan_stats, name)
        self._parameters = parameters

    @staticmethod
    def _param_shapes(sample_shape):
        return {"rate": convert_to_tensor(sample_shape, dtype="int32")}

    def _log_survival_function(self, value):
        return self._log_prob(value) - log(self._rate)

    def _sample_n(self, n, seed=None):
        least = np.finfo(self.dtype.as_numpy_dtype).tiny  # 0 has no logarithm
        each = concat([[n], shape(self._rate)], 0)
        drawn = random_uniform(each, minval=least, maxval=1.0, seed=seed, dtype=self.dtype)
        return -log(drawn) / self._rate


class ExponentialWithSoftplusRate(Exponential):
    """Exponential distributions with softplus(rate) as their rates."""

    def __init__(self, rate, validate_args=False, allow_nan_stats=True, name="ExponentialWithSoftplusRate"):
        parameters = dict(locals())
        with name_scope(name, values=[rate]) as name:
            super().__init__(softplus(rate, name="softplus_rate"), validate_args, allow_nan_stats, name)
        self._parameters = parameters


@RegisterKL(Gamma, Gamma)
def _kl_gamma_gamma(a, b, name=None):
    with name_scope(name, "kl_gamma_gamma", values=[a.concentration, a.rate, b.concentration, b.rate]):
        return (
            (a.concentration - b.concentration) * digamma(a.concentration)
            + lgamma(b.concentration)
            - lgamma(a.concentration)
            + b.concentration * log(a.rate)
            - b.concentration * log(b.rate)
            + a.concentration * (b.rate / a.rate - 1.0)
        )

"""The inverse gamma distribution: the reciprocals of gamma draws."""

from graphlab._src.graph import constant, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.activation import softplus
from graphlab._src.ops.arithmetic import square, squared_difference
from graphlab._src.ops.checks.kinds import assert_same_float_dtype
from graphlab._src.ops.checks.values import assert_less, assert_positive
from graphlab._src.ops.distributions.base import NOT_REPARAMETERIZED, Elementwise
from graphlab._src.ops.distributions.bijector import checked
from graphlab._src.ops.identity import identity
from graphlab._src.ops.power import log
from graphlab._src.ops.random_counts import random_gamma
from graphlab._src.ops.special import digamma, igammac, lgamma


class InverseGamma(Elementwise):
    """Distributions of 1 / x, where x has a gamma distribution.

    concentration: shapes, above 0.  rate: scales of 1 / x, above 0.  They broadcast.
    """

    _shaping = ("concentration", "rate")

    def __init__(self, concentration, rate, validate_args=False, allow_nan_stats=True, name="InverseGamma"):
        parameters = dict(locals())
        with name_scope(name, values=[concentration, rate]) as name:
            with control_dependencies([assert_positive(concentration), assert_positive(rate)] if validate_args else []):
                self._concentration = identity(concentration, name="concentration")
                self._rate = identity(rate, name="rate")
                assert_same_float_dtype([self._concentration, self._rate])
        super().__init__(
            self._concentration.dtype,
            NOT_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            parameters,
            [self._concentration, self._rate],
            name,
        )

    concentration = attribute("_concentration", "The shapes.")
    rate = attribute("_rate", "The scales.")

    def _sample_n(self, n, seed=None):
        return 1.0 / random_gamma([n], alpha=self.concentration, beta=self.rate, dtype=self.dtype, seed=seed)

    def _log_prob(self, x):
        x = self._checked(x)
        unnormalized = -(1.0 + self.concentration) * log(x) - self.rate / x
        return unnormalized - (lgamma(self.concentration) - self.concentration * log(self.rate))

    def _cdf(self, x):
        return igammac(self.concentration, self.rate / self._checked(x))

    def _entropy(self):
        shape = self.concentration
        return shape + log(self.rate) + lgamma(shape) - (1.0 + shape) * digamma(shape)

    def _mean(self):
        return self._where_above(1.0, self.rate / (self.concentration - 1.0), "mean")

    def _variance(self):
        shape = self.concentration
        variance = square(self.rate) / squared_difference(shape, 1.0) / (shape - 2.0)
        return self._where_above(2.0, variance, "variance")

    def _mode(self):
        return self.rate / (1.0 + self.concentration)

    def _where_above(self, least, value, what):
        """The statistic, which is defined where the concentration is above `least`."""
        if self.allow_nan_stats:
            return self._unless_nan(self.concentration > least, value)
        message = f"{what} undefined when any concentration <= {least:.0f}"
        return checked(value, assert_less(constant(least, dtype=self.dtype), self.concentration, message=message))

    def _checked(self, x):
        assert_same_float_dtype(tensors=[x], dtype=self.dtype)
        return checked(x, assert_positive(x)) if self.validate_args else x


class InverseGammaWithSoftplusConcentrationRate(InverseGamma):
    """Inverse gamma distributions with softplus of both parameters."""

    def __init__(
        self,
        concentration,
        rate,
        validate_args=False,
        allow_nan_stats=True,
        name="InverseGammaWithSoftplusConcentrationRate",
    ):
        parameters = dict(locals())
        with name_scope(name, values=[concentration, rate]) as name:
            concentration = softplus(concentration, name="softplus_concentration")
            rate = softplus(rate, name="softplus_rate")
            super().__init__(concentration, rate, validate_args, allow_nan_stats, name)
        self._parameters = parameters

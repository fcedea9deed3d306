"""The beta distribution."""

from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.activation import softplus
from graphlab._src.ops.checks.kinds import assert_same_float_dtype
from graphlab._src.ops.checks.values import assert_less, assert_positive
from graphlab._src.ops.constants import ones, ones_like
from graphlab._src.ops.control_flow.grouping import with_dependencies
from graphlab._src.ops.distributions.base import FULLY_REPARAMETERIZED, Elementwise
from graphlab._src.ops.distributions.divergence import RegisterKL
from graphlab._src.ops.distributions.parameters import gen_new_seed
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.power import log1p, xlogy
from graphlab._src.ops.random_counts import random_gamma
from graphlab._src.ops.special import betainc, digamma, lgamma


class Beta(Elementwise):
    """Beta distributions, of numbers between 0 and 1.

    concentration1, concentration0: above 0; the exponents of x and 1 - x are one less.  They broadcast.
    validate_args, allow_nan_stats: as in Distribution.
    """

    _shaping = ("concentration1", "concentration0")

    def __init__(
        self, concentration1=None, concentration0=None, validate_args=False, allow_nan_stats=True, name="Beta"
    ):
        parameters = dict(locals())
        with name_scope(name, values=[concentration1, concentration0]) as name:
            concentration1 = convert_to_tensor(concentration1, name="concentration1")
            self._concentration1 = _checked(concentration1, validate_args)
            concentration0 = convert_to_tensor(concentration0, name="concentration0")
            self._concentration0 = _checked(concentration0, validate_args)
            assert_same_float_dtype([self._concentration1, self._concentration0])
            self._total_concentration = self._concentration1 + self._concentration0
        super().__init__(
            self._total_concentration.dtype,
            FULLY_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            parameters,
            [self._concentration1, self._concentration0, self._total_concentration],
            name,
        )

    concentration1 = attribute("_concentration1", "The concentration of 1.")
    concentration0 = attribute("_concentration0", "The concentration of 0.")
    total_concentration = attribute("_total_concentration", "The sum of both.")

    def _sample_n(self, n, seed=None):
        alphas = [
            ones_like(self.total_concentration, dtype=self.dtype) * concentration
            for concentration in (self.concentration1, self.concentration0)
        ]
        seeds = seed, gen_new_seed(seed, "beta")
        first, second = (
            random_gamma(shape=[n], alpha=alpha, dtype=self.dtype, seed=own)
            for alpha, own in zip(alphas, seeds, strict=True)
        )
        return first / (first + second)

    def _log_prob(self, x):
        if self.validate_args:
            checks = [
                assert_positive(x, message="sample must be positive"),
                assert_less(x, ones([], self.dtype), message="sample must be less than `1`."),
            ]
            x = with_dependencies(checks, x)
        unnormalized = xlogy(self.concentration1 - 1.0, x) + (self.concentration0 - 1.0) * log1p(-x)
        return unnormalized - self._log_normalization()

    def _cdf(self, x):
        return betainc(self.concentration1, self.concentration0, x)

    def _log_normalization(self):
        return lgamma(self.concentration1) + lgamma(self.concentration0) - lgamma(self.total_concentration)

    def _entropy(self):
        return (
            self._log_normalization()
            - (self.concentration1 - 1.0) * digamma(self.concentration1)
            - (self.concentration0 - 1.0) * digamma(self.concentration0)
            + (self.total_concentration - 2.0) * digamma(self.total_concentration)
        )

    def _mean(self):
        return self._concentration1 / self._total_concentration

    def _variance(self):
        return self._mean() * (1.0 - self._mean()) / (1.0 + self.total_concentration)

    def _mode(self):
        mode = (self.concentration1 - 1.0) / (self.total_concentration - 2.0)
        if self.allow_nan_stats:
            return self._unless_nan(logical_and(self.concentration1 > 1.0, self.concentration0 > 1.0), mode)
        one = ones([], dtype=self.dtype)
        checks = [
            assert_less(one, self.concentration1, message="Mode undefined for concentration1 <= 1."),
            assert_less(one, self.concentration0, message="Mode undefined for concentration0 <= 1."),
        ]
        return with_dependencies(checks, mode)


class BetaWithSoftplusConcentration(Beta):
    """Beta distributions with softplus of both parameters."""

    def __init__(
        self,
        concentration1,
        concentration0,
        validate_args=False,
        allow_nan_stats=True,
        name="BetaWithSoftplusConcentration",
    ):
        parameters = dict(locals())
        with name_scope(name, values=[concentration1, concentration0]) as name:
            concentration1 = softplus(concentration1, name="softplus_concentration1")
            concentration0 = softplus(concentration0, name="softplus_concentration0")
            super().__init__(concentration1, concentration0, validate_args, allow_nan_stats, name)
        self._parameters = parameters


def _checked(concentration, validate_args):
    if not validate_args:
        return concentration
    message = "Concentration parameter must be positive."
    return with_dependencies([assert_positive(concentration, message=message)], concentration)


@RegisterKL(Beta, Beta)
def _kl_beta_beta(a, b, name=None):
    names = "concentration1", "concentration0", "total_concentration"
    values = [getattr(item, name) for item in (a, b) for name in names]
    with name_scope(name, "kl_beta_beta", values=values):
        return (
            b._log_normalization()
            - a._log_normalization()
            - digamma(a.concentration1) * (b.concentration1 - a.concentration1)
            - digamma(a.concentration0) * (b.concentration0 - a.concentration0)
            + digamma(a.total_concentration) * (b.total_concentration - a.total_concentration)
        )

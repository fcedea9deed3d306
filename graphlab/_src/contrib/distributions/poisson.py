"""The Poisson distribution."""

from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.checks.values import assert_positive
from graphlab._src.ops.distributions.base import NOT_REPARAMETERIZED, Elementwise
from graphlab._src.ops.distributions.value_checks import embed_check_nonnegative_integer_form
from graphlab._src.ops.identity import identity
from graphlab._src.ops.power import exp, log
from graphlab._src.ops.random_counts import random_poisson
from graphlab._src.ops.rounding import floor
from graphlab._src.ops.special import igammac, lgamma


class Poisson(Elementwise):
    """Distributions of how many independent events happen.

    rate, or log_rate: the mean number, above 0, or its logarithm; one of the two.
    validate_args: whether runs check that counts are whole.
    """

    _shaping = ("rate",)

    def __init__(self, rate=None, log_rate=None, validate_args=False, allow_nan_stats=True, name="Poisson"):
        parameters = dict(locals())
        with name_scope(name, values=[rate]) as name:
            if (rate is None) == (log_rate is None):
                raise ValueError("Must specify exactly one of `rate` and `log_rate`.")
            if log_rate is None:
                rate = _float_tensor(rate, "rate")
                with control_dependencies([assert_positive(rate)] if validate_args else []):
                    self._rate = identity(rate, name="rate")
                    self._log_rate = log(rate, name="log_rate")
            else:
                self._log_rate = _float_tensor(log_rate, "log_rate")
                self._rate = exp(self._log_rate, name="rate")
        super().__init__(
            self._rate.dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, [self._rate], name
        )

    rate = attribute("_rate", "The mean numbers.")
    log_rate = attribute("_log_rate", "The logarithms of the mean numbers.")

    def _log_prob(self, x):
        x = self._checked(x)
        return x * self.log_rate - lgamma(1.0 + x) - self.rate

    def _log_cdf(self, x):
        return log(self.cdf(x))

    def _cdf(self, x):
        return igammac(1.0 + self._checked(x), self.rate)

    def _mean(self):
        return identity(self.rate)

    def _variance(self):
        return identity(self.rate)

    def _mode(self):
        """The larger one of two where rate is whole."""
        return floor(self.rate)

    def _sample_n(self, n, seed=None):
        return random_poisson(self.rate, [n], dtype=self.dtype, seed=seed)

    def _checked(self, x):
        return embed_check_nonnegative_integer_form(x) if self.validate_args else x


def _float_tensor(value, name):
    value = convert_to_tensor(value, name=name)
    if not value.dtype.is_floating:
        raise TypeError(f"{name}.dtype ({value.dtype.name}) is a not a float-type.")
    return value

"""The negative binomial distribution."""

from graphlab._src.graph import name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.activation import log_sigmoid, sigmoid
from graphlab._src.ops.checks.values import assert_positive
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.distributions.base import NOT_REPARAMETERIZED, Elementwise
from graphlab._src.ops.distributions.parameters import gen_new_seed, logits_and_probs
from graphlab._src.ops.distributions.value_checks import embed_check_nonnegative_integer_form
from graphlab._src.ops.identity import identity
from graphlab._src.ops.power import exp
from graphlab._src.ops.random_counts import random_gamma, random_poisson
from graphlab._src.ops.rounding import floor
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.special import betainc, lgamma


class NegativeBinomial(Elementwise):
    """Distributions of how many trials succeed before total_count fail.

    total_count: above 0.  logits, or probs: of a success; one of the two.  They broadcast.
    validate_args: whether runs check that counts are whole.
    """

    _shaping = ("total_count", "probs")

    def __init__(
        self, total_count, logits=None, probs=None, validate_args=False, allow_nan_stats=True, name="NegativeBinomial"
    ):
        parameters = dict(locals())
        with name_scope(name, values=[total_count, logits, probs]) as name:
            self._logits, self._probs = logits_and_probs(logits, probs, validate_args=validate_args, name=name)
            with control_dependencies([assert_positive(total_count)] if validate_args else []):
                self._total_count = identity(total_count)
        super().__init__(
            self._probs.dtype,
            NOT_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            parameters,
            [self._total_count, self._probs, self._logits],
            name,
        )

    total_count = attribute("_total_count", "How many trials fail.")
    logits = attribute("_logits", "log(probs / (1 - probs)).")
    probs = attribute("_probs", "The probabilities of a success.")

    def _sample_n(self, n, seed=None):
        rate = random_gamma([n], alpha=self.total_count, beta=exp(-self.logits), dtype=self.dtype, seed=seed)
        return random_poisson(rate, shape=[], dtype=self.dtype, seed=gen_new_seed(seed, "negative_binom"))

    def _cdf(self, x):
        return betainc(self.total_count, 1.0 + self._checked(x), sigmoid(-self.logits))

    def _log_prob(self, x):
        x = self._checked(x)
        unnormalized = self.total_count * log_sigmoid(-self.logits) + x * log_sigmoid(self.logits)
        return unnormalized - (-lgamma(self.total_count + x) + lgamma(1.0 + x) + lgamma(self.total_count))

    def _mean(self):
        return self.total_count * exp(self.logits)

    def _mode(self):
        fewer = where_v2(1.0 < self.total_count, self.total_count - 1.0, zeros_like(self.total_count))
        return floor(fewer * exp(self.logits))

    def _variance(self):
        return self._mean() / sigmoid(-self.logits)

    def _checked(self, x):
        return embed_check_nonnegative_integer_form(x) if self.validate_args else x

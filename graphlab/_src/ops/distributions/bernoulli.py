"""The Bernoulli distribution."""

from graphlab._src.base import dtypes
from graphlab._src.graph import name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.activation import sigmoid, softplus
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import less
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.cross_entropy import sigmoid_cross_entropy_with_logits
from graphlab._src.ops.distributions.base import NOT_REPARAMETERIZED, Elementwise
from graphlab._src.ops.distributions.divergence import RegisterKL
from graphlab._src.ops.distributions.parameters import check_whole, logits_and_probs
from graphlab._src.ops.identity import identity
from graphlab._src.ops.random import random_uniform


class Bernoulli(Elementwise):
    """Distributions of 1, with the probability probs, and 0.

    logits, or probs: one of the two.  dtype: of the samples.
    validate_args, allow_nan_stats: as in Distribution.
    """

    _shaping = ("logits",)

    def __init__(
        self,
        logits=None,
        probs=None,
        dtype=dtypes.int32,
        validate_args=False,
        allow_nan_stats=True,
        name="Bernoulli",
    ):
        parameters = dict(locals())
        with name_scope(name) as name:
            self._logits, self._probs = logits_and_probs(logits, probs, False, validate_args, name)
        super().__init__(
            dtypes.as_dtype(dtype),
            NOT_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            parameters,
            [self._logits, self._probs],
            name,
        )

    logits = attribute("_logits", "log(probs / (1 - probs)).")
    probs = attribute("_probs", "The probability of 1.")

    def _sample_n(self, n, seed=None):
        uniform = random_uniform(self._each(n), seed=seed, dtype=self.probs.dtype)
        return cast(less(uniform, self.probs), self.dtype)

    def _log_prob(self, event):
        if self.validate_args:
            event = check_whole(event, largest=1, name="embed_check_casting_closed")
        event, logits = cast(event, self.logits.dtype), self.logits
        if not (event.shape.is_fully_defined() and event.shape == logits.shape):
            logits, event = ones_like(event) * logits, ones_like(logits) * event
        return -sigmoid_cross_entropy_with_logits(labels=event, logits=logits)

    def _entropy(self):
        return -self.logits * (sigmoid(self.logits) - 1) + softplus(-self.logits)

    def _mean(self):
        return identity(self.probs)

    def _variance(self):
        return self._mean() * (1.0 - self.probs)

    def _mode(self):
        return cast(self.probs > 0.5, self.dtype)


@RegisterKL(Bernoulli, Bernoulli)
def _kl_bernoulli_bernoulli(a, b, name=None):
    with name_scope(name, "kl_bernoulli_bernoulli", values=[a.logits, b.logits]):
        for_no = softplus(b.logits) - softplus(a.logits)
        for_yes = softplus(-b.logits) - softplus(-a.logits)
        return sigmoid(a.logits) * for_yes + sigmoid(-a.logits) * for_no

"""The geometric distribution."""

import numpy as np

from graphlab._src.graph import constant, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.activation import softplus
from graphlab._src.ops.checks.values import assert_less, assert_positive
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import ones_like, zeros, zeros_like
from graphlab._src.ops.distributions.base import NOT_REPARAMETERIZED, Elementwise
from graphlab._src.ops.distributions.bijector import checked
from graphlab._src.ops.distributions.parameters import logits_and_probs
from graphlab._src.ops.distributions.value_checks import embed_check_nonnegative_integer_form
from graphlab._src.ops.identity import identity
from graphlab._src.ops.power import exp, expm1, log, log1p
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.rounding import floor
from graphlab._src.ops.select import where_v2


class Geometric(Elementwise):
    """Distributions of how many trials fail before the first success.

    logits, or probs: of a success; one of the two.  validate_args: whether runs check that counts are whole.
    """

    _shaping = ("probs",)

    def __init__(self, logits=None, probs=None, validate_args=False, allow_nan_stats=True, name="Geometric"):
        parameters = dict(locals())
        with name_scope(name, values=[logits, probs]) as name:
            self._logits, self._probs = logits_and_probs(logits, probs, validate_args=validate_args, name=name)
            with control_dependencies([assert_positive(self._probs)] if validate_args else []):
                self._probs = identity(self._probs, name="probs")
        super().__init__(
            self._probs.dtype,
            NOT_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            parameters,
            [self._probs, self._logits],
            name,
        )

    logits = attribute("_logits", "log(probs / (1 - probs)).")
    probs = attribute("_probs", "The probabilities of a success.")

    def _sample_n(self, n, seed=None):
        least = np.finfo(self.dtype.as_numpy_dtype).tiny  # 0 has no logarithm
        uniform = random_uniform(self._each(n), minval=least, maxval=1.0, seed=seed, dtype=self.dtype)
        return floor(log(uniform) / log1p(-self.probs))

    def _cdf(self, x):
        x = self._whole(x) * ones_like(self.probs)
        return where_v2(x < 0.0, zeros_like(x), -expm1((1.0 + x) * log1p(-self.probs)))

    def _log_prob(self, x):
        x = self._whole(x) * ones_like(self.probs)
        probs = self.probs * ones_like(x)
        safe = where_v2(equal(x, 0.0), zeros_like(probs), probs)  # 0 log(0) is 0
        return x * log1p(-safe) + log(probs)

    def _entropy(self):
        probs = self._probs
        if self.validate_args:
            message = "Entropy is undefined when logits = inf or probs = 1."
            probs = checked(probs, assert_less(probs, constant(1.0, probs.dtype), message=message))
        return softplus(self.logits) / probs - self.logits

    def _mean(self):
        return exp(-self.logits)

    def _variance(self):
        return self._mean() / self.probs

    def _mode(self):
        return zeros(self.batch_shape_tensor(), dtype=self.dtype)

    def _whole(self, x):
        return embed_check_nonnegative_integer_form(x) if self.validate_args else floor(x)

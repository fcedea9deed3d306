"""The binomial distribution."""

from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.checks.values import assert_less_equal, assert_non_negative
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import ones_like, zeros_like
from graphlab._src.ops.distributions.base import NOT_REPARAMETERIZED, Elementwise
from graphlab._src.ops.distributions.bijector import checked
from graphlab._src.ops.distributions.parameters import logits_and_probs
from graphlab._src.ops.distributions.value_checks import assert_integer_form, embed_check_nonnegative_integer_form
from graphlab._src.ops.power import log, log1p
from graphlab._src.ops.rounding import floor
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.special import betainc, lgamma


class Binomial(Elementwise):
    """Distributions of how many of total_count trials succeed. As in TensorFlow it has no `sample`.

    total_count: whole numbers, not negative.  logits, or probs: of a success; one of the two.  They broadcast.
    validate_args: whether runs check total_count and counts.
    """

    _shaping = ("total_count", "probs")

    def __init__(
        self, total_count, logits=None, probs=None, validate_args=False, allow_nan_stats=True, name="Binomial"
    ):
        parameters = dict(locals())
        with name_scope(name, values=[total_count, logits, probs]) as name:
            self._total_count = convert_to_tensor(total_count, name="total_count")
            if validate_args:
                self._total_count = checked(
                    self._total_count,
                    assert_non_negative(self._total_count, message="total_count must be non-negative."),
                    assert_integer_form(self._total_count, message="total_count cannot contain fractional components."),
                )
            self._logits, self._probs = logits_and_probs(logits, probs, validate_args=validate_args, name=name)
        super().__init__(
            self._probs.dtype,
            NOT_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            parameters,
            [self._total_count, self._logits, self._probs],
            name,
        )

    total_count = attribute("_total_count", "How many trials there are.")
    logits = attribute("_logits", "log(probs / (1 - probs)).")
    probs = attribute("_probs", "The probabilities of a success.")

    def _log_prob(self, counts):
        counts = self._checked(counts)
        unnormalized = counts * log(self.probs) + (self.total_count - counts) * log1p(-self.probs)
        of_misses = lgamma(1.0 + self.total_count - counts)
        return unnormalized - (of_misses + lgamma(1.0 + counts) - lgamma(1.0 + self.total_count))

    def _cdf(self, counts):
        counts, probs, n = self._checked(counts), self.probs, self.total_count
        sizes = counts.shape, probs.shape
        if not (all(each.is_fully_defined() for each in sizes) and sizes[0].is_compatible_with(sizes[1])):
            probs += zeros_like(counts)
            counts += zeros_like(self.probs)
        one = ones_like(n - counts)
        all_of_them = equal(counts, n)
        misses = where_v2(all_of_them, one, n - counts)
        return where_v2(all_of_them, one, betainc(misses, counts + 1, 1 - probs))

    def _mean(self):
        return self.total_count * self.probs

    def _variance(self):
        return self._mean() * (1.0 - self.probs)

    def _mode(self):
        """The larger one of two where (1 + total_count) probs is whole."""
        return floor((1.0 + self.total_count) * self.probs)

    def _checked(self, counts):
        if not self.validate_args:
            return counts
        counts = embed_check_nonnegative_integer_form(counts)
        message = "counts are not less than or equal to n."
        return checked(counts, assert_less_equal(counts, self.total_count, message=message))

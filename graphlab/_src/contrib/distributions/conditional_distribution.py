"""The base class of distributions that depend on more than their argument."""

from graphlab._src.ops.distributions.base import Distribution


class ConditionalDistribution(Distribution):
    """A distribution whose methods have more arguments, by keyword, which `_sample_n`, `_log_prob` and so on receive."""

    def sample(self, sample_shape=(), seed=None, name="sample", **condition_kwargs):
        """Draws under these conditions."""
        return self._call_sample_n(sample_shape, seed, name, **condition_kwargs)

    def log_prob(self, value, name="log_prob", **condition_kwargs):
        """The logarithm of the probability, or of its density, at value under these conditions."""
        return self._call_log_prob(value, name, **condition_kwargs)

    def prob(self, value, name="prob", **condition_kwargs):
        """The probability, or its density, at value under these conditions."""
        return self._call_prob(value, name, **condition_kwargs)

    def log_cdf(self, value, name="log_cdf", **condition_kwargs):
        """The logarithm of the probability of a draw that is at most value under these conditions."""
        return self._call_log_cdf(value, name, **condition_kwargs)

    def cdf(self, value, name="cdf", **condition_kwargs):
        """The probability of a draw that is at most value under these conditions."""
        return self._call_cdf(value, name, **condition_kwargs)

    def log_survival_function(self, value, name="log_survival_function", **condition_kwargs):
        """The logarithm of the probability of a draw above value under these conditions."""
        return self._call_log_survival_function(value, name, **condition_kwargs)

    def survival_function(self, value, name="survival_function", **condition_kwargs):
        """The probability of a draw above value under these conditions."""
        return self._call_survival_function(value, name, **condition_kwargs)

"""What observations of a normal distribution with a known scale say about its mean."""

from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.cast import cast
from graphlab._src.ops.distributions.normal import Normal
from graphlab._src.ops.power import sqrt


def normal_conjugates_known_scale_posterior(prior, scale, s, n):
    """The Normal of the mean after n observations whose sum is s.

    prior: the Normal of the mean before.  scale: the standard deviation of an observation.  s: of the prior's dtype.
    """
    loc, variance = _posterior(prior, scale, s, n)
    return Normal(loc=loc, scale=sqrt(variance))


def normal_conjugates_known_scale_predictive(prior, scale, s, n):
    """The Normal of the next observation after n observations whose sum is s. Arguments as above."""
    loc, variance = _posterior(prior, scale, s, n)
    return Normal(loc=loc, scale=sqrt(variance + square(scale)))


def _posterior(prior, scale, s, n):
    if not isinstance(prior, Normal):
        raise TypeError("Expected prior to be an instance of type Normal")
    if s.dtype != prior.dtype:
        raise TypeError(f"Observation sum s.dtype does not match prior dtype: {s.dtype} vs. {prior.dtype}")
    n = cast(n, prior.dtype)
    before, each = square(prior.scale), square(scale)
    variance = 1.0 / (1 / before + n / each)
    return (prior.loc / before + s / each) * variance, variance

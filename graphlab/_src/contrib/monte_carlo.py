"""Expectations estimated from samples (tf.contrib.bayesflow)."""

from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.activation import relu
from graphlab._src.ops.identity import stop_gradient
from graphlab._src.ops.power import exp, log
from graphlab._src.ops.reduction import reduce_max, reduce_mean


def expectation(f, samples, log_prob=None, use_reparametrization=True, axis=0, keep_dims=False, name=None):
    """The mean of f(samples) over axis, with the gradient of the expectation with regard to the parameters of the samples.

    use_reparametrization: samples are a differentiable function of the parameters.  Otherwise the gradient is the score
    function's, and log_prob(samples) their log probability.
    """
    with name_scope(name, "expectation", [samples]):
        if not callable(f):
            raise ValueError("`f` must be a callable function.")
        if use_reparametrization:
            return reduce_mean(f(samples), axis=axis, keepdims=keep_dims)
        if not callable(log_prob):
            raise ValueError("`log_prob` must be a callable function.")
        fixed = stop_gradient(samples)
        probability, values = log_prob(fixed), f(fixed)
        values += stop_gradient(values) * (probability - stop_gradient(probability))
        return reduce_mean(values, axis=axis, keepdims=keep_dims)


def expectation_importance_sampler(
    f, log_p, sampling_dist_q, z=None, n=None, seed=None, name="expectation_importance_sampler"
):
    """The expectation of f(z) under the density exp(log_p(z)), from samples of another distribution.

    z: the samples.  n: how many are drawn in place of z.  f(z) may be negative.
    """
    with name_scope(name, values=[z, n]):
        z = samples_of(sampling_dist_q, z, n, seed)
        weights = log_p(z) - sampling_dist_q.log_prob(z)
        values = f(z)
        positive, negative = (log(relu(part) + 1.0) for part in (values, -1.0 * values))
        return exp(log_mean(positive + weights)) - exp(log_mean(negative + weights))


def expectation_importance_sampler_logspace(
    log_f, log_p, sampling_dist_q, z=None, n=None, seed=None, name="expectation_importance_sampler_logspace"
):
    """The logarithm of expectation_importance_sampler for an f of which the logarithm is known."""
    with name_scope(name, values=[z, n]):
        z = samples_of(sampling_dist_q, z, n, seed)
        return log_mean(log_f(z) + log_p(z) - sampling_dist_q.log_prob(z))


def log_mean(values):
    """The logarithm of the mean of exp(values) over the first axis."""
    center = stop_gradient(reduce_max(values, axis=[0]))
    return log(reduce_mean(exp(values - center), axis=[0])) + center


def samples_of(distribution, z, n, seed):
    """z, or n samples of a distribution."""
    if (n is None) == (z is None):
        raise ValueError(f'Must specify exactly one of arguments "n" and "z".  Found: n = {n}, z = {z}')
    return convert_to_tensor(z, name="z") if n is None else distribution.sample(n, seed=seed)

"""Checks of distributions by their draws, for test cases (tensorflow.contrib.distributions.python.ops.test_util)."""

import math
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.ops.cast import cast
from graphlab._src.ops.identity import identity
from graphlab._src.ops.power import exp
from graphlab._src.ops.shape import reshape
from graphlab._src.state.initialization import global_variables_initializer


class DiscreteScalarDistributionTestHelpers:
    """Methods for a tf.test.TestCase of distributions of counts.  sess_run_fn: a session's run."""

    assertAllClose: Any  # noqa: N815 (of the TestCase)

    def run_test_sample_consistent_log_prob(
        self,
        sess_run_fn,
        dist,
        num_samples=100000,
        num_threshold=1000,
        seed=42,
        batch_size=None,
        rtol=1e-2,
        atol=0.0,
    ):
        """Compares probabilities with how often each count is drawn, where that is more than num_threshold times."""
        if num_threshold < 1:
            raise ValueError(f"num_threshold({num_threshold}) must be at least 1.")
        draws = reshape(dist.sample(num_samples, seed=seed), [num_samples, -1])
        draws, batch_shape = sess_run_fn([draws, dist.batch_shape_tensor()])
        for i in range(draws.shape[1] if batch_size is None else batch_size):
            edges, counts = np.unique(draws[:, i], return_counts=True)
            points = edges.reshape([-1] + [1] * len(batch_shape)).astype(dist.dtype.as_numpy_dtype)
            probs = sess_run_fn(reshape(dist.prob(points), [len(edges), -1]))
            valid = counts > num_threshold
            self.assertAllClose(probs[valid, i], counts[valid] / num_samples, rtol=rtol, atol=atol)

    def run_test_sample_consistent_mean_variance(
        self, sess_run_fn, dist, num_samples=100000, seed=24, rtol=1e-2, atol=0.0
    ):
        """Compares mean, variance and standard deviation with those of draws."""
        x = cast(dist.sample(num_samples, seed=seed), dtypes.float32)
        x, *expected = sess_run_fn([x, dist.mean(), dist.variance(), dist.stddev()])
        for value, found in zip(expected, (x.mean(0), x.var(0), x.std(0)), strict=True):
            self.assertAllClose(value, found, rtol=rtol, atol=atol)


class VectorDistributionTestHelpers:
    """Methods for a tf.test.TestCase of distributions of vectors.  sess_run_fn: a session's run."""

    assertAllClose: Any  # noqa: N815 (of the TestCase)

    def run_test_sample_consistent_log_prob(
        self,
        sess_run_fn,
        dist,
        num_samples=100000,
        radius=1.0,
        center=0.0,
        seed=42,
        rtol=1e-2,
        atol=0.0,
    ):
        """Compares the volume of a ball with the mean of 1 / density over draws in it."""
        x = dist.sample(num_samples, seed=seed)
        weights = exp(-dist.log_prob(identity(x)))  # of a copy, whose inverse is not cached
        start = global_variables_initializer()
        sess_run_fn(start)
        x, weights, batch_shape = sess_run_fn([x, weights, dist.batch_shape_tensor()])
        inside = np.linalg.norm(x - center, axis=-1) <= radius
        dims = x.shape[-1]
        volume = math.exp(dims / 2.0 * math.log(math.pi) - math.lgamma(1.0 + dims / 2.0) + dims * math.log(radius))
        self.assertAllClose(np.tile(volume, batch_shape), (weights * inside).mean(0), rtol=rtol, atol=atol)

    def run_test_sample_consistent_mean_covariance(
        self,
        sess_run_fn,
        dist,
        num_samples=100000,
        seed=24,
        rtol=1e-2,
        atol=0.1,
        cov_rtol=None,
        cov_atol=None,
    ):
        """Compares mean, covariance, variance and standard deviation with those of draws."""
        x = dist.sample(num_samples, seed=seed)
        statistics = [dist.mean(), dist.covariance(), dist.variance(), dist.stddev()]
        x, mean, covariance, variance, stddev = sess_run_fn([x, *statistics])
        distance = x - x.mean(0)
        found = np.einsum("n...i,n...j->...ij", distance, distance) / num_samples
        diagonal = np.diagonal(found, axis1=-2, axis2=-1)
        self.assertAllClose(mean, x.mean(0), rtol=rtol, atol=atol)
        self.assertAllClose(covariance, found, rtol=cov_rtol or rtol, atol=cov_atol or atol)
        self.assertAllClose(variance, diagonal, rtol=rtol, atol=atol)
        self.assertAllClose(stddev, np.sqrt(diagonal), rtol=rtol, atol=atol)

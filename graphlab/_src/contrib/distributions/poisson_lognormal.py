"""Poisson distributions whose rate is log-normal, by a quadrature."""

import math

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.contrib.distributions.bijectors.exp import Exp
from graphlab._src.contrib.distributions.poisson import Poisson
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.broadcasting import broadcast_dynamic_shape, broadcast_static_shape
from graphlab._src.ops.constants import fill, zeros_like
from graphlab._src.ops.distributions.base import NOT_REPARAMETERIZED, Distribution
from graphlab._src.ops.distributions.categorical import Categorical
from graphlab._src.ops.distributions.normal import Normal
from graphlab._src.ops.distributions.normal_functions import ndtri
from graphlab._src.ops.distributions.parameters import gen_new_seed
from graphlab._src.ops.distributions.transformed import TransformedDistribution
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.power import exp, log
from graphlab._src.ops.random_counts import random_poisson
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.statistics import reduce_logsumexp


def quadrature_scheme_lognormal_gauss_hermite(loc, scale, quadrature_size, validate_args=False, name=None):
    """(points [*batch, size], their probabilities [size]): Gauss and Hermite's of the logarithms of a log-normal rate.

    loc, scale: float tensors [*batch], of the logarithms.
    """
    with name_scope(name, "vector_diffeomixture_quadrature_gauss_hermite", [loc, scale]):
        points, weights = np.polynomial.hermite.hermgauss(deg=quadrature_size)
        kind = loc.dtype.as_numpy_dtype
        probs = convert_to_tensor((weights / weights.sum()).astype(kind), name="probs", dtype=loc.dtype)
        return loc[..., None] + math.sqrt(2.0) * scale[..., None] * points.astype(kind), probs


def quadrature_scheme_lognormal_quantiles(loc, scale, quadrature_size, validate_args=False, name=None):
    """(points [*batch, size], their probabilities [size]): the middles between quantiles of a log-normal distribution.

    loc, scale: float tensors [*batch], of the logarithms.
    """
    with name_scope(name, "quadrature_scheme_lognormal_quantiles", [loc, scale]):
        normal = Normal(loc=loc, scale=scale)
        rate = TransformedDistribution(normal, Exp(), validate_args=validate_args)
        edges = (np.arange(1, quadrature_size + 2) / (quadrature_size + 2)).astype(rate.dtype.as_numpy_dtype)
        quantiles = exp(normal.loc[..., None] + normal.scale[..., None] * ndtri(edges))
        grid = (quantiles[..., :-1] + quantiles[..., 1:]) / 2.0
        grid.set_shape(rate.batch_shape.concatenate([quadrature_size]))
        probs = fill([quadrature_size], convert_to_tensor(1.0 / quadrature_size, dtype=rate.dtype))
        return grid, probs


class PoissonLogNormalQuadratureCompound(Distribution):
    """Mixtures of Poisson distributions that approximate one with a log-normal rate.

    loc, scale: of the logarithm of the rate; they broadcast.  quadrature_size: how many Poisson distributions.
    quadrature_fn: (loc, scale, quadrature_size, validate_args) to (the logarithms of their rates, their probabilities).
    TypeError where both have different dtypes.
    """

    def __init__(
        self,
        loc,
        scale,
        quadrature_size=8,
        quadrature_fn=quadrature_scheme_lognormal_quantiles,
        validate_args=False,
        allow_nan_stats=True,
        name="PoissonLogNormalQuadratureCompound",
    ):
        parameters = dict(locals())
        with name_scope(name, values=[loc, scale]) as name:
            loc = convert_to_tensor(loc, name="loc")
            scale = convert_to_tensor(scale, dtype=loc.dtype, name="scale")
            grid, probs = quadrature_fn(loc, scale, quadrature_size, validate_args)
            if grid.dtype.base_dtype != probs.dtype.base_dtype:
                raise TypeError(
                    f"Quadrature grid dtype ({grid.dtype.name}) does not match quadrature probs dtype "
                    f"({probs.dtype.name})."
                )
            self._distribution = Poisson(log_rate=grid, validate_args=validate_args, allow_nan_stats=allow_nan_stats)
            self._mixture_distribution = Categorical(
                logits=log(probs), validate_args=validate_args, allow_nan_stats=allow_nan_stats
            )
            self._quadrature_grid, self._quadrature_probs = grid, probs
            self._loc, self._scale, self._quadrature_size = loc, scale, quadrature_size
            super().__init__(
                grid.dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, [loc, scale], name
            )

    mixture_distribution = attribute("_mixture_distribution", "Which Poisson distribution is drawn.")
    distribution = attribute("_distribution", "The Poisson distributions: [*batch, quadrature_size].")
    loc = attribute("_loc", "The mean of the rate's logarithm.")
    scale = attribute("_scale", "The standard deviation of the rate's logarithm.")
    quadrature_size = attribute("_quadrature_size", "How many Poisson distributions there are.")

    def _batch_shape_tensor(self):
        logits = shape(self.mixture_distribution.logits)
        return broadcast_dynamic_shape(self.distribution.batch_shape_tensor(), logits)[:-1]

    def _batch_shape(self):
        return broadcast_static_shape(self.distribution.batch_shape, self.mixture_distribution.logits.shape)[:-1]

    def _event_shape(self):
        return TensorShape([])

    def _event_shape_tensor(self):
        return constant([], dtype=dtypes.int32)

    def _sample_n(self, n, seed=None):
        sizes = concat([[n], self.batch_shape_tensor()], 0)
        logits = self.mixture_distribution.logits + zeros_like(self.distribution.rate)
        classes = Categorical(logits=logits).sample(n, seed=gen_new_seed(seed, "poisson_lognormal_quadrature_compound"))
        chosen = one_hot(classes, depth=self._quadrature_size, dtype=self.dtype)
        rate = reshape(reduce_sum(chosen * self.distribution.rate, axis=-1), sizes)
        return random_poisson(rate, shape=[], dtype=self.dtype, seed=seed)

    def _log_prob(self, x):
        found = self.distribution.log_prob(x[..., None])
        return reduce_logsumexp(self.mixture_distribution.logits + found, axis=-1)

    def _mean(self):
        return exp(reduce_logsumexp(self.mixture_distribution.logits + self.distribution.log_rate, axis=-1))

    def _variance(self):
        return exp(self._log_variance())

    def _stddev(self):
        return exp(0.5 * self._log_variance())

    def _log_variance(self):
        """E[variance] + variance of E, by the law of total variance."""
        distance = abs_(self.distribution.mean() - self._mean()[..., None])
        both = stack([self.distribution.log_rate, 2.0 * log(distance)], axis=-1)
        return reduce_logsumexp(self.mixture_distribution.logits[..., None] + both, axis=[-2, -1])

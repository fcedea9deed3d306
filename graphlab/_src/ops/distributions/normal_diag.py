"""The multivariate normal distribution with a diagonal covariance."""

import math

from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.activation import softplus
from graphlab._src.ops.arithmetic import square, squared_difference
from graphlab._src.ops.checks.values import assert_positive
from graphlab._src.ops.constants import ones, zeros
from graphlab._src.ops.diagonal import matrix_diag
from graphlab._src.ops.distributions.base import FULLY_REPARAMETERIZED, Distribution
from graphlab._src.ops.distributions.divergence import RegisterKL
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.ops.power import exp, log
from graphlab._src.ops.random import random_normal
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.shape import shape


class MultivariateNormalDiag(Distribution):
    """Normal distributions of vectors of independent elements.

    loc: means [*batch, size], 0 when left out.  scale_diag: standard deviations [*batch, size].
    scale_identity_multiplier: [*batch], one for all elements, added to scale_diag where both are given.
    """

    def __init__(
        self,
        loc=None,
        scale_diag=None,
        scale_identity_multiplier=None,
        validate_args=False,
        allow_nan_stats=True,
        name="MultivariateNormalDiag",
    ):
        parameters = dict(locals())
        with name_scope(name, values=[loc, scale_diag, scale_identity_multiplier]) as name:
            loc = None if loc is None else convert_to_tensor(loc, name="loc")
            scale = None if scale_diag is None else convert_to_tensor(scale_diag, name="scale_diag")
            if scale is None and loc is None:
                raise ValueError("One of loc and scale_diag must say how long the vectors are.")
            if scale_identity_multiplier is not None:
                kind = (loc if scale is None else scale).dtype  # pyright: ignore[reportOptionalMemberAccess]
                same = convert_to_tensor(scale_identity_multiplier, kind, name="scale_identity_multiplier")
                scale = same[..., None] if scale is None else scale + same[..., None]
            if scale is None:
                scale = ones([1], dtype=loc.dtype)  # pyright: ignore[reportOptionalMemberAccess]
            loc = zeros([1], dtype=scale.dtype) if loc is None else loc
            with control_dependencies([assert_positive(abs_(scale))] if validate_args else []):
                whole = loc + scale  # of both shapes
                self._loc = identity(loc, name="mean")
                self._scale = identity(scale, name="scale")
                self._shape_of = whole
        super().__init__(
            self._scale.dtype,
            FULLY_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            parameters,
            [self._loc, self._scale],
            name,
        )

    @property
    def loc(self):
        """The means."""
        return self._loc

    def _batch_shape_tensor(self):
        return shape(self._shape_of)[:-1]

    def _batch_shape(self):
        return self._shape_of.shape[:-1]

    def _event_shape_tensor(self):
        return shape(self._shape_of)[-1:]

    def _event_shape(self):
        return self._shape_of.shape[-1:]

    def _whole(self, value):
        """A parameter in the shape [*batch, size]."""
        return value + zeros(shape(self._shape_of), dtype=self.dtype)

    def _sample_n(self, n, seed=None):
        drawn = random_normal(concat([[n], shape(self._shape_of)], 0), dtype=self.dtype, seed=seed)
        return drawn * self._scale + self._loc

    def _log_prob(self, x):
        z = (x - self._loc) / self._scale
        each = -0.5 * square(z) - log(abs_(self._whole(self._scale))) - 0.5 * math.log(2 * math.pi)
        return reduce_sum(each, -1)

    def _prob(self, x):
        return exp(self._log_prob(x))

    def _entropy(self):
        return reduce_sum(0.5 * math.log(2 * math.pi * math.e) + log(abs_(self._whole(self._scale))), -1)

    def _mean(self):
        return self._whole(self._loc)

    def _mode(self):
        return self._mean()

    def _stddev(self):
        return abs_(self._whole(self._scale))

    def _variance(self):
        return square(self._whole(self._scale))

    def _covariance(self):
        return matrix_diag(self._variance())


class MultivariateNormalDiagWithSoftplusScale(MultivariateNormalDiag):
    """The same with softplus(scale_diag) as standard deviations."""

    def __init__(
        self,
        loc,
        scale_diag,
        validate_args=False,
        allow_nan_stats=True,
        name="MultivariateNormalDiagWithSoftplusScale",
    ):
        parameters = dict(locals())
        with name_scope(name, values=[scale_diag]) as name:
            scale_diag = softplus(scale_diag)
            super().__init__(loc, scale_diag, None, validate_args, allow_nan_stats, name)
        self._parameters = parameters


@RegisterKL(MultivariateNormalDiag, MultivariateNormalDiag)
def _kl_diag_diag(a, b, name=None):
    with name_scope(name, "kl_mvn", values=[a.loc, b.loc]):
        ratio = a.variance() / b.variance()
        distance = squared_difference(a.loc, b.loc) / b.variance()
        return 0.5 * reduce_sum(distance + ratio - 1 - log(ratio), -1)

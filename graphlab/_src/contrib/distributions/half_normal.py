"""The half-normal distribution: the absolute values of normal draws."""

import math

from graphlab._src.graph import name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.activation import relu
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_positive
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.distributions.base import FULLY_REPARAMETERIZED, Elementwise
from graphlab._src.ops.distributions.normal_functions import erfinv
from graphlab._src.ops.identity import identity
from graphlab._src.ops.power import exp, log
from graphlab._src.ops.random import random_normal
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.special import erf


class HalfNormal(Elementwise):
    """Distributions of abs(x), where x is normal with mean 0.

    scale: the standard deviations of x, above 0.
    """

    _shaping = ("scale",)

    def __init__(self, scale, validate_args=False, allow_nan_stats=True, name="HalfNormal"):
        parameters = dict(locals())
        with name_scope(name, values=[scale]) as name:
            with control_dependencies([assert_positive(scale)] if validate_args else []):
                self._scale = identity(scale, name="scale")
        super().__init__(
            self._scale.dtype,
            FULLY_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            parameters,
            [self._scale],
            name,
        )

    scale = attribute("_scale", "The standard deviations of x.")

    def _sample_n(self, n, seed=None):
        drawn = random_normal(self._each(n), mean=0.0, stddev=1.0, dtype=self.dtype, seed=seed)
        return abs_(drawn * self.scale)

    def _prob(self, x):
        density = math.sqrt(2) / self.scale / math.sqrt(math.pi) * exp(-0.5 * (x / self.scale) ** 2)
        return density * cast(x >= 0, self.dtype)

    def _cdf(self, x):
        return erf(relu(x) / self.scale / math.sqrt(2.0))

    def _entropy(self):
        return 0.5 * log(math.pi * self.scale**2.0 / 2.0) + 0.5

    def _mean(self):
        return self.scale * math.sqrt(2.0) / math.sqrt(math.pi)

    def _quantile(self, p):
        return math.sqrt(2.0) * self.scale * erfinv(p)

    def _mode(self):
        return zeros(self.batch_shape_tensor(), self.dtype)

    def _variance(self):
        return self.scale**2.0 * (1.0 - 2.0 / math.pi)

"""The uniform distribution."""

import math
from typing import Any

from graphlab._src.graph import name_scope
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.broadcasting import broadcast_dynamic_shape
from graphlab._src.ops.checks.kinds import assert_same_float_dtype
from graphlab._src.ops.checks.values import assert_less
from graphlab._src.ops.comparison import is_nan
from graphlab._src.ops.constants import ones, ones_like, zeros, zeros_like
from graphlab._src.ops.distributions.base import FULLY_REPARAMETERIZED, Elementwise
from graphlab._src.ops.identity import identity
from graphlab._src.ops.logical import logical_or
from graphlab._src.ops.power import log
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.shape import shape

_ORDER = "uniform not defined when low >= high."


class Uniform(Elementwise):
    """Uniform distributions from low, which is among the samples, to high, which is not. They broadcast.

    validate_args, allow_nan_stats: as in Distribution.
    """

    _shaping = ("low", "high")

    def __init__(self, low: Any = 0.0, high: Any = 1.0, validate_args=False, allow_nan_stats=True, name="Uniform"):
        parameters = dict(locals())
        with name_scope(name, values=[low, high]) as name:
            with control_dependencies([assert_less(low, high, message=_ORDER)] if validate_args else []):
                self._low = identity(low, name="low")
                self._high = identity(high, name="high")
                assert_same_float_dtype([self._low, self._high])
        super().__init__(
            self._low.dtype,
            FULLY_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            parameters,
            [self._low, self._high],
            name,
        )

    @property
    def low(self):
        return self._low

    @property
    def high(self):
        return self._high

    def range(self, name="range"):
        """high - low."""
        with self._name_scope(name):
            return self.high - self.low

    def _sample_n(self, n, seed=None):
        drawn = random_uniform(shape=self._each(n), dtype=self.dtype, seed=seed)
        return self.low + self.range() * drawn

    def _prob(self, x):
        x = x * ones(self.batch_shape_tensor(), dtype=x.dtype)
        outside = logical_or(x < self.low, x >= self.high)
        return where_v2(is_nan(x), x, where_v2(outside, zeros_like(x), ones_like(x) / self.range()))

    def _cdf(self, x):
        whole = broadcast_dynamic_shape(shape(x), self.batch_shape_tensor())
        one = ones(whole, dtype=self.dtype)
        inside = where_v2(x < self.low, zeros(whole, dtype=self.dtype), (x * one - self.low) / self.range())
        return where_v2(x >= self.high, one, inside)

    def _entropy(self):
        return log(self.range())

    def _mean(self):
        return (self.low + self.high) / 2.0

    def _variance(self):
        return square(self.range()) / 12.0

    def _stddev(self):
        return self.range() / math.sqrt(12)

"""QuantizedDistribution: the draws of another distribution, rounded up."""

import numpy as np

from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.checks.kinds import assert_same_float_dtype
from graphlab._src.ops.checks.values import assert_less
from graphlab._src.ops.constants import ones_like, zeros_like
from graphlab._src.ops.distributions.base import NOT_REPARAMETERIZED, Distribution
from graphlab._src.ops.distributions.bijector import checked
from graphlab._src.ops.distributions.value_checks import assert_integer_form
from graphlab._src.ops.power import exp, log
from graphlab._src.ops.rounding import ceil, floor
from graphlab._src.ops.select import where_v2


class QuantizedDistribution(Distribution):
    """Distributions of ceil(x), where x is a draw from another distribution, with the ends cut off.

    distribution: of x, with numbers as events and a `cdf`.  low, high: whole numbers of its dtype; smaller results are
    low, larger ones high.  None for no end.  validate_args: whether runs check low < high, and that values are whole.
    """

    def __init__(self, distribution, low=None, high=None, validate_args=False, name="QuantizedDistribution"):
        parameters = dict(locals())
        self._dist = distribution
        self._validate_args = validate_args
        with name_scope(name, values=[low, high]) as name:
            low = None if low is None else convert_to_tensor(low, name="low")
            high = None if high is None else convert_to_tensor(high, name="high")
            ends = [end for end in (low, high) if end is not None]
            assert_same_float_dtype(tensors=ends, dtype=distribution.dtype)
            checks = []
            if validate_args and len(ends) == 2:
                checks.append(assert_less(low, high, message="low must be strictly less than high."))
            with control_dependencies(checks):
                self._low = None if low is None else self._check_integer(low)
                self._high = None if high is None else self._check_integer(high)
        ends = [end for end in (self._low, self._high) if end is not None]
        super().__init__(
            distribution.dtype,
            NOT_REPARAMETERIZED,
            validate_args,
            distribution.allow_nan_stats,
            parameters,
            distribution._graph_parents + ends,
            name,
        )

    distribution = attribute("_dist", "The distribution of x.")
    low = attribute("_low", "The smallest result, or None.")
    high = attribute("_high", "The largest result, or None.")

    def _batch_shape_tensor(self):
        return self.distribution.batch_shape_tensor()

    def _batch_shape(self):
        return self.distribution.batch_shape

    def _event_shape_tensor(self):
        return self.distribution.event_shape_tensor()

    def _event_shape(self):
        return self.distribution.event_shape

    def _sample_n(self, n, seed=None):
        with name_scope("transform"):
            result = ceil(self.distribution.sample(n, seed=seed))
            return self._with_ends(result, result, self._low, self._high, or_equal=False)

    def _with_ends(self, result, j, below, above, or_equal=True):
        """The result with `below` where j < low and `above` where j >= high, or j > high."""
        if self._low is not None:
            result = where_v2(j < self._low, below * ones_like(result), result)
        if self._high is not None:
            is_above = j >= self._high if or_equal else j > self._high
            result = where_v2(is_above, above * ones_like(result), result)
        return result

    def _log_prob(self, y):
        """log(cdf(y) - cdf(y - 1)), of the survival function where that is smaller and so more exact."""
        y = self._check_integer(y)
        above, above_before, below, below_before = self._four("log_survival_function", "log_cdf", y)
        if above is None:
            return _log_difference(below, below_before)
        is_high = above < below
        return _log_difference(where_v2(is_high, above_before, below), where_v2(is_high, above, below_before))

    def _prob(self, y):
        y = self._check_integer(y)
        above, above_before, below, below_before = self._four("survival_function", "cdf", y)
        if above is None:
            return below - below_before
        return where_v2(above < below, above_before - above, below - below_before)

    def _four(self, survival, cumulative, y):
        try:
            above = [getattr(self, survival)(y), getattr(self, survival)(y - 1)]
        except NotImplementedError:
            above = [None, None]
        return [*above, getattr(self, cumulative)(y), getattr(self, cumulative)(y - 1)]

    def _log_cdf(self, y):
        return self._stepwise("log_cdf", floor(y), -np.inf, 0.0)

    def _cdf(self, y):
        return self._stepwise("cdf", floor(y), 0.0, 1.0)

    def _log_survival_function(self, y):
        return self._stepwise("log_survival_function", ceil(y), 0.0, -np.inf)

    def _survival_function(self, y):
        return self._stepwise("survival_function", ceil(y), 1.0, 0.0)

    def _stepwise(self, what, j, below, above):
        result = getattr(self.distribution, what)(j)
        return self._with_ends(result, j + zeros_like(result), below, above)

    def _check_integer(self, value):
        with name_scope("check_integer", values=[value]):
            value = convert_to_tensor(value, name="value")
            if not self._validate_args:
                return value
            return checked(value, assert_integer_form(value, message="value has non-integer components."))


def _log_difference(big, small):
    """log(exp(big) - exp(small))."""
    with name_scope("logsum_expbig_minus_expsmall", values=[small, big]):
        return log(1.0 - exp(small - big)) + big

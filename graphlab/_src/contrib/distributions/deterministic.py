"""Distributions that are one value."""

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import constant, constant_value, convert_to_tensor, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.ranks import assert_rank_at_least
from graphlab._src.ops.checks.values import assert_equal, assert_non_negative
from graphlab._src.ops.constants import ones_like, zeros, zeros_like
from graphlab._src.ops.distributions.base import NOT_REPARAMETERIZED, Distribution
from graphlab._src.ops.distributions.bijector import checked
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.ops.padding import tile
from graphlab._src.ops.reduction import reduce_all
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.shape import shape


class _BaseDeterministic(Distribution):
    """Draws that are loc; probabilities are 1 within a tolerance of it, and else 0."""

    def __init__(
        self,
        loc,
        atol=None,
        rtol=None,
        is_vector=False,
        validate_args=False,
        allow_nan_stats=True,
        name="_BaseDeterministic",
    ):
        parameters = {"loc": loc, "atol": atol, "rtol": rtol}
        parameters.update(validate_args=validate_args, allow_nan_stats=allow_nan_stats, name=name)
        with name_scope(name, values=[loc, atol, rtol]) as name:
            loc = convert_to_tensor(loc, name="loc")
            if is_vector and validate_args:
                message = "Argument loc must be at least rank 1."
                if loc.shape.ndims is None:
                    loc = checked(loc, assert_rank_at_least(loc, 1, message=message))
                elif loc.shape.ndims < 1:
                    raise ValueError(message)
            self._loc = loc
            super().__init__(loc.dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, [loc], name)
            self._atol, self._rtol = self._tolerance(atol), self._tolerance(rtol)
            self._slack = self.atol if rtol is None else self.atol + self.rtol * abs_(self.loc)

    loc = attribute("_loc", "The value.")
    atol = attribute("_atol", "How far from loc a value has the probability 1.")
    rtol = attribute("_rtol", "The same, for each 1 of loc.")

    def _tolerance(self, value):
        value = convert_to_tensor(0 if value is None else value, dtype=self.loc.dtype)
        if not self.validate_args:
            return value
        return checked(value, assert_non_negative(value, message="Argument 'tol' must be non-negative"))

    def _entropy(self):
        return zeros(self.batch_shape_tensor(), dtype=self.dtype)

    def _mean(self):
        return identity(self.loc)

    def _variance(self):
        return zeros_like(self.loc)

    def _mode(self):
        return self.mean()

    def _sample_n(self, n, seed=None):
        count, rank = constant_value(convert_to_tensor(n)), self.loc.shape.ndims
        if count is not None and rank is not None:
            return tile(self.loc[None, ...], [count] + [1] * rank)
        each = ones_like(shape(self.loc))
        return tile(self.loc[None, ...], concat([[n], each], axis=0))


class Deterministic(_BaseDeterministic):
    """Distributions of one number each.

    loc: the numbers.  atol, rtol: x has the probability 1 where abs(x - loc) <= atol + rtol abs(loc); 0 when left out.
    """

    def __init__(self, loc, atol=None, rtol=None, validate_args=False, allow_nan_stats=True, name="Deterministic"):
        super().__init__(
            loc, atol=atol, rtol=rtol, validate_args=validate_args, allow_nan_stats=allow_nan_stats, name=name
        )

    def _batch_shape_tensor(self):
        return shape(self.loc)

    def _batch_shape(self):
        return self.loc.shape

    def _event_shape_tensor(self):
        return constant([], dtype=dtypes.int32)

    def _event_shape(self):
        return TensorShape([])

    def _prob(self, x):
        return cast(abs_(x - self.loc) <= self._slack, dtype=self.dtype)

    def _cdf(self, x):
        return cast(x >= self.loc - self._slack, dtype=self.dtype)


class VectorDeterministic(_BaseDeterministic):
    """Distributions of one vector each.

    loc: the vectors [*batch, size].  atol, rtol: as in Deterministic, for each element.
    """

    def __init__(
        self, loc, atol=None, rtol=None, validate_args=False, allow_nan_stats=True, name="VectorDeterministic"
    ):
        super().__init__(loc, atol, rtol, True, validate_args, allow_nan_stats, name)

    def _batch_shape_tensor(self):
        return shape(self.loc)[:-1]

    def _batch_shape(self):
        return self.loc.shape[:-1]

    def _event_shape_tensor(self):
        return shape(self.loc)[-1:]

    def _event_shape(self):
        return self.loc.shape[-1:]

    def _prob(self, x):
        if self.validate_args:
            message = "Argument 'x' not defined in the same space R^k as this distribution"
            with control_dependencies([assert_rank_at_least(x, 1)]):
                x = checked(x, assert_equal(self.event_shape_tensor(), shape(x)[-1:], message=message))
        return cast(reduce_all(abs_(x - self.loc) <= self._slack, axis=-1), dtype=self.dtype)

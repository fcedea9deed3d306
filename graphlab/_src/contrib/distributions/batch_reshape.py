"""BatchReshape: a distribution with its batch in another shape."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import convert_to_tensor, name_scope, static_value
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.checks.ranks import assert_rank
from graphlab._src.ops.checks.values import assert_equal, assert_greater_equal, assert_less_equal, assert_positive
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import fill
from graphlab._src.ops.distributions.base import Distribution
from graphlab._src.ops.distributions.static_values import constant_value_as_shape, rank_of
from graphlab._src.ops.division import floordiv
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.ops.reduction import reduce_prod
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.shape import reshape, shape, size
from graphlab._src.ops.statistics import count_nonzero


class BatchReshape(Distribution):
    """The distributions of a batch in another shape. Values have to have the whole batch: they don't broadcast.

    distribution: the others.  batch_shape: an int vector of as many distributions, with at most one -1.
    ValueError, or an error of a run with validate_args, where there are more or fewer.
    """

    def __init__(self, distribution, batch_shape, validate_args=False, allow_nan_stats=True, name=None):
        parameters = dict(locals())
        name = name or "BatchReshape" + distribution.name
        with name_scope(name, values=[batch_shape]) as name:
            unexpanded = convert_to_tensor(batch_shape, dtype=dtypes.int32, name="batch_shape")
            validate_init_args_statically(distribution, unexpanded)
            sizes, static, checks = calculate_reshape(distribution.batch_shape_tensor(), unexpanded, validate_args)
            self._batch_shape_unexpanded = unexpanded
            self._distribution = distribution
            self._batch_shape_, self._batch_shape_static, self._runtime_assertions = sizes, static, checks
            super().__init__(
                distribution.dtype,
                distribution.reparameterization_type,
                validate_args,
                allow_nan_stats,
                parameters,
                [unexpanded, *distribution._graph_parents],
                name,
            )

    distribution = attribute("_distribution", "The distribution whose batch is reshaped.")

    def _batch_shape_tensor(self):
        with control_dependencies(self._runtime_assertions):
            return identity(self._batch_shape_)

    def _batch_shape(self):
        return self._batch_shape_static

    def _event_shape_tensor(self):
        with control_dependencies(self._runtime_assertions):
            return identity(self.distribution.event_shape_tensor())

    def _event_shape(self):
        return self.distribution.event_shape

    def _sample_n(self, n, seed=None):
        with control_dependencies(self._runtime_assertions):
            x = self.distribution.sample(sample_shape=n, seed=seed)
            return reshape(x, concat([[n], self._batch_shape_unexpanded, self.event_shape_tensor()], axis=0))

    def _log_prob(self, x):
        return self._at_values(self.distribution.log_prob, x)

    def _prob(self, x):
        return self._at_values(self.distribution.prob, x)

    def _log_cdf(self, x):
        return self._at_values(self.distribution.log_cdf, x)

    def _cdf(self, x):
        return self._at_values(self.distribution.cdf, x)

    def _log_survival_function(self, x):
        return self._at_values(self.distribution.log_survival_function, x)

    def _survival_function(self, x):
        return self._at_values(self.distribution.survival_function, x)

    def _entropy(self):
        return self._statistic(self.distribution.entropy, [], [])

    def _mean(self):
        return self._statistic(self.distribution.mean)

    def _mode(self):
        return self._statistic(self.distribution.mode)

    def _stddev(self):
        return self._statistic(self.distribution.stddev)

    def _variance(self):
        return self._statistic(self.distribution.variance)

    def _covariance(self):
        return self._statistic(self.distribution.covariance, [self.event_shape_tensor()] * 2, [self.event_shape] * 2)

    def _statistic(self, function, event_shapes=None, static_event_shapes=None):
        with control_dependencies(self._runtime_assertions):
            if event_shapes is None:
                event_shapes, static_event_shapes = [self.event_shape_tensor()], [self.event_shape]
            result = reshape(function(), concat([self._batch_shape_unexpanded, *event_shapes], axis=0))
            static = self.batch_shape
            for one in static_event_shapes or ():
                static = static.concatenate(one)
            result.set_shape(static)
            return result

    def _ndims(self):
        """(the rank of the batch, of an event), as Python numbers where they are known."""
        batch, event = self.batch_shape.ndims, self.event_shape.ndims
        batch = size(self._batch_shape_unexpanded) if batch is None else batch
        return batch, size(self.event_shape_tensor()) if event is None else event

    def _at_values(self, function, x):
        with control_dependencies(self._runtime_assertions + self._value_checks(x)):
            batch_ndims, event_ndims = self._ndims()
            count = rank_of(x) - batch_ndims - event_ndims
            sample_shape = shape(x)[:count]
            old = concat([sample_shape, self.distribution.batch_shape_tensor(), self.event_shape_tensor()], axis=0)
            result = reshape(function(reshape(x, old)), concat([sample_shape, self._batch_shape_unexpanded], axis=0))
            static = x.shape[:count] if isinstance(count, int) else TensorShape(None)
            if static.ndims is not None and self.batch_shape.ndims is not None:
                result.set_shape(static.concatenate(self.batch_shape))
            return result

    def _value_checks(self, x):
        with name_scope("validate_sample_arg", values=[x]):
            batch_ndims, event_ndims = self._ndims()
            ndims, expected_ndims = rank_of(x), batch_ndims + event_ndims
            checks = []
            if isinstance(ndims, int) and isinstance(expected_ndims, int):
                if ndims < expected_ndims:
                    raise NotImplementedError(
                        "Broadcasting is not supported; too few batch and event dims "
                        f"(expected at least {expected_ndims}, saw {ndims})."
                    )
                found = x.shape[ndims - expected_ndims :]
                expected = self.batch_shape.concatenate(self.event_shape)
                if found.is_fully_defined() and expected.is_fully_defined():
                    if found != expected:
                        raise NotImplementedError(
                            "Broadcasting is not supported; unexpected batch and event shape "
                            f"(expected {expected.as_list()}, saw {found.as_list()})."
                        )
                    return []
            elif self.validate_args:
                message = "Broadcasting is not supported; too few batch and event dims."
                checks = [assert_greater_equal(ndims, expected_ndims, message=message)]
            if not self.validate_args:
                return checks
            with control_dependencies(checks):
                expected = concat([self.batch_shape_tensor(), self.event_shape_tensor()], axis=0)
                found = shape(x)[maximum(ndims - expected_ndims, 0) :]
                message = "Broadcasting is not supported; unexpected batch and event shape."
                return [assert_equal(expected, found, message=message)]


def calculate_reshape(original_shape, new_shape, validate=False, name=None):
    """(the new shape with no -1, as a TensorShape as far as it is known, checks of both shapes)."""
    static = constant_value_as_shape(new_shape)
    if static.is_fully_defined():
        return np.array(static.as_list(), np.int32), static, []
    with name_scope(name, "calculate_reshape", [original_shape, new_shape]):
        total = reduce_prod(original_shape)
        is_implied = equal(new_shape, -1)
        implied = floordiv(total, maximum(1, -reduce_prod(new_shape)))
        expanded = where_v2(is_implied, fill(shape(new_shape), implied), new_shape)
        value = static_value(expanded)
        if value is not None:
            static = TensorShape([int(size) for size in value])
        if not validate:
            return expanded, static, []
        implied_count = count_nonzero(is_implied, dtype=dtypes.int32)
        return (
            expanded,
            static,
            [
                assert_rank(original_shape, 1, message="Original shape must be a vector."),
                assert_rank(new_shape, 1, message="New shape must be a vector."),
                assert_less_equal(implied_count, 1, message="At most one dimension can be unknown."),
                assert_positive(expanded, message="Shape elements must be >=-1."),
                assert_equal(reduce_prod(expanded), total, message="Shape sizes do not match."),
            ],
        )


def validate_init_args_statically(distribution, batch_shape):
    """Raises ValueError for a shape that the batch can't have, as far as both are known."""
    if batch_shape.shape.ndims not in (None, 1):
        raise ValueError(f"`batch_shape` must be a vector (saw rank: {batch_shape.shape.ndims}).")
    value = static_value(batch_shape)
    if value is not None and any(size < 1 and size != -1 for size in value):
        raise ValueError("`batch_shape` elements must be >=-1.")
    wanted = constant_value_as_shape(batch_shape).num_elements()
    available = distribution.batch_shape.num_elements()
    if wanted is not None and available is not None and wanted != available:
        raise ValueError(f"`batch_shape` size ({wanted}) must match `distribution.batch_shape` size ({available}).")

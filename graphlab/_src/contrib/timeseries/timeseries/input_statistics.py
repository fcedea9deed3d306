"""Means, variances and times of the data, as variables that batches update."""

import collections
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.timeseries.timeseries.feature_keys import TrainEvalFeatures
from graphlab._src.graph import nest
from graphlab._src.graph.scopes import control_dependencies, device
from graphlab._src.ops.arg import argmin
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import less_equal
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.identity import identity
from graphlab._src.ops.reduction import reduce_max, reduce_min, reduce_sum
from graphlab._src.ops.rounding import round as round_
from graphlab._src.ops.shape import shape, size
from graphlab._src.ops.statistics import moments
from graphlab._src.state.assignment import assign, assign_add
from graphlab._src.state.initializers import Ones, Zeros
from graphlab._src.state.scope import get_variable, variable_scope

Moments = collections.namedtuple("Moments", ("mean", "variance"))
InputStatistics = collections.namedtuple(
    "InputStatistics", ("series_start_moments", "overall_feature_moments", "start_time", "total_observation_count")
)
_Auxiliary = collections.namedtuple(
    "_Auxiliary",
    (
        "max_time_seen",
        "chunk_count",
        "inter_observation_duration_sum",
        "example_count",
        "overall_feature_sum",
        "overall_feature_sum_of_squares",
    ),
)


def _variable(name, size, dtype, initializer: Any = Zeros()):  # noqa: B008
    sizes = {} if size is None else {"shape": size}
    return get_variable(name, initializer=initializer, dtype=dtype, trainable=False, **sizes)


class InputStatisticsFromMiniBatch:
    """Statistics of series in random windows.

    num_features: of an observation.  dtype: of the statistics.
    starting_variance_window_size: how many observations the moments of the series' start are of.
    """

    def __init__(self, num_features, dtype, starting_variance_window_size=16):
        self._starting_variance_window_size = starting_variance_window_size
        self._num_features = num_features
        self._dtype = dtype

    def initialize_graph(self, features, update_statistics=True):
        """The InputStatistics, after an update by these features where they have times and values."""
        times, values = (features.get(key) for key in (TrainEvalFeatures.TIMES, TrainEvalFeatures.VALUES))
        with variable_scope("input_statistics", use_resource=True):
            statistics = self._create_variable_statistics_object()
        with variable_scope("input_statistics_auxiliary", use_resource=True):
            auxiliary = self._auxiliary_variables()
        if not update_statistics or times is None or values is None:
            return statistics
        updated = self._update_statistics_from_mini_batch(statistics, auxiliary, times, values)
        with control_dependencies([updated]):
            read: Any = nest.pack_sequence_as(statistics, [identity(tensor) for tensor in nest.flatten(statistics)])
            return read._replace(start_time=minimum(read.start_time, reduce_min(times)))

    def _auxiliary_variables(self):
        vector = [self._num_features]
        return _Auxiliary(
            max_time_seen=_variable("max_time_seen", None, dtypes.int64, dtypes.int64.min),
            chunk_count=_variable("chunk_count", [], dtypes.int64),
            inter_observation_duration_sum=_variable("inter_observation_duration_sum", [], self._dtype),
            example_count=_variable("example_count", [], dtypes.int64, None),
            overall_feature_sum=_variable("overall_feature_sum", vector, self._dtype),
            overall_feature_sum_of_squares=_variable("overall_feature_sum_of_squares", vector, self._dtype),
        )

    def _create_variable_statistics_object(self):
        vector = [self._num_features]
        return InputStatistics(
            series_start_moments=Moments(
                mean=_variable("series_start_mean", vector, self._dtype),
                variance=_variable("series_start_variance", vector, self._dtype, Ones()),
            ),
            overall_feature_moments=Moments(
                mean=_variable("overall_feature_mean", vector, self._dtype),
                variance=_variable("overall_feature_var", vector, self._dtype, Ones()),
            ),
            start_time=_variable("start_time", None, dtypes.int64, dtypes.int64.max),
            total_observation_count=_variable("total_observation_count", [], dtypes.int64, Ones()),
        )

    def _update_statistics_from_mini_batch(self, statistics, auxiliary, times, values):
        """Updates the sums, and then the statistics by them."""
        values = cast(values, self._dtype)
        durations = cast(reduce_max(times, axis=1) - reduce_min(times, axis=1), self._dtype)
        durations /= cast(shape(times)[1] - 1, self._dtype)
        latest = _assigned(assign, auxiliary.max_time_seen, lambda variable: maximum(variable, reduce_max(times)))
        summed = [
            latest,
            _assigned(assign_add, auxiliary.chunk_count, lambda _: shape(times, out_type=dtypes.int64)[0]),
            _assigned(assign_add, auxiliary.inter_observation_duration_sum, lambda _: reduce_sum(durations)),
            _assigned(assign_add, auxiliary.example_count, lambda _: size(times, out_type=dtypes.int64)),
            _assigned(assign_add, auxiliary.overall_feature_sum, lambda _: reduce_sum(values, axis=[0, 1])),
            _assigned(
                assign_add, auxiliary.overall_feature_sum_of_squares, lambda _: reduce_sum(values**2, axis=[0, 1])
            ),
        ]
        with control_dependencies([group(*summed)]):
            count = cast(auxiliary.example_count, self._dtype)
            mean = auxiliary.overall_feature_sum / count
            mean_update = assign(statistics.overall_feature_moments.mean, mean)
            unbiased = count / (count - 1.0)
            variance = unbiased * (auxiliary.overall_feature_sum_of_squares / count - mean**2)
            variance_update = assign(statistics.overall_feature_moments.variance, variance)
            earliest = cast(argmin(times[:, 0]), dtypes.int32)
            with device(statistics.start_time.device):
                start_update = cond(
                    less_equal(times[earliest, 0], statistics.start_time),
                    lambda: self._start_updates(statistics, values, earliest),
                    no_op,
                )
                with control_dependencies([start_update]):
                    start_time = assign(statistics.start_time, minimum(statistics.start_time, reduce_min(times)))
            duration = auxiliary.inter_observation_duration_sum / cast(auxiliary.chunk_count, self._dtype)
            observations = round_(cast(latest - start_time + 1, self._dtype) / duration)
            count_update = assign(statistics.total_observation_count, cast(observations, dtypes.int64))
            return group(mean_update, variance_update, start_update, start_time, count_update)

    def _start_updates(self, statistics, values, earliest):
        mean, variance = moments(values[earliest, : self._starting_variance_window_size], axes=[0])
        return group(
            assign(statistics.series_start_moments.mean, mean),
            assign(statistics.series_start_moments.variance, variance),
        )


def _assigned(assignment, variable, value) -> Any:
    with device(variable.device):
        return assignment(variable, value(variable))

"""resample_at_rate and weighted_resample: examples of a batch drawn again, each as often as its rate says."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.gather import gather
from graphlab._src.ops.grids import sequence_mask
from graphlab._src.ops.identity import stop_gradient
from graphlab._src.ops.indexing import boolean_mask
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.padding import tile
from graphlab._src.ops.random_counts import random_poisson
from graphlab._src.ops.reduction import reduce_max, reduce_mean
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, shape
from graphlab._src.state.moving_averages import assign_moving_average
from graphlab._src.state.scope import get_local_variable, variable_scope


def _repeat_range(counts, name=None) -> Any:
    """0, 1, …, each as often as its count says."""
    with name_scope(name, "repeat_range", [counts]):
        counts = convert_to_tensor(counts, name="counts")
        most = reduce_max(concat([counts, [0]], 0))
        numbers = tile(expand_dims(range_(shape(counts)[0]), 1), stack([1, most]))
        return boolean_mask(numbers, sequence_mask(counts, most))


def resample_at_rate(inputs, rates, scope=None, seed=None, back_prop=False):
    """A list of the inputs' rows, each drawn a number of times that is Poisson distributed.

    inputs: tensors [batch, …].  rates: [batch], the means of these numbers.  back_prop: whether gradients reach rates.
    """
    with name_scope(scope, default_name="resample_at_rate", values=[*inputs, rates]):
        rates = convert_to_tensor(rates, name="rates")
        counts = cast(random_poisson(rates, (), rates.dtype, seed=seed), dtypes.int32)
        places = _repeat_range(counts)
        if not back_prop:
            places = stop_gradient(places)
        return [gather(one, places) for one in inputs]


def weighted_resample(inputs, weights, overall_rate, scope=None, mean_decay=0.999, seed=None):
    """(rows of the inputs, their rates): drawn as often as their weights, relative to the mean so far, say.

    inputs: a list of tensors [batch, …].  weights: [batch].  overall_rate: how many rows there are for one, on average.
    mean_decay: of the moving average of weights, a local variable.
    """
    with name_scope(scope, "weighted_resample", inputs) as whole:
        with variable_scope(scope, "estimate_mean", inputs):
            estimate: Any = get_local_variable(
                "estimated_mean", initializer=cast(0, weights.dtype), dtype=weights.dtype
            )
            mean = assign_moving_average(estimate, reduce_mean(weights), mean_decay)
        rates = weights * overall_rate / mean
        drawn = resample_at_rate([rates, *inputs], rates, scope=whole, seed=seed, back_prop=False)
        return drawn[1:], drawn[0]

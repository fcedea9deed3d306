"""Means over all runs: of values, of how often predictions are right, of errors."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.arithmetic import multiply, squared_difference, subtract
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal, less
from graphlab._src.ops.constants import ones_like, zeros_like
from graphlab._src.ops.division import div, div_no_nan
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.power import sqrt
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import size
from graphlab._src.ops.squeezable import remove_squeezable_dimensions
from graphlab._src.ops.weights import broadcast_weights
from graphlab._src.state.assignment import assign_add
from graphlab._src.state.scope import variable_scope
from graphlab._src.train.metrics.metric_variables import across_replicas, fitted, metric_variable, publish


def _streamed(total, count, sums, numbers, after, metrics_collections, updates_collections):
    """(the mean so far, what adds a batch and returns the mean then)."""
    add_total = assign_add(total, sums)
    with control_dependencies([after]):
        add_count = assign_add(count, numbers)

    def quotient(total, count):
        return div_no_nan(total, maximum(count, 0), name="value")

    value = across_replicas(metrics_collections, quotient, total, count)
    update = div_no_nan(add_total, maximum(add_count, 0), name="update_op")
    return value, publish(updates_collections, update)


def mean(values: Any, weights: Any = None, metrics_collections=None, updates_collections=None, name=None):
    """(mean, update): the weighted mean of the values of all runs, and what adds a batch and returns the mean then.

    weights: a number, or a tensor of values' rank whose sizes are 1 or those of values.
    Two local variables, total and count, remember; tf.local_variables_initializer() sets them to 0.
    metrics_collections, updates_collections: names of collections that mean and update are added to.
    """
    with variable_scope(name, "mean", [values, weights]):
        values = cast(values, dtypes.float32)
        total = metric_variable([], dtypes.float32, "total")
        count = metric_variable([], dtypes.float32, "count")
        if weights is None:
            number = cast(size(values), dtypes.float32)
        else:
            values, _, weights = fitted(values, None, weights)
            weights = broadcast_weights(cast(weights, dtypes.float32), values)
            values = multiply(values, weights)
            number = reduce_sum(weights)
        sums = reduce_sum(values)
        return _streamed(total, count, sums, number, values, metrics_collections, updates_collections)


def mean_tensor(values: Any, weights: Any = None, metrics_collections=None, updates_collections=None, name=None):
    """As mean, of each element apart; the mean has the shape of values."""
    with variable_scope(name, "mean", [values, weights]):
        values = cast(values, dtypes.float32)
        total = metric_variable(values.shape, dtypes.float32, "total_tensor")
        count = metric_variable(values.shape, dtypes.float32, "count_tensor")
        number = ones_like(values)
        if weights is not None:
            values, _, weights = fitted(values, None, weights)
            weights = broadcast_weights(cast(weights, dtypes.float32), values)
            values = multiply(values, weights)
            number = multiply(number, weights)
        return _streamed(total, count, values, number, values, metrics_collections, updates_collections)


def accuracy(labels, predictions, weights: Any = None, metrics_collections=None, updates_collections=None, name=None):
    """(accuracy, update): how often predictions equal labels, over all runs; see mean.

    labels, predictions: of one shape.
    weights: a tensor that broadcasts to them.  *_collections: where `accuracy` and `update` are added.
    """
    predictions, labels, weights = fitted(predictions, labels, weights)
    if labels.dtype != predictions.dtype:
        predictions = cast(predictions, labels.dtype)
    is_correct = cast(equal(predictions, labels), dtypes.float32)
    return mean(is_correct, weights, metrics_collections, updates_collections, name or "accuracy")


def mean_absolute_error(
    labels, predictions, weights: Any = None, metrics_collections=None, updates_collections=None, name=None
):
    """(mean, update) of |predictions - labels| over all runs; see mean."""
    predictions, labels, weights = fitted(predictions, labels, weights)
    errors = abs_(predictions - labels)
    return mean(errors, weights, metrics_collections, updates_collections, name or "mean_absolute_error")


def mean_cosine_distance(
    labels, predictions, dim, weights: Any = None, metrics_collections=None, updates_collections=None, name=None
):
    """(mean, update) of 1 - predictions · labels along the axis `dim` over all runs; see mean."""
    predictions, labels, weights = fitted(predictions, labels, weights)
    products = reduce_sum(multiply(predictions, labels), axis=[dim], keepdims=True)
    value, update = mean(products, weights, None, None, name or "mean_cosine_distance")
    value = across_replicas(metrics_collections, lambda value: subtract(1.0, value), value)
    return value, publish(updates_collections, subtract(1.0, update))


def mean_relative_error(
    labels, predictions, normalizer, weights: Any = None, metrics_collections=None, updates_collections=None, name=None
):
    """(mean, update) of |labels - predictions| / normalizer over all runs, 0 where that is 0; see mean."""
    predictions, labels, weights = fitted(predictions, labels, weights)
    predictions, normalizer = remove_squeezable_dimensions(predictions, normalizer)
    predictions.shape.assert_is_compatible_with(normalizer.shape)
    nothing = equal(normalizer, 0.0)
    zeros = zeros_like(labels)
    errors = where(nothing, zeros, div(abs_(labels - predictions), normalizer))
    return mean(errors, weights, metrics_collections, updates_collections, name or "mean_relative_error")


def mean_squared_error(
    labels, predictions, weights: Any = None, metrics_collections=None, updates_collections=None, name=None
):
    """(mean, update) of (predictions - labels)² over all runs; see mean."""
    predictions, labels, weights = fitted(predictions, labels, weights)
    errors = squared_difference(labels, predictions)
    return mean(errors, weights, metrics_collections, updates_collections, name or "mean_squared_error")


def root_mean_squared_error(
    labels, predictions, weights: Any = None, metrics_collections=None, updates_collections=None, name=None
):
    """(root, update) of the mean of (predictions - labels)² over all runs; see mean.

    labels, predictions: of one shape.  weights: a tensor that broadcasts to them.
    metrics_collections, updates_collections: where `root` and `update` are added.
    """
    predictions, labels, weights = fitted(predictions, labels, weights)
    value, update = mean_squared_error(labels, predictions, weights, None, None, name or "root_mean_squared_error")
    value = across_replicas(metrics_collections, sqrt, value)
    return value, publish(updates_collections, sqrt(update))


def percentage_below(
    values, threshold, weights: Any = None, metrics_collections=None, updates_collections=None, name=None
):
    """(part, update): how many of the values of all runs are below a threshold, between 0 and 1; see mean."""
    is_below = cast(less(values, threshold), dtypes.float32)
    return mean(is_below, weights, metrics_collections, updates_collections, name or "percentage_below_threshold")

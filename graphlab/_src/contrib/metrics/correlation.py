"""How predictions and labels vary together over all runs: covariance and Pearson's correlation."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.arithmetic import multiply
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import less_equal
from graphlab._src.ops.division import div_no_nan, truediv
from graphlab._src.ops.power import sqrt
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import size
from graphlab._src.ops.weights import broadcast_weights
from graphlab._src.state.assignment import assign_add
from graphlab._src.state.scope import variable_scope
from graphlab._src.train.metrics.metric_variables import fitted, metric_variable, publish


def _moved_mean(values, weights, number, total, name):
    """(the mean of a batch, the mean of all runs before it), once what moves the latter has run."""
    mean = metric_variable([], dtypes.float32, name)
    weighted = values if weights is None else multiply(values, weights)
    batch_mean = div_no_nan(reduce_sum(weighted), number)
    step = div_no_nan((batch_mean - mean) * number, total)
    return batch_mean, assign_add(mean, step) - step


def streaming_covariance(
    predictions, labels, weights: Any = None, metrics_collections=None, updates_collections=None, name=None
):
    """(covariance, update): the unbiased covariance over all runs, NaN while there is at most one example.

    predictions, labels: float32, of one shape.  weights: a tensor that broadcasts to them, as counts of an example.
    """
    with variable_scope(name, "covariance", [predictions, labels, weights]):
        predictions, labels, weights = fitted(predictions, labels, weights)
        count = metric_variable([], dtypes.float32, "count")
        comoment = metric_variable([], dtypes.float32, "comoment")
        if weights is None:
            number = cast(size(labels), dtypes.float32)
        else:
            weights = broadcast_weights(weights, labels)
            number = reduce_sum(weights)
        total = assign_add(count, number)
        before = total - number
        mean_prediction, old_prediction = _moved_mean(predictions, weights, number, total, "mean_prediction")
        mean_label, old_label = _moved_mean(labels, weights, number, total, "mean_label")
        products = (predictions - mean_prediction) * (labels - mean_label)
        batch = reduce_sum(products if weights is None else products * weights)
        moved = (old_prediction - mean_prediction) * (old_label - mean_label)
        add = assign_add(comoment, batch + moved * (before * number / total))

        def covariance(name):
            return where(less_equal(count, 1.0), float("nan"), truediv(comoment, count - 1), name=name)

        value = covariance("covariance")
        with control_dependencies([add]):
            update = covariance("update_op")
    return publish(metrics_collections, value), publish(updates_collections, update)


def streaming_pearson_correlation(
    predictions, labels, weights: Any = None, metrics_collections=None, updates_collections=None, name=None
):
    """(correlation, update): Pearson's correlation coefficient over all runs; see streaming_covariance."""
    with variable_scope(name, "pearson_r", [predictions, labels, weights]):
        predictions, labels, weights = fitted(predictions, labels, weights)
        if weights is not None:
            weights = broadcast_weights(weights, labels)
        both = streaming_covariance(predictions, labels, weights, name="covariance")
        first = streaming_covariance(predictions, predictions, weights, name="variance_predictions")
        second = streaming_covariance(labels, labels, weights, name="variance_labels")

        def correlation(at, name):
            return truediv(both[at], multiply(sqrt(first[at]), sqrt(second[at])), name=name)

        value, update = correlation(0, "pearson_r"), correlation(1, "update_op")
    return publish(metrics_collections, value), publish(updates_collections, update)

"""Metrics of several classes from a confusion matrix, or from counts for each class."""

from graphlab._src.base import dtypes
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal, greater, not_equal
from graphlab._src.ops.confusion import confusion_matrix
from graphlab._src.ops.constants import ones, ones_like
from graphlab._src.ops.diagonal import diag_part
from graphlab._src.ops.division import div, div_no_nan
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.reduction import reduce_mean, reduce_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import reshape, size
from graphlab._src.state.assignment import assign_add, scatter_add
from graphlab._src.state.scope import variable_scope
from graphlab._src.train.metrics.metric_variables import across_replicas, metric_variable, publish


def _flat(tensor):
    return reshape(tensor, [-1]) if len(tensor.dims) > 1 else tensor


def mean_iou(
    labels,
    predictions,
    num_classes,
    weights=None,
    metrics_collections=None,
    updates_collections=None,
    name=None,
):
    """(mean, update): the mean over classes of intersection over union, and what adds a batch to the confusion matrix.

    labels, predictions: class numbers, of one shape.  Classes that never came do not count.
    A local variable, total_confusion_matrix [classes, classes], accumulates it; update returns it.
    """
    with variable_scope(name, "mean_iou", [predictions, labels, weights]):
        predictions.shape.assert_is_compatible_with(labels.shape)
        total, update = _streaming_confusion_matrix(labels, predictions, num_classes, weights)
        return across_replicas(metrics_collections, _mean_iou, total), publish(updates_collections, update)


def _mean_iou(total):
    over_row = cast(reduce_sum(total, 0), dtypes.float32)
    over_column = cast(reduce_sum(total, 1), dtypes.float32)
    diagonal = cast(diag_part(total), dtypes.float32)
    union = over_row + over_column - diagonal
    there = reduce_sum(cast(not_equal(union, 0), dtypes.float32))
    union = where(greater(union, 0), union, ones_like(union))
    quotients = div(diagonal, union)
    any_there = greater(there, 0)
    return where(any_there, reduce_sum(quotients, name="mean_iou") / there, 0)


def _streaming_confusion_matrix(labels, predictions, num_classes, weights):
    total = metric_variable([num_classes, num_classes], dtypes.float64, "total_confusion_matrix")
    predictions, labels = cast(predictions, dtypes.int64), cast(labels, dtypes.int64)
    num_classes = cast(num_classes, dtypes.int64)
    predictions, labels = _flat(predictions), _flat(labels)
    if weights is not None:
        weights = _flat(weights)
    found = confusion_matrix(labels, predictions, num_classes, weights=weights, dtype=dtypes.float64)
    return total, assign_add(total, found)


def mean_per_class_accuracy(
    labels,
    predictions,
    num_classes,
    weights=None,
    metrics_collections=None,
    updates_collections=None,
    name=None,
):
    """(mean, update): the mean over classes of how often predictions are right, and what adds a batch.

    labels, predictions: class numbers, of one shape.  update returns the accuracy of each class.
    """
    with variable_scope(name, "mean_accuracy", [predictions, labels, weights]):
        labels = _flat(cast(labels, dtypes.int64))
        predictions = _flat(predictions)
        predictions.shape.assert_is_compatible_with(labels.shape)
        total = metric_variable([num_classes], dtypes.float32, "total")
        count = metric_variable([num_classes], dtypes.float32, "count")
        number = ones([size(labels)], dtypes.float32)
        if labels.dtype != predictions.dtype:
            predictions = cast(predictions, labels.dtype)
        is_correct = cast(equal(predictions, labels), dtypes.float32)
        if weights is not None:
            weights = cast(_flat(weights), dtypes.float32)
            is_correct *= weights
            number *= weights
        add_total = scatter_add(total, labels, number)
        add_count = scatter_add(count, labels, is_correct)

        def mean(count, total):
            return reduce_mean(div_no_nan(count, maximum(total, 0)), name="mean_accuracy")

        value = across_replicas(metrics_collections, mean, count, total)
        update = div_no_nan(add_count, maximum(add_total, 0), name="update_op")
        return value, publish(updates_collections, update)

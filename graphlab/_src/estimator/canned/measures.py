"""Metrics as heads make them, each in a name scope of its own."""

from graphlab._src.estimator.canned.head_checks import to_float
from graphlab._src.graph import name_scope
from graphlab._src.ops.comparison import greater_equal
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.shape import squeeze
from graphlab._src.ops.weights import broadcast_weights
from graphlab._src.train.metrics import area_under_curve, means, thresholds


def float_mean(values, weights, name, scope_name, what):
    """The mean of values as float32, such as labels or predictions."""
    with name_scope(name, scope_name, (values, weights)) as scope:
        values = to_float(values, name=what)
        if weights is not None:
            weights = broadcast_weights(weights, values)
        return means.mean(values, weights=weights, name=scope)


def labels_mean(labels, weights=None, name=None):
    """How many labels are 1."""
    return float_mean(labels, weights, name, "labels_mean", "labels")


def predictions_mean(predictions, weights=None, name=None):
    """The mean of what is predicted."""
    return float_mean(predictions, weights, name, "predictions_mean", "predictions")


def accuracy_baseline(mean):
    """The accuracy of always predicting the more frequent one of two classes.  mean: that of the labels."""
    with name_scope(None, "accuracy_baseline", mean):
        value, update = mean
        return maximum(value, 1.0 - value, name="value"), maximum(update, 1 - update, name="update_op")


def auc(labels, predictions, weights=None, curve="ROC", name=None):
    """The area under a curve of predictions."""
    with name_scope(name, "auc", (predictions, labels, weights)) as scope:
        predictions = to_float(predictions, name="predictions")
        if weights is not None:
            weights = broadcast_weights(weights, predictions)
        return area_under_curve.auc(labels, predictions, weights=weights, curve=curve, name=scope)


def accuracy_at(labels, predictions, weights, threshold, name=None):
    """The accuracy when predictions count as 1 from a threshold on."""
    with name_scope(name, f"accuracy_at_{threshold}", (predictions, labels, weights, threshold)) as scope:
        ones = to_float(greater_equal(predictions, threshold))
        return means.accuracy(labels, ones, weights=weights, name=scope)


def _at(metric, what, labels, predictions, weights, threshold, name):
    with name_scope(name, f"{what}_at_{threshold}", (predictions, labels, weights, threshold)) as scope:
        value, update = metric(
            labels=labels, predictions=predictions, thresholds=(threshold,), weights=weights, name=scope
        )
        return squeeze(value), squeeze(update)


def precision_at(labels, predictions, weights, threshold, name=None):
    """The precision when predictions count as 1 above a threshold."""
    return _at(thresholds.precision_at_thresholds, "precision", labels, predictions, weights, threshold, name)


def recall_at(labels, predictions, weights, threshold, name=None):
    """The recall when predictions count as 1 above a threshold."""
    return _at(thresholds.recall_at_thresholds, "recall", labels, predictions, weights, threshold, name)

"""The metrics of tf.contrib.learn's heads, each (value, update)."""

from graphlab._src.base import dtypes
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal, greater_equal
from graphlab._src.ops.shape import squeeze
from graphlab._src.ops.weights import broadcast_weights
from graphlab._src.train.metrics import area_under_curve, means, thresholds


def _broadcast(values, weights, class_id):
    """(values, weights) as float32, of one class where class_id says so."""
    if weights is not None:
        weights = broadcast_weights(cast(weights, dtypes.float32), values)
    if class_id is None:
        return values, weights
    return values[:, class_id], None if weights is None else weights[:, class_id]


def mean(values, weights=None, class_id=None):
    """The mean of labels or predictions."""
    return means.mean(*_broadcast(cast(values, dtypes.float32), weights, class_id))


def share_of_class(class_ids, weights, class_id):
    """How many ids are class_id."""
    is_it = equal(cast(class_ids, dtypes.int32), class_id)
    return means.mean(cast(is_it, class_ids.dtype), weights=weights)


def auc(predictions, labels, weights=None, class_id=None, curve="ROC"):
    """The area under a curve of predictions."""
    predictions, weights = _broadcast(cast(predictions, dtypes.float32), weights, class_id)
    labels = cast(labels, dtypes.bool)
    labels = labels if class_id is None else labels[:, class_id]
    return area_under_curve.auc(labels, predictions, weights, curve=curve)


def accuracy_at(predictions, labels, weights, threshold):
    """The accuracy when predictions count as 1 from a threshold on."""
    return means.accuracy(labels, cast(greater_equal(predictions, threshold), dtypes.float32), weights)


def _at(metric, predictions, labels, weights, threshold):
    weights = None if weights is None else cast(weights, dtypes.float32)
    value, update = metric(labels, predictions, (threshold,), weights)
    return squeeze(value), squeeze(update)


def precision_at(predictions, labels, weights, threshold):
    """The precision when predictions count as 1 above a threshold."""
    return _at(thresholds.precision_at_thresholds, predictions, labels, weights, threshold)


def recall_at(predictions, labels, weights, threshold):
    """The recall when predictions count as 1 above a threshold."""
    return _at(thresholds.recall_at_thresholds, predictions, labels, weights, threshold)

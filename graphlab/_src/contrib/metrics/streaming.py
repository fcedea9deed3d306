"""The metrics of tf.metrics with their first names and order of arguments, predictions first."""

import inspect

from graphlab._src.base import dtypes
from graphlab._src.graph import name_scope
from graphlab._src.graph.attributes import named
from graphlab._src.ops.arg import in_top_k
from graphlab._src.ops.cast import cast
from graphlab._src.train.metrics import average_precision, means, per_class, thresholds
from graphlab._src.train.metrics.area_under_curve import auc
from graphlab._src.train.metrics.at_k import at_k_name, precision_at_k, precision_at_top_k, recall_at_k, recall_at_top_k
from graphlab._src.train.metrics.confusion_counts import (
    false_negatives,
    false_positives,
    precision,
    recall,
    true_negatives,
    true_positives,
)


def _predictions_first(metric, name, without=()):
    """The metric with predictions before labels. without: the parameters that it did not have."""
    parameters = [one for one in inspect.signature(metric).parameters.values() if one.name not in without]
    labels, predictions, *others = parameters
    signature = inspect.Signature([predictions, labels, *others])

    def streaming(*args, **kwargs):
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{name}(): {error}; its parameters: {signature}") from None
        return metric(**bound.arguments)

    streaming.__signature__ = signature
    return named(streaming, name, metric.__doc__)


streaming_accuracy = _predictions_first(means.accuracy, "streaming_accuracy")
streaming_auc = _predictions_first(auc, "streaming_auc", without=("summation_method", "thresholds"))
streaming_false_negatives = _predictions_first(false_negatives, "streaming_false_negatives")
streaming_false_positives = _predictions_first(false_positives, "streaming_false_positives")
streaming_mean_absolute_error = _predictions_first(means.mean_absolute_error, "streaming_mean_absolute_error")
streaming_mean_cosine_distance = _predictions_first(means.mean_cosine_distance, "streaming_mean_cosine_distance")
streaming_mean_iou = _predictions_first(per_class.mean_iou, "streaming_mean_iou")
streaming_mean_relative_error = _predictions_first(means.mean_relative_error, "streaming_mean_relative_error")
streaming_mean_squared_error = _predictions_first(means.mean_squared_error, "streaming_mean_squared_error")
streaming_precision = _predictions_first(precision, "streaming_precision")
streaming_precision_at_thresholds = _predictions_first(
    thresholds.precision_at_thresholds, "streaming_precision_at_thresholds"
)
streaming_recall = _predictions_first(recall, "streaming_recall")
streaming_recall_at_thresholds = _predictions_first(thresholds.recall_at_thresholds, "streaming_recall_at_thresholds")
streaming_root_mean_squared_error = _predictions_first(
    means.root_mean_squared_error, "streaming_root_mean_squared_error"
)
streaming_sensitivity_at_specificity = _predictions_first(
    thresholds.sensitivity_at_specificity, "streaming_sensitivity_at_specificity"
)
streaming_sparse_average_precision_at_k = _predictions_first(
    average_precision.average_precision_at_k, "streaming_sparse_average_precision_at_k"
)
streaming_sparse_precision_at_k = _predictions_first(precision_at_k, "streaming_sparse_precision_at_k")
streaming_sparse_recall_at_k = _predictions_first(recall_at_k, "streaming_sparse_recall_at_k")
streaming_specificity_at_sensitivity = _predictions_first(
    thresholds.specificity_at_sensitivity, "streaming_specificity_at_sensitivity"
)
streaming_true_negatives = _predictions_first(true_negatives, "streaming_true_negatives")
streaming_true_positives = _predictions_first(true_positives, "streaming_true_positives")


def streaming_recall_at_k(
    predictions, labels, k, weights=None, metrics_collections=None, updates_collections=None, name=None
):
    """(recall, update): how often the label is among the k classes with the highest predictions, over all runs.

    predictions: [batch, classes].  labels: [batch], class numbers.
    """
    found = cast(in_top_k(predictions, labels, k), dtypes.float32)
    return means.mean(found, weights, metrics_collections, updates_collections, name or at_k_name("recall", k))


def streaming_sparse_precision_at_top_k(
    top_k_predictions,
    labels,
    class_id=None,
    weights=None,
    metrics_collections=None,
    updates_collections=None,
    name=None,
):
    """tf.metrics' precision_at_top_k. top_k_predictions: int64 class numbers, […, k]."""
    default_name = at_k_name("precision", class_id=class_id)
    with name_scope(name, default_name, [top_k_predictions, labels, weights]) as scope:
        return precision_at_top_k(
            labels, top_k_predictions, None, class_id, weights, metrics_collections, updates_collections, scope
        )


def sparse_recall_at_top_k(
    labels,
    top_k_predictions,
    class_id=None,
    weights=None,
    metrics_collections=None,
    updates_collections=None,
    name=None,
):
    """tf.metrics' recall_at_top_k. top_k_predictions: int64 class numbers, […, k]."""
    default_name = at_k_name("recall", class_id=class_id)
    with name_scope(name, default_name, [top_k_predictions, labels, weights]) as scope:
        return recall_at_top_k(
            labels, top_k_predictions, None, class_id, weights, metrics_collections, updates_collections, scope
        )


def streaming_sparse_average_precision_at_top_k(
    top_k_predictions, labels, weights=None, metrics_collections=None, updates_collections=None, name=None
):
    """(mean, update) of the average precision over all runs. top_k_predictions: int64 class numbers, […, k]."""
    return average_precision.streamed(
        labels, top_k_predictions, weights, metrics_collections, updates_collections, name
    )


def aggregate_metrics(*value_update_tuples):
    """(values, updates) of several metrics: two lists."""
    if not value_update_tuples:
        raise ValueError("Expected at least one value_tensor/update_op pair")
    values, updates = zip(*value_update_tuples, strict=True)
    return list(values), list(updates)


def aggregate_metric_map(names_to_tuples):
    """({name: value}, {name: update}) of {name: (value, update)}."""
    values = {name: value for name, (value, _) in names_to_tuples.items()}
    return values, {name: update for name, (_, update) in names_to_tuples.items()}

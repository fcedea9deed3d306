"""tf.contrib.metrics: the metrics of tf.metrics with their first names and order of arguments, predictions first."""

from graphlab._src.graph.attributes import named
from graphlab._src.train.metrics.area_under_curve import auc
from graphlab._src.train.metrics.confusion_counts import (
    false_negatives,
    false_positives,
    precision,
    recall,
    true_negatives,
    true_positives,
)
from graphlab._src.train.metrics.means import accuracy, mean_absolute_error, mean_squared_error, root_mean_squared_error
from graphlab._src.train.metrics.per_class import mean_iou


def _predictions_first(metric, name):
    """The metric with predictions before labels."""

    def streaming(predictions, labels, weights=None, metrics_collections=None, updates_collections=None, name=None):
        return metric(
            labels,
            predictions,
            weights=weights,
            metrics_collections=metrics_collections,
            updates_collections=updates_collections,
            name=name,
        )

    return named(streaming, name, metric.__doc__)


streaming_accuracy = _predictions_first(accuracy, "streaming_accuracy")
streaming_false_negatives = _predictions_first(false_negatives, "streaming_false_negatives")
streaming_false_positives = _predictions_first(false_positives, "streaming_false_positives")
streaming_mean_absolute_error = _predictions_first(mean_absolute_error, "streaming_mean_absolute_error")
streaming_mean_squared_error = _predictions_first(mean_squared_error, "streaming_mean_squared_error")
streaming_precision = _predictions_first(precision, "streaming_precision")
streaming_recall = _predictions_first(recall, "streaming_recall")
streaming_root_mean_squared_error = _predictions_first(root_mean_squared_error, "streaming_root_mean_squared_error")
streaming_true_negatives = _predictions_first(true_negatives, "streaming_true_negatives")
streaming_true_positives = _predictions_first(true_positives, "streaming_true_positives")


def streaming_auc(
    predictions,
    labels,
    weights=None,
    num_thresholds=200,
    metrics_collections=None,
    updates_collections=None,
    curve="ROC",
    name=None,
):
    """The area under a curve over all runs. curve: "ROC" or "PR"."""
    return auc(
        labels,
        predictions,
        weights=weights,
        num_thresholds=num_thresholds,
        metrics_collections=metrics_collections,
        updates_collections=updates_collections,
        curve=curve,
        name=name,
    )


def streaming_mean_iou(
    predictions, labels, num_classes, weights=None, metrics_collections=None, updates_collections=None, name=None
):
    """The mean over classes of intersection over union, over all runs."""
    return mean_iou(
        labels,
        predictions,
        num_classes,
        weights=weights,
        metrics_collections=metrics_collections,
        updates_collections=updates_collections,
        name=name,
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

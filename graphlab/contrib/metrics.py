"""tf.contrib.metrics: the metrics of tf.metrics with their first names and order of arguments, predictions first."""

from graphlab._src.contrib.metrics import (
    aggregate_metric_map,
    aggregate_metrics,
    streaming_accuracy,
    streaming_auc,
    streaming_false_negatives,
    streaming_false_positives,
    streaming_mean_absolute_error,
    streaming_mean_iou,
    streaming_mean_squared_error,
    streaming_precision,
    streaming_recall,
    streaming_root_mean_squared_error,
    streaming_true_negatives,
    streaming_true_positives,
)
from graphlab._src.train.metrics.means import mean as streaming_mean
from graphlab._src.train.metrics.means import mean_tensor as streaming_mean_tensor
from graphlab._src.train.metrics.means import percentage_below as streaming_percentage_less

__all__ = [
    "aggregate_metric_map",
    "aggregate_metrics",
    "streaming_accuracy",
    "streaming_auc",
    "streaming_false_negatives",
    "streaming_false_positives",
    "streaming_mean",
    "streaming_mean_absolute_error",
    "streaming_mean_iou",
    "streaming_mean_squared_error",
    "streaming_mean_tensor",
    "streaming_percentage_less",
    "streaming_precision",
    "streaming_recall",
    "streaming_root_mean_squared_error",
    "streaming_true_negatives",
    "streaming_true_positives",
]

"""tf.metrics: metrics over all runs, accumulated in local variables."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.train.metrics.area_under_curve import auc
    from graphlab._src.train.metrics.at_k import (
        precision_at_k,
        precision_at_top_k,
        recall_at_k,
        recall_at_top_k,
        sparse_precision_at_k,
    )
    from graphlab._src.train.metrics.average_precision import average_precision_at_k, sparse_average_precision_at_k
    from graphlab._src.train.metrics.confusion_counts import (
        false_negatives,
        false_positives,
        precision,
        recall,
        true_negatives,
        true_positives,
    )
    from graphlab._src.train.metrics.means import (
        accuracy,
        mean,
        mean_absolute_error,
        mean_cosine_distance,
        mean_relative_error,
        mean_squared_error,
        mean_tensor,
        percentage_below,
        root_mean_squared_error,
    )
    from graphlab._src.train.metrics.per_class import mean_iou, mean_per_class_accuracy
    from graphlab._src.train.metrics.thresholds import (
        false_negatives_at_thresholds,
        false_positives_at_thresholds,
        precision_at_thresholds,
        recall_at_thresholds,
        sensitivity_at_specificity,
        specificity_at_sensitivity,
        true_negatives_at_thresholds,
        true_positives_at_thresholds,
    )
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "accuracy",
    "auc",
    "average_precision_at_k",
    "false_negatives",
    "false_negatives_at_thresholds",
    "false_positives",
    "false_positives_at_thresholds",
    "mean",
    "mean_absolute_error",
    "mean_cosine_distance",
    "mean_iou",
    "mean_per_class_accuracy",
    "mean_relative_error",
    "mean_squared_error",
    "mean_tensor",
    "percentage_below",
    "precision",
    "precision_at_k",
    "precision_at_thresholds",
    "precision_at_top_k",
    "recall",
    "recall_at_k",
    "recall_at_thresholds",
    "recall_at_top_k",
    "root_mean_squared_error",
    "sensitivity_at_specificity",
    "sparse_average_precision_at_k",
    "sparse_precision_at_k",
    "specificity_at_sensitivity",
    "true_negatives",
    "true_negatives_at_thresholds",
    "true_positives",
    "true_positives_at_thresholds",
]

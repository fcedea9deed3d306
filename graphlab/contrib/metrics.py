"""tf.contrib.metrics: metrics over many runs under their first names, predictions first, and those tf.metrics lacks."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.contrib.metrics.accumulated import (
        streaming_concat,
        streaming_dynamic_auc,
    )
    from graphlab._src.contrib.metrics.confidence import (
        auc_with_confidence_intervals,
    )
    from graphlab._src.contrib.metrics.correlation import (
        streaming_covariance,
        streaming_pearson_correlation,
    )
    from graphlab._src.contrib.metrics.counted import (
        accuracy,
        auc_using_histogram,
        cohen_kappa,
        count,
        precision_recall_at_equal_thresholds,
    )
    from graphlab._src.contrib.metrics.rates import (
        f1_score,
        precision_at_recall,
        recall_at_precision,
        streaming_curve_points,
        streaming_false_negative_rate,
        streaming_false_negative_rate_at_thresholds,
        streaming_false_negatives_at_thresholds,
        streaming_false_positive_rate,
        streaming_false_positive_rate_at_thresholds,
        streaming_false_positives_at_thresholds,
        streaming_true_negatives_at_thresholds,
        streaming_true_positives_at_thresholds,
    )
    from graphlab._src.contrib.metrics.streaming import (
        aggregate_metric_map,
        aggregate_metrics,
        sparse_recall_at_top_k,
        streaming_accuracy,
        streaming_auc,
        streaming_false_negatives,
        streaming_false_positives,
        streaming_mean_absolute_error,
        streaming_mean_cosine_distance,
        streaming_mean_iou,
        streaming_mean_relative_error,
        streaming_mean_squared_error,
        streaming_precision,
        streaming_precision_at_thresholds,
        streaming_recall,
        streaming_recall_at_k,
        streaming_recall_at_thresholds,
        streaming_root_mean_squared_error,
        streaming_sensitivity_at_specificity,
        streaming_sparse_average_precision_at_k,
        streaming_sparse_average_precision_at_top_k,
        streaming_sparse_precision_at_k,
        streaming_sparse_precision_at_top_k,
        streaming_sparse_recall_at_k,
        streaming_specificity_at_sensitivity,
        streaming_true_negatives,
        streaming_true_positives,
    )
    from graphlab._src.ops.confusion import confusion_matrix
    from graphlab._src.ops.sets import set_difference, set_intersection, set_size, set_union
    from graphlab._src.train.metrics.means import mean as streaming_mean
    from graphlab._src.train.metrics.means import mean_tensor as streaming_mean_tensor
    from graphlab._src.train.metrics.means import percentage_below as streaming_percentage_less
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "accuracy",
    "aggregate_metric_map",
    "aggregate_metrics",
    "auc_using_histogram",
    "auc_with_confidence_intervals",
    "cohen_kappa",
    "confusion_matrix",
    "count",
    "f1_score",
    "precision_at_recall",
    "precision_recall_at_equal_thresholds",
    "recall_at_precision",
    "set_difference",
    "set_intersection",
    "set_size",
    "set_union",
    "sparse_recall_at_top_k",
    "streaming_accuracy",
    "streaming_auc",
    "streaming_concat",
    "streaming_covariance",
    "streaming_curve_points",
    "streaming_dynamic_auc",
    "streaming_false_negative_rate",
    "streaming_false_negative_rate_at_thresholds",
    "streaming_false_negatives",
    "streaming_false_negatives_at_thresholds",
    "streaming_false_positive_rate",
    "streaming_false_positive_rate_at_thresholds",
    "streaming_false_positives",
    "streaming_false_positives_at_thresholds",
    "streaming_mean",
    "streaming_mean_absolute_error",
    "streaming_mean_cosine_distance",
    "streaming_mean_iou",
    "streaming_mean_relative_error",
    "streaming_mean_squared_error",
    "streaming_mean_tensor",
    "streaming_pearson_correlation",
    "streaming_percentage_less",
    "streaming_precision",
    "streaming_precision_at_thresholds",
    "streaming_recall",
    "streaming_recall_at_k",
    "streaming_recall_at_thresholds",
    "streaming_root_mean_squared_error",
    "streaming_sensitivity_at_specificity",
    "streaming_sparse_average_precision_at_k",
    "streaming_sparse_average_precision_at_top_k",
    "streaming_sparse_precision_at_k",
    "streaming_sparse_precision_at_top_k",
    "streaming_sparse_recall_at_k",
    "streaming_specificity_at_sensitivity",
    "streaming_true_negatives",
    "streaming_true_negatives_at_thresholds",
    "streaming_true_positives",
    "streaming_true_positives_at_thresholds",
]

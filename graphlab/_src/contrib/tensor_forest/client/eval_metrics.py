"""Metrics of forests by name, for evaluations: each reads one of the predictions."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.contrib.learn.keys import PredictionKey
from graphlab._src.contrib.losses import log_loss, sigmoid_cross_entropy, sparse_softmax_cross_entropy
from graphlab._src.ops.arg import in_top_k
from graphlab._src.ops.arithmetic import squared_difference
from graphlab._src.ops.cast import cast
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.reduction import reduce_mean, reduce_sum
from graphlab._src.ops.shape import shape, squeeze
from graphlab._src.ops.slicing import slice_
from graphlab._src.train.metrics import area_under_curve, confusion_counts, means, thresholds

INFERENCE_PROB_NAME = PredictionKey.PROBABILITIES
INFERENCE_PRED_NAME = PredictionKey.CLASSES
FEATURE_IMPORTANCE_NAME = "global_feature_importance"
_STEPS = np.arange(0, 1, 0.01, dtype=np.float32)


def _top_5(probabilities, targets):
    targets = cast(targets, dtypes.int32)
    if len(targets.shape) > 1:
        targets = squeeze(targets, axis=[1])
    return means.mean(in_top_k(probabilities, targets, 5))


def _r2(probabilities, targets, weights=None):
    targets = cast(targets, dtypes.float32)
    total = reduce_sum(squared_difference(targets, reduce_mean(targets, 0)), 0)
    rest = reduce_sum(squared_difference(targets, probabilities), 0)
    return means.mean(1 - reduce_sum(rest / total), weights=weights)


def _one_hot(targets, probabilities):
    return one_hot(cast(squeeze(targets, axis=[1]), dtypes.int32), shape(probabilities)[1])


def _sigmoid_entropy(probabilities, targets, weights=None):
    return means.mean(sigmoid_cross_entropy(probabilities, _one_hot(targets, probabilities)), weights=weights)


def _softmax_entropy(probabilities, targets, weights=None):
    return means.mean(sparse_softmax_cross_entropy(probabilities, cast(targets, dtypes.int32)), weights=weights)


def _class_log_loss(probabilities, targets, weights=None):
    return means.mean(log_loss(probabilities, _one_hot(targets, probabilities)), weights=weights)


def _predictions(predictions, targets, **options):
    return predictions


def _of_labels(metric):
    def measured(predictions, targets, weights=None):
        return metric(labels=targets, predictions=predictions, weights=weights)

    return measured


def _of_class_1(metric, **options):
    def measured(probabilities, targets, weights=None):
        class_1 = slice_(probabilities, [0, 1], [-1, 1])
        return metric(labels=targets, predictions=class_1, weights=weights, **options)

    return measured


# The name of a metric: (the prediction that it reads, the metric).
_METRICS = {
    "auc": (INFERENCE_PROB_NAME, _of_class_1(area_under_curve.auc)),
    "sigmoid_entropy": (INFERENCE_PROB_NAME, _sigmoid_entropy),
    "softmax_entropy": (INFERENCE_PROB_NAME, _softmax_entropy),
    "accuracy": (INFERENCE_PRED_NAME, _of_labels(means.accuracy)),
    "r2": (PredictionKey.SCORES, _r2),
    "predictions": (INFERENCE_PRED_NAME, _predictions),
    "classification_log_loss": (INFERENCE_PROB_NAME, _class_log_loss),
    "precision": (INFERENCE_PRED_NAME, _of_labels(confusion_counts.precision)),
    "precision_at_thresholds": (
        INFERENCE_PROB_NAME,
        _of_class_1(thresholds.precision_at_thresholds, thresholds=_STEPS),
    ),
    "recall": (INFERENCE_PRED_NAME, _of_labels(confusion_counts.recall)),
    "recall_at_thresholds": (INFERENCE_PROB_NAME, _of_class_1(thresholds.recall_at_thresholds, thresholds=_STEPS)),
    "top_5": (INFERENCE_PROB_NAME, _top_5),
}


def get_metric(metric_name):
    """The metric function of a name: metric(predictions, targets, weights) -> (value, update)."""
    return _METRICS[metric_name][1]


def get_prediction_key(metric_name):
    """Which prediction a metric reads."""
    return _METRICS[metric_name][0]

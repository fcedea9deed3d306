"""LogisticRegressor: an estimator whose model function predicts probabilities, with the metrics of these."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.learn.estimator import Estimator
from graphlab._src.contrib.learn.keys import ModeKeys, ProblemType
from graphlab._src.contrib.learn.metric_key import MetricKey
from graphlab._src.contrib.learn.model_fn_ops import ModelFnOps
from graphlab._src.contrib.metrics.streaming import (
    streaming_accuracy,
    streaming_auc,
    streaming_precision,
    streaming_recall,
)
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import greater_equal
from graphlab._src.train.metrics.means import mean


def LogisticRegressor(  # noqa: N802
    model_fn, thresholds: Any = None, model_dir=None, config=None, feature_engineering_fn=None
):
    """An Estimator of model_fn(features, labels, mode) -> (predictions, loss, train_op); predictions are probabilities.

    thresholds: a list; accuracy, precision and recall are evaluated at each, [0.5] when left out.
    """

    def with_metrics(features, labels, mode, params):
        predictions, loss, train_op = model_fn(features, labels, mode)
        evaluating = mode == ModeKeys.EVAL
        metrics = _metrics(labels, predictions, params.get("thresholds") or [0.5]) if evaluating else None
        return ModelFnOps(
            mode=mode,
            predictions=predictions,
            loss=loss,
            train_op=train_op,
            eval_metric_ops=metrics,
            output_alternatives={"head": (ProblemType.LOGISTIC_REGRESSION, {"predictions": predictions})},
        )

    return Estimator(
        model_fn=with_metrics,
        model_dir=model_dir,
        config=config,
        params={"thresholds": thresholds},
        feature_engineering_fn=feature_engineering_fn,
    )


def _metrics(labels, predictions, thresholds):
    if isinstance(labels, dict) and len(labels) == 1:
        (labels,) = labels.values()
    found = {
        MetricKey.PREDICTION_MEAN: mean(predictions),
        MetricKey.LABEL_MEAN: mean(labels),
        MetricKey.ACCURACY_BASELINE: mean(labels),
        MetricKey.AUC: streaming_auc(labels=labels, predictions=predictions),
    }
    for threshold in thresholds:
        above = cast(
            greater_equal(predictions, threshold), dtypes.float32, name=f"predictions_at_threshold_{threshold:f}"
        )
        found[MetricKey.ACCURACY_MEAN % threshold] = streaming_accuracy(labels=labels, predictions=above)
        found[MetricKey.PRECISION_MEAN % threshold] = streaming_precision(labels=labels, predictions=above)
        found[MetricKey.RECALL_MEAN % threshold] = streaming_recall(labels=labels, predictions=above)
    return found

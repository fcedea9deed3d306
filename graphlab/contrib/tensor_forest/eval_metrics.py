"""tf.contrib.tensor_forest.client.eval_metrics: metrics of forests by name."""

from graphlab._src.contrib.tensor_forest.client.eval_metrics import (
    FEATURE_IMPORTANCE_NAME,
    INFERENCE_PRED_NAME,
    INFERENCE_PROB_NAME,
    get_metric,
    get_prediction_key,
)

__all__ = [
    "FEATURE_IMPORTANCE_NAME",
    "INFERENCE_PRED_NAME",
    "INFERENCE_PROB_NAME",
    "get_metric",
    "get_prediction_key",
]

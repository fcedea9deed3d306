"""tf.contrib.tensor_forest.client.random_forest: forests as estimators."""

from graphlab._src.contrib.tensor_forest.client.random_forest import (
    ALL_SERVING_KEY,
    EPSILON,
    KEYS_NAME,
    LOSS_NAME,
    TREE_PATHS_PREDICTION_KEY,
    VARIANCE_PREDICTION_KEY,
    CoreTensorForestEstimator,
    ModelBuilderOutputType,
    MultiForestMultiHeadEstimator,
    TensorForestEstimator,
    TensorForestLossHook,
    TensorForestRunOpAtEndHook,
    get_combined_model_fn,
    get_model_fn,
)

__all__ = [
    "ALL_SERVING_KEY",
    "EPSILON",
    "KEYS_NAME",
    "LOSS_NAME",
    "TREE_PATHS_PREDICTION_KEY",
    "VARIANCE_PREDICTION_KEY",
    "CoreTensorForestEstimator",
    "ModelBuilderOutputType",
    "MultiForestMultiHeadEstimator",
    "TensorForestEstimator",
    "TensorForestLossHook",
    "TensorForestRunOpAtEndHook",
    "get_combined_model_fn",
    "get_model_fn",
]

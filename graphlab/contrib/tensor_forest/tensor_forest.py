"""tf.contrib.tensor_forest.python.tensor_forest: forests as graphs."""

from graphlab._src.contrib.tensor_forest.tensor_forest import (
    CLASSIFICATION_LEAF_MODEL_TYPES,
    FINISH_TYPES,
    PRUNING_TYPES,
    REGRESSION_MODEL_TYPE,
    SPLIT_TYPES,
    ForestHParams,
    ForestVariables,
    RandomForestGraphs,
    RandomTreeGraphs,
    TreeVariables,
    build_params_proto,
    get_epoch_variable,
    parse_number_or_string_to_proto,
)

__all__ = [
    "CLASSIFICATION_LEAF_MODEL_TYPES",
    "FINISH_TYPES",
    "PRUNING_TYPES",
    "REGRESSION_MODEL_TYPE",
    "SPLIT_TYPES",
    "ForestHParams",
    "ForestVariables",
    "RandomForestGraphs",
    "RandomTreeGraphs",
    "TreeVariables",
    "build_params_proto",
    "get_epoch_variable",
    "parse_number_or_string_to_proto",
]

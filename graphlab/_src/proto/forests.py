"""Messages of tf.contrib.tensor_forest, which the tensorboard package does not ship, made from their definitions.

Enums are numbers here, and a map is a list of its entries, which is the same in a file.
"""

from typing import Any

from graphlab._src.proto.making import message_classes

_MESSAGES = {
    "ForestAny": (("type_url", 1, "string"), ("value", 2, "bytes")),
    "ForestInt": (("value", 1, "int32"),),
    "ForestString": (("value", 1, "string"),),
    "ForestValue": (
        ("float_value", 1, "float", "value"),
        ("double_value", 2, "double", "value"),
        ("int32_value", 3, "int32", "value"),
        ("int64_value", 4, "int64", "value"),
    ),
    "ForestVector": (("value", 1, "ForestValue", "many"),),
    "ForestSparseValue": (("key", 1, "int64"), ("value", 2, "ForestValue")),
    "ForestSparseVector": (("sparse_value", 1, "ForestSparseValue", "many"),),
    "ForestLeaf": (("vector", 1, "ForestVector", "leaf"), ("sparse_vector", 2, "ForestSparseVector", "leaf")),
    "ForestFeature": (("id", 1, "ForestString"),),
    "ForestInequality": (("feature_id", 1, "ForestFeature"), ("type", 2, "int32"), ("threshold", 3, "ForestValue")),
    "ForestMatchingValues": (
        ("feature_id", 1, "ForestFeature"),
        ("value", 2, "ForestValue", "many"),
        ("inverse", 3, "bool"),
    ),
    "ForestBinaryNode": (
        ("left_child_id", 1, "ForestInt"),
        ("right_child_id", 2, "ForestInt"),
        ("default_direction", 3, "int32"),
        ("inequality_left_child_test", 4, "ForestInequality", "left_child_test"),
        ("custom_left_child_test", 5, "ForestAny", "left_child_test"),
    ),
    "ForestTreeNode": (
        ("node_id", 1, "ForestInt"),
        ("depth", 2, "ForestInt"),
        ("subtree_size", 3, "ForestInt"),
        ("binary_node", 4, "ForestBinaryNode", "node_type"),
        ("leaf", 5, "ForestLeaf", "node_type"),
    ),
    "ForestTree": (("nodes", 1, "ForestTreeNode", "many"),),
    "ForestModel": (("decision_tree", 1, "ForestTree", "model"),),
    "TreePath": (("nodes_visited", 1, "ForestTreeNode", "many"),),
    "LinearParam": tuple(
        (name, i + 1, "float") for i, name in enumerate(("slope", "y_intercept", "min_val", "max_val"))
    ),
    "ExponentialParam": tuple(
        (name, i + 1, "float") for i, name in enumerate(("bias", "base", "multiplier", "depth_multiplier"))
    ),
    "ThresholdParam": tuple((name, i + 1, "float") for i, name in enumerate(("on_value", "off_value", "threshold"))),
    "DepthDependentParam": (
        ("constant_value", 1, "float", "ParamType"),
        ("linear", 2, "LinearParam", "ParamType"),
        ("exponential", 3, "ExponentialParam", "ParamType"),
        ("threshold", 4, "ThresholdParam", "ParamType"),
    ),
    "SplitPruningConfig": (("prune_every_samples", 1, "DepthDependentParam"), ("type", 2, "int32")),
    "SplitFinishConfig": (("check_every_steps", 1, "DepthDependentParam"), ("type", 2, "int32")),
    "TensorForestParams": (
        ("leaf_type", 1, "int32"),
        ("stats_type", 2, "int32"),
        ("collection_type", 3, "int32"),
        ("pruning_type", 4, "SplitPruningConfig"),
        ("finish_type", 5, "SplitFinishConfig"),
        ("num_trees", 6, "int32"),
        ("max_nodes", 7, "int32"),
        ("is_regression", 8, "bool"),
        ("drop_final_class", 9, "bool"),
        ("collate_examples", 10, "bool"),
        ("checkpoint_stats", 11, "bool"),
        ("num_outputs", 12, "int32"),
        ("num_splits_to_consider", 13, "DepthDependentParam"),
        ("split_after_samples", 14, "DepthDependentParam"),
        ("dominate_fraction", 15, "DepthDependentParam"),
        ("graph_dir", 16, "string"),
        ("num_select_features", 17, "int32"),
        ("min_split_samples", 18, "DepthDependentParam"),
        ("inequality_test_type", 19, "int32"),
        ("use_running_stats_method", 20, "bool"),
        ("num_features", 21, "int32"),
        ("initialize_average_splits", 22, "bool"),
        ("inference_tree_paths", 23, "bool"),
        ("num_classes_to_track", 24, "int32"),
    ),
    "GiniStats": (("square", 2, "float"),),
    "ClassificationStats": (
        ("dense_counts", 1, "ForestVector", "counts"),
        ("sparse_counts", 2, "ForestSparseVector", "counts"),
        ("gini", 3, "GiniStats"),
    ),
    "RegressionStats": (("mean_output", 1, "ForestVector"), ("mean_output_squares", 2, "ForestVector")),
    "LeafStat": (
        ("classification", 1, "ClassificationStats", "leaf_stat"),
        ("regression", 2, "RegressionStats", "leaf_stat"),
        ("weight_sum", 3, "float"),
    ),
    "SplitCandidate": (
        ("split", 1, "ForestBinaryNode"),
        ("left_stats", 4, "LeafStat"),
        ("right_stats", 5, "LeafStat"),
        ("unique_id", 6, "string"),
    ),
    "FertileSlot": (
        ("candidates", 1, "SplitCandidate", "many"),
        ("leaf_stats", 4, "LeafStat"),
        ("node_id", 5, "int32"),
        ("post_init_leaf_stats", 6, "LeafStat"),
        ("depth", 7, "int32"),
    ),
    "FertileStats": (("node_to_slot", 1, "FertileSlot", "many"),),
}

_classes = message_classes("tensor_forest", _MESSAGES)
FertileStats: Any = _classes["FertileStats"]
MatchingValues: Any = _classes["ForestMatchingValues"]
Model: Any = _classes["ForestModel"]
TensorForestParams: Any = _classes["TensorForestParams"]
TreePath: Any = _classes["TreePath"]

MODEL_DENSE_CLASSIFICATION, MODEL_SPARSE_CLASSIFICATION = 0, 1
MODEL_REGRESSION, MODEL_SPARSE_OR_DENSE_CLASSIFICATION = 2, 3
STATS_DENSE_GINI, STATS_SPARSE_GINI, STATS_LEAST_SQUARES_REGRESSION = 0, 1, 2
STATS_SPARSE_THEN_DENSE_GINI, STATS_FIXED_SIZE_SPARSE_GINI = 3, 4
COLLECTION_BASIC = 0
SPLIT_PRUNE_NONE, SPLIT_PRUNE_HALF, SPLIT_PRUNE_QUARTER, SPLIT_PRUNE_10_PERCENT, SPLIT_PRUNE_HOEFFDING = range(5)
SPLIT_FINISH_BASIC, SPLIT_FINISH_DOMINATE_HOEFFDING, SPLIT_FINISH_DOMINATE_BOOTSTRAP = 0, 2, 3
LESS_OR_EQUAL, LESS_THAN = 0, 1

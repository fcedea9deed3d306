"""Messages of tf.contrib.boosted_trees, which the tensorboard package does not ship, made from their definitions."""

from typing import Any

from graphlab._src.proto.making import message_classes

_CHILDREN = (("left_id", 3, "int32"), ("right_id", 4, "int32"))

_TREES = {
    "Vector": (("value", 1, "float", "many"),),
    "SparseVector": (("index", 1, "int32", "many"), ("value", 2, "float", "many")),
    "Leaf": (("vector", 1, "Vector", "leaf"), ("sparse_vector", 2, "SparseVector", "leaf")),
    "TreeNodeMetadata": (
        ("gain", 1, "float"),
        ("original_leaf", 2, "Leaf"),
        ("original_oblivious_leaves", 3, "Leaf", "many"),
    ),
    "DenseFloatBinarySplit": (
        ("feature_column", 1, "int32"),
        ("dimension_id", 5, "int32"),
        ("threshold", 2, "float"),
        *_CHILDREN,
    ),
    "SparseFloatBinarySplitDefaultLeft": (("split", 1, "DenseFloatBinarySplit"),),
    "SparseFloatBinarySplitDefaultRight": (("split", 1, "DenseFloatBinarySplit"),),
    "CategoricalIdBinarySplit": (("feature_column", 1, "int32"), ("feature_id", 2, "int64"), *_CHILDREN),
    "CategoricalIdSetMembershipBinarySplit": (
        ("feature_column", 1, "int32"),
        ("feature_ids", 2, "int64", "many"),
        *_CHILDREN,
    ),
    "ObliviousDenseFloatBinarySplit": (("feature_column", 1, "int32"), ("threshold", 2, "float")),
    "ObliviousCategoricalIdBinarySplit": (("feature_column", 1, "int32"), ("feature_id", 2, "int64")),
    "TreeNode": (
        ("leaf", 1, "Leaf", "node"),
        ("dense_float_binary_split", 2, "DenseFloatBinarySplit", "node"),
        ("sparse_float_binary_split_default_left", 3, "SparseFloatBinarySplitDefaultLeft", "node"),
        ("sparse_float_binary_split_default_right", 4, "SparseFloatBinarySplitDefaultRight", "node"),
        ("categorical_id_binary_split", 5, "CategoricalIdBinarySplit", "node"),
        ("categorical_id_set_membership_binary_split", 6, "CategoricalIdSetMembershipBinarySplit", "node"),
        ("oblivious_dense_float_binary_split", 7, "ObliviousDenseFloatBinarySplit", "node"),
        ("oblivious_categorical_id_binary_split", 8, "ObliviousCategoricalIdBinarySplit", "node"),
        ("node_metadata", 777, "TreeNodeMetadata"),
    ),
    "DecisionTreeConfig": (("nodes", 1, "TreeNode", "many"),),
    "DecisionTreeMetadata": (
        ("num_tree_weight_updates", 1, "int32"),
        ("num_layers_grown", 2, "int32"),
        ("is_finalized", 3, "bool"),
    ),
    "GrowingMetadata": (
        ("num_trees_attempted", 1, "int64"),
        ("num_layers_attempted", 2, "int64"),
        ("used_handler_ids", 3, "int64", "many"),
    ),
    "DecisionTreeEnsembleConfig": (
        ("trees", 1, "DecisionTreeConfig", "many"),
        ("tree_weights", 2, "float", "many"),
        ("tree_metadata", 3, "DecisionTreeMetadata", "many"),
        ("growing_metadata", 4, "GrowingMetadata"),
    ),
    "SplitInfo": (("split_node", 1, "TreeNode"), ("left_child", 2, "Leaf"), ("right_child", 3, "Leaf")),
    "ObliviousSplitInfo": (
        ("split_node", 1, "TreeNode"),
        ("children", 2, "Leaf", "many"),
        ("children_parent_id", 3, "int32", "many"),
    ),
}
_LEARNER = {
    "TreeRegularizationConfig": (("l1", 1, "float"), ("l2", 2, "float"), ("tree_complexity", 3, "float")),
    "TreeConstraintsConfig": (
        ("max_tree_depth", 1, "uint32"),
        ("min_node_weight", 2, "float"),
        ("max_number_of_unique_feature_columns", 3, "int64"),
    ),
    "LearningRateFixedConfig": (("learning_rate", 1, "float"),),
    "LearningRateLineSearchConfig": (("max_learning_rate", 1, "float"), ("num_steps", 2, "int32")),
    "LearningRateDropoutDrivenConfig": (
        ("dropout_probability", 1, "float"),
        ("probability_of_skipping_dropout", 2, "float"),
        ("learning_rate", 3, "float"),
    ),
    "LearningRateConfig": (
        ("fixed", 1, "LearningRateFixedConfig", "tuner"),
        ("dropout", 2, "LearningRateDropoutDrivenConfig", "tuner"),
        ("line_search", 3, "LearningRateLineSearchConfig", "tuner"),
    ),
    "AveragingConfig": (
        ("average_last_n_trees", 1, "float", "config"),
        ("average_last_percent_trees", 2, "float", "config"),
    ),
    "LearnerConfig": (
        ("num_classes", 1, "uint32"),
        ("feature_fraction_per_tree", 2, "float", "feature_fraction"),
        ("feature_fraction_per_level", 3, "float", "feature_fraction"),
        ("regularization", 4, "TreeRegularizationConfig"),
        ("constraints", 5, "TreeConstraintsConfig"),
        ("pruning_mode", 8, "LearnerConfig.PruningMode"),
        ("growing_mode", 9, "LearnerConfig.GrowingMode"),
        ("learning_rate_tuner", 6, "LearningRateConfig"),
        ("multi_class_strategy", 10, "LearnerConfig.MultiClassStrategy"),
        ("averaging_config", 11, "AveragingConfig"),
        ("weak_learner_type", 12, "LearnerConfig.WeakLearnerType"),
    ),
}
_QUANTILES = {
    "QuantileConfig": (("eps", 1, "double"), ("num_quantiles", 2, "int64")),
    "QuantileEntry": (
        ("value", 1, "float"),
        ("weight", 2, "float"),
        ("min_rank", 3, "float"),
        ("max_rank", 4, "float"),
    ),
    "QuantileSummaryState": (("entries", 1, "QuantileEntry", "many"),),
    "QuantileStreamState": (("summaries", 1, "QuantileSummaryState", "many"),),
}
_ENUMS = {
    "LearnerConfig.PruningMode": {"PRUNING_MODE_UNSPECIFIED": 0, "PRE_PRUNE": 1, "POST_PRUNE": 2},
    "LearnerConfig.GrowingMode": {"GROWING_MODE_UNSPECIFIED": 0, "WHOLE_TREE": 1, "LAYER_BY_LAYER": 2},
    "LearnerConfig.MultiClassStrategy": {
        "MULTI_CLASS_STRATEGY_UNSPECIFIED": 0,
        "TREE_PER_CLASS": 1,
        "FULL_HESSIAN": 2,
        "DIAGONAL_HESSIAN": 3,
    },
    "LearnerConfig.WeakLearnerType": {"NORMAL_DECISION_TREE": 0, "OBLIVIOUS_DECISION_TREE": 1},
}

_classes = message_classes(
    "gradient_trees", {**_TREES, **_LEARNER, **_QUANTILES}, enums=_ENUMS, package="tensorboard.graphlab.gradient_trees"
)
AveragingConfig: Any = _classes["AveragingConfig"]
CategoricalIdBinarySplit: Any = _classes["CategoricalIdBinarySplit"]
CategoricalIdSetMembershipBinarySplit: Any = _classes["CategoricalIdSetMembershipBinarySplit"]
DecisionTreeConfig: Any = _classes["DecisionTreeConfig"]
DecisionTreeEnsembleConfig: Any = _classes["DecisionTreeEnsembleConfig"]
DecisionTreeMetadata: Any = _classes["DecisionTreeMetadata"]
DenseFloatBinarySplit: Any = _classes["DenseFloatBinarySplit"]
GrowingMetadata: Any = _classes["GrowingMetadata"]
Leaf: Any = _classes["Leaf"]
LearnerConfig: Any = _classes["LearnerConfig"]
LearningRateConfig: Any = _classes["LearningRateConfig"]
LearningRateDropoutDrivenConfig: Any = _classes["LearningRateDropoutDrivenConfig"]
LearningRateFixedConfig: Any = _classes["LearningRateFixedConfig"]
LearningRateLineSearchConfig: Any = _classes["LearningRateLineSearchConfig"]
ObliviousCategoricalIdBinarySplit: Any = _classes["ObliviousCategoricalIdBinarySplit"]
ObliviousDenseFloatBinarySplit: Any = _classes["ObliviousDenseFloatBinarySplit"]
ObliviousSplitInfo: Any = _classes["ObliviousSplitInfo"]
QuantileConfig: Any = _classes["QuantileConfig"]
QuantileEntry: Any = _classes["QuantileEntry"]
QuantileStreamState: Any = _classes["QuantileStreamState"]
QuantileSummaryState: Any = _classes["QuantileSummaryState"]
SparseFloatBinarySplitDefaultLeft: Any = _classes["SparseFloatBinarySplitDefaultLeft"]
SparseFloatBinarySplitDefaultRight: Any = _classes["SparseFloatBinarySplitDefaultRight"]
SparseVector: Any = _classes["SparseVector"]
SplitInfo: Any = _classes["SplitInfo"]
TreeConstraintsConfig: Any = _classes["TreeConstraintsConfig"]
TreeNode: Any = _classes["TreeNode"]
TreeNodeMetadata: Any = _classes["TreeNodeMetadata"]
TreeRegularizationConfig: Any = _classes["TreeRegularizationConfig"]
Vector: Any = _classes["Vector"]

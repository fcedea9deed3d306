"""tf.contrib.boosted_trees.proto.tree_config_pb2: ensembles of trees."""

from graphlab._src.proto.gradient_trees import (
    CategoricalIdBinarySplit,
    CategoricalIdSetMembershipBinarySplit,
    DecisionTreeConfig,
    DecisionTreeEnsembleConfig,
    DecisionTreeMetadata,
    DenseFloatBinarySplit,
    GrowingMetadata,
    Leaf,
    ObliviousCategoricalIdBinarySplit,
    ObliviousDenseFloatBinarySplit,
    SparseFloatBinarySplitDefaultLeft,
    SparseFloatBinarySplitDefaultRight,
    SparseVector,
    TreeNode,
    TreeNodeMetadata,
    Vector,
)

__all__ = [
    "CategoricalIdBinarySplit",
    "CategoricalIdSetMembershipBinarySplit",
    "DecisionTreeConfig",
    "DecisionTreeEnsembleConfig",
    "DecisionTreeMetadata",
    "DenseFloatBinarySplit",
    "GrowingMetadata",
    "Leaf",
    "ObliviousCategoricalIdBinarySplit",
    "ObliviousDenseFloatBinarySplit",
    "SparseFloatBinarySplitDefaultLeft",
    "SparseFloatBinarySplitDefaultRight",
    "SparseVector",
    "TreeNode",
    "TreeNodeMetadata",
    "Vector",
]

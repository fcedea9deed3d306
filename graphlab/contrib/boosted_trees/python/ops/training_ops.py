"""tf.contrib.boosted_trees.python.ops.training_ops: growth of an ensemble."""

from graphlab._src.contrib.boosted_trees.training_ops import (
    center_tree_ensemble_bias,
    grow_tree_ensemble,
    tree_ensemble_stats,
)

__all__ = [
    "center_tree_ensemble_bias",
    "grow_tree_ensemble",
    "tree_ensemble_stats",
]

"""tf.contrib.boosted_trees.estimator_batch.distillation_loss: losses by which trees learn from a network."""

from graphlab._src.contrib.boosted_trees.estimator_batch.distillation_loss import (
    create_dnn_to_tree_cross_entropy_loss_fn,
    create_dnn_to_tree_squared_loss_fn,
)

__all__ = [
    "create_dnn_to_tree_cross_entropy_loss_fn",
    "create_dnn_to_tree_squared_loss_fn",
]

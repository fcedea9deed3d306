"""tf.contrib.boosted_trees.estimator_batch.custom_loss_head: a head with a loss of each example."""

from graphlab._src.contrib.boosted_trees.estimator_batch.custom_loss_head import (
    CustomLossHead,
)

__all__ = [
    "CustomLossHead",
]

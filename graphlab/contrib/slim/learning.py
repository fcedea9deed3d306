"""tf.contrib.slim.learning: create_train_op, with clipping and multipliers by argument."""

from graphlab._src.contrib.slim.learning import (
    add_gradients_summaries,
    clip_gradient_norms,
    create_train_op,
    multiply_gradients,
)

__all__ = [
    "add_gradients_summaries",
    "clip_gradient_norms",
    "create_train_op",
    "multiply_gradients",
]

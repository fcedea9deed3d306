"""Training, with clipping and multipliers by argument."""

from graphlab._src.contrib.slim.learning import clip_gradient_norms, create_train_op, multiply_gradients
from graphlab._src.contrib.slim.training_loop import train, train_step
from graphlab._src.contrib.training.train_op import add_gradients_summaries

__all__ = [
    "add_gradients_summaries",
    "clip_gradient_norms",
    "create_train_op",
    "multiply_gradients",
    "train",
    "train_step",
]

"""tf.contrib.training: HParams and create_train_op."""

from graphlab.contrib.training.hparams import HParams, parse_values
from graphlab.contrib.training.train_op import (
    add_gradients_summaries,
    clip_gradient_norms,
    clip_gradient_norms_fn,
    create_train_op,
    multiply_gradients,
)

__all__ = [
    "HParams",
    "add_gradients_summaries",
    "clip_gradient_norms",
    "clip_gradient_norms_fn",
    "create_train_op",
    "multiply_gradients",
    "parse_values",
]

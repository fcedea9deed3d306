"""tf.contrib.tensorboard.plugins: one module for each plugin."""

from graphlab.contrib.tensorboard.plugins import projector

__all__ = ["projector"]

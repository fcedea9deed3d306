"""tf.contrib.tensorboard: settings of TensorBoard's plugins."""

from graphlab.contrib.tensorboard import plugins

__all__ = ["plugins"]

"""tf.contrib.tensorboard: what programs tell TensorBoard's plugins."""

from graphlab.contrib.tensorboard import plugins

__all__ = ["plugins"]

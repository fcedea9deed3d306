"""tf.xla: XLA compiles every run; what programs say about it has no other effect."""

from graphlab.xla import experimental as experimental

__all__ = ["experimental"]

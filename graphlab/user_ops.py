"""tf.user_ops: the example of an operation of one's own that TensorFlow is built with."""

from graphlab._src.ops.user_ops import my_fact

__all__ = ["my_fact"]

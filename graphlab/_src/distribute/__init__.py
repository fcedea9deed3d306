"""tf.distribute: strategies, which build a model once for each replica, and the variables that replicas share."""

from graphlab._src.distribute import strategy

__all__ = ["strategy"]

"""tf.contrib: what programs took from there and TensorFlow's core had."""

from graphlab.contrib import lookup as lookup

__all__ = ["lookup"]

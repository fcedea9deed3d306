"""tf.contrib.learn.datasets.synthetic: points in classes that no line divides."""

from graphlab._src.contrib.learn.datasets.synthetic import circles, spirals

__all__ = ["circles", "spirals"]

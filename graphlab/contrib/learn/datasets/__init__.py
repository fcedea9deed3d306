"""tf.contrib.learn.datasets: data sets in local files. graphlab downloads nothing."""

from graphlab._src.contrib.learn.datasets.load import load_dataset
from graphlab.contrib.learn.datasets import base as base
from graphlab.contrib.learn.datasets import mnist as mnist

__all__ = ["base", "load_dataset", "mnist"]

"""tf.contrib.learn.datasets: data sets in local files, and synthetic ones. graphlab downloads nothing."""

from graphlab._src.contrib.learn.datasets.load import DATASETS, load_boston, load_dataset, load_iris
from graphlab._src.contrib.learn.datasets.synthetic import SYNTHETIC, make_dataset
from graphlab.contrib.learn.datasets import base as base
from graphlab.contrib.learn.datasets import mnist as mnist
from graphlab.contrib.learn.datasets import synthetic as synthetic

__all__ = [
    "DATASETS",
    "SYNTHETIC",
    "base",
    "load_boston",
    "load_dataset",
    "load_iris",
    "make_dataset",
    "mnist",
    "synthetic",
]

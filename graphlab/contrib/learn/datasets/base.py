"""tf.contrib.learn.datasets.base: what data sets are made of, and files of comma-separated values."""

from graphlab._src.contrib.learn.datasets.base import (
    Dataset,
    Datasets,
    load_csv_with_header,
    load_csv_without_header,
)
from graphlab._src.contrib.learn.datasets.load import load_boston, load_iris

__all__ = ["Dataset", "Datasets", "load_csv_with_header", "load_csv_without_header", "load_boston", "load_iris"]

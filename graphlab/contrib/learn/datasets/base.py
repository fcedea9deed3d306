"""tf.contrib.learn.datasets.base: what data sets are made of."""

from graphlab._src.contrib.learn.datasets.base import (
    Dataset,
    Datasets,
)

__all__ = [
    "Dataset",
    "Datasets",
]

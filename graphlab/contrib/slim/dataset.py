"""A data set, as attributes."""

from graphlab._src.contrib.slim.data.providers import Dataset

__all__ = ["Dataset"]

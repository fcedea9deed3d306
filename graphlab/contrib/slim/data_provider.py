"""Items of a data set, by name."""

from graphlab._src.contrib.slim.data.providers import DataProvider

__all__ = ["DataProvider"]

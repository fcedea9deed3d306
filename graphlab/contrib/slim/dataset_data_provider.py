"""The items of a data set's next example."""

from graphlab._src.contrib.slim.data.providers import DatasetDataProvider

__all__ = ["DatasetDataProvider"]

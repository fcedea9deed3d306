"""A queue that is filled before its elements are needed."""

from graphlab._src.contrib.slim.data.parallel_reader import prefetch_queue

__all__ = ["prefetch_queue"]

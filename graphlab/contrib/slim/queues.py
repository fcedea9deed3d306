"""A block in which all queue runners of the graph run."""

from graphlab._src.contrib.slim.queues import NestedQueueRunnerError, QueueRunners

__all__ = ["NestedQueueRunnerError", "QueueRunners"]

"""tf.contrib.slim.queues: a block in which all queue runners of the graph run."""

import contextlib
import threading

from graphlab._src.graph import GraphKeys
from graphlab._src.graph.scopes import get_collection
from graphlab._src.train.coordinator import Coordinator

_lock = threading.Lock()


class NestedQueueRunnerError(Exception):
    """Two blocks of QueueRunners at the same time."""


@contextlib.contextmanager
def QueueRunners(session):  # noqa: N802
    """A block in which the graph's queue runners fill their queues. NestedQueueRunnerError inside another one."""
    if not _lock.acquire(blocking=False):
        raise NestedQueueRunnerError("QueueRunners cannot be nested")
    try:
        coordinator, threads = Coordinator(), []
        for runner in get_collection(GraphKeys.QUEUE_RUNNERS):
            threads.extend(runner.create_threads(session, coord=coordinator, daemon=True, start=True))
        try:
            yield
        finally:
            coordinator.request_stop()
            try:
                coordinator.join(threads, stop_grace_period_secs=120)
            except RuntimeError:
                session.close()
    finally:
        _lock.release()

"""When summaries are recorded: always, never or every n steps; never by default."""

import contextlib

from graphlab._src.distribute.context import replica_number
from graphlab._src.graph.scopes import device
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.logical import logical_and
from graphlab._src.summary.graph_writers import current
from graphlab._src.train.global_step import get_or_create_global_step


def should_record_summaries():
    """Whether summaries are recorded: bool, scalar. Of replicas, the first one records."""
    condition = current.recording() if callable(current.recording) else current.recording
    return logical_and(replica_number() == 0, False if condition is None else condition)


@contextlib.contextmanager
def _record_if(condition):
    before, current.recording = current.recording, condition
    try:
        yield
    finally:
        current.recording = before


def always_record_summaries():
    """Records summaries inside the block."""
    return _record_if(True)


def never_record_summaries():
    """Records no summaries inside the block."""
    return _record_if(False)


def record_summaries_every_n_global_steps(n, global_step=None):
    """Records summaries inside the block in runs where global_step is a multiple of n."""
    global_step = get_or_create_global_step() if global_step is None else global_step
    with device("cpu:0"):
        return _record_if(equal(global_step % n, 0))

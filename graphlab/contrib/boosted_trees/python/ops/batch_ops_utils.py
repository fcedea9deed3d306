"""tf.contrib.boosted_trees.python.ops.batch_ops_utils: operations on several accumulators that become one."""

from graphlab._src.contrib.boosted_trees.batch_ops import (
    ScheduledOp,
    ScheduledStampedResourceOp,
    run_handler_scheduled_ops,
)

__all__ = [
    "ScheduledOp",
    "ScheduledStampedResourceOp",
    "run_handler_scheduled_ops",
]

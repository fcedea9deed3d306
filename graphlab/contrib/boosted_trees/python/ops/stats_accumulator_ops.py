"""tf.contrib.boosted_trees.python.ops.stats_accumulator_ops: sums of gradients and Hessians."""

from graphlab._src.contrib.boosted_trees.stats_accumulator import (
    StatsAccumulator,
    StatsAccumulatorSaveable,
)

__all__ = [
    "StatsAccumulator",
    "StatsAccumulatorSaveable",
]

"""tf.contrib.boosted_trees.lib.learner.batch.ordinal_split_handler: splits of features that are numbers."""

from graphlab._src.contrib.boosted_trees.ordinal_split_handler import (
    DenseSplitHandler,
    InequalitySplitHandler,
    SparseSplitHandler,
)

__all__ = [
    "DenseSplitHandler",
    "InequalitySplitHandler",
    "SparseSplitHandler",
]

"""tf.contrib.boosted_trees.lib.learner.batch.base_split_handler: what finds splits of a feature."""

from graphlab._src.contrib.boosted_trees.base_split_handler import (
    BaseSplitHandler,
)

__all__ = [
    "BaseSplitHandler",
]

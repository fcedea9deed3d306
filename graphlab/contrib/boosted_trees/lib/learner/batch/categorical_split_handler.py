"""tf.contrib.boosted_trees.lib.learner.batch.categorical_split_handler: splits of features of ids."""

from graphlab._src.contrib.boosted_trees.categorical_split_handler import (
    EqualitySplitHandler,
)

__all__ = [
    "EqualitySplitHandler",
]

"""tf.contrib.boosted_trees.lib.learner.batch: handlers that find the splits of a feature."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab.contrib.boosted_trees.lib.learner.batch import base_split_handler as base_split_handler
    from graphlab.contrib.boosted_trees.lib.learner.batch import categorical_split_handler as categorical_split_handler
    from graphlab.contrib.boosted_trees.lib.learner.batch import ordinal_split_handler as ordinal_split_handler
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "base_split_handler",
    "categorical_split_handler",
    "ordinal_split_handler",
]

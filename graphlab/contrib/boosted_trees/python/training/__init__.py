"""tf.contrib.boosted_trees.python.training: the model of boosted trees."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab.contrib.boosted_trees.python.training import functions as functions
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "functions",
]

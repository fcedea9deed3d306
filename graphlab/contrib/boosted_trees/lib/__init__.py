"""tf.contrib.boosted_trees.lib: what trees are learned with."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab.contrib.boosted_trees.lib import learner as learner
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "learner",
]

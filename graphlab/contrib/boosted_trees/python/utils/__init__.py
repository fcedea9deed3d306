"""tf.contrib.boosted_trees.python.utils: losses of each example."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab.contrib.boosted_trees.python.utils import losses as losses
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "losses",
]

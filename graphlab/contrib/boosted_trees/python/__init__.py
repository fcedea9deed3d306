"""tf.contrib.boosted_trees.python: operations, losses and the model of boosted trees."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab.contrib.boosted_trees.python import ops as ops
    from graphlab.contrib.boosted_trees.python import training as training
    from graphlab.contrib.boosted_trees.python import utils as utils
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "ops",
    "training",
    "utils",
]

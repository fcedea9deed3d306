"""tf.contrib.tensor_forest: random forests that learn batch by batch."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab.contrib.tensor_forest import client as client
    from graphlab.contrib.tensor_forest import eval_metrics as eval_metrics
    from graphlab.contrib.tensor_forest import python as python
    from graphlab.contrib.tensor_forest import random_forest as random_forest
    from graphlab.contrib.tensor_forest import tensor_forest as tensor_forest
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "client",
    "eval_metrics",
    "python",
    "random_forest",
    "tensor_forest",
]

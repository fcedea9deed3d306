"""tf.contrib.tensor_forest.client: forests as estimators, and their metrics."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab.contrib.tensor_forest import eval_metrics as eval_metrics
    from graphlab.contrib.tensor_forest import random_forest as random_forest
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "eval_metrics",
    "random_forest",
]

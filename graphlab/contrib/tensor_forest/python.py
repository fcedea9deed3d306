"""tf.contrib.tensor_forest.python: forests as graphs."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab.contrib.tensor_forest import tensor_forest as tensor_forest
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "tensor_forest",
]

"""tf.contrib.boosted_trees: gradient boosted trees that grow from accumulated gradients."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab.contrib.boosted_trees import estimator_batch as estimator_batch
    from graphlab.contrib.boosted_trees import lib as lib
    from graphlab.contrib.boosted_trees import proto as proto
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "estimator_batch",
    "lib",
    "proto",
]

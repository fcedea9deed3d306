"""tf.contrib.boosted_trees.estimator_batch.custom_export_strategy: exports of trees in formats of programs."""

from graphlab._src.contrib.boosted_trees.estimator_batch.custom_export import (
    make_custom_export_strategy,
)

__all__ = [
    "make_custom_export_strategy",
]

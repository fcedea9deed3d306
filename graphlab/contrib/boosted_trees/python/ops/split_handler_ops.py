"""tf.contrib.boosted_trees.python.ops.split_handler_ops: the best splits of a feature."""

from graphlab._src.contrib.boosted_trees.split_ops import (
    build_categorical_equality_splits,
    build_dense_inequality_splits,
    build_sparse_inequality_splits,
)

__all__ = [
    "build_categorical_equality_splits",
    "build_dense_inequality_splits",
    "build_sparse_inequality_splits",
]

"""tf.contrib.boosted_trees.python.ops.prediction_ops: what trees say of examples."""

from graphlab._src.contrib.boosted_trees.prediction_ops import (
    gradient_trees_partition_examples,
    gradient_trees_prediction,
    gradient_trees_prediction_verbose,
)

__all__ = [
    "gradient_trees_partition_examples",
    "gradient_trees_prediction",
    "gradient_trees_prediction_verbose",
]

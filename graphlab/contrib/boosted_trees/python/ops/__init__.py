"""tf.contrib.boosted_trees.python.ops: the operations of boosted trees, and their accumulators."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab.contrib.boosted_trees.python.ops import batch_ops_utils as batch_ops_utils
    from graphlab.contrib.boosted_trees.python.ops import model_ops as model_ops
    from graphlab.contrib.boosted_trees.python.ops import prediction_ops as prediction_ops
    from graphlab.contrib.boosted_trees.python.ops import quantile_ops as quantile_ops
    from graphlab.contrib.boosted_trees.python.ops import split_handler_ops as split_handler_ops
    from graphlab.contrib.boosted_trees.python.ops import stats_accumulator_ops as stats_accumulator_ops
    from graphlab.contrib.boosted_trees.python.ops import training_ops as training_ops
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "batch_ops_utils",
    "model_ops",
    "prediction_ops",
    "quantile_ops",
    "split_handler_ops",
    "stats_accumulator_ops",
    "training_ops",
]

"""tf.contrib.boosted_trees.python.utils.losses: losses of each example."""

from graphlab._src.contrib.boosted_trees.losses import (
    per_example_exp_loss,
    per_example_full_exp_loss,
    per_example_logistic_loss,
    per_example_maxent_loss,
    per_example_quantile_regression_loss,
    per_example_squared_hinge_loss,
    per_example_squared_loss,
)

__all__ = [
    "per_example_exp_loss",
    "per_example_full_exp_loss",
    "per_example_logistic_loss",
    "per_example_maxent_loss",
    "per_example_quantile_regression_loss",
    "per_example_squared_hinge_loss",
    "per_example_squared_loss",
]

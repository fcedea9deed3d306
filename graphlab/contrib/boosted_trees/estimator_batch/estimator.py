"""tf.contrib.boosted_trees.estimator_batch.estimator: boosted trees as estimators of tf.contrib.learn and of tf.estimator."""

from graphlab._src.contrib.boosted_trees.estimator_batch.core_estimators import (
    CoreGradientBoostedDecisionTreeEstimator,
    CoreGradientBoostedDecisionTreeQuantileRegressor,
    CoreGradientBoostedDecisionTreeRanker,
)
from graphlab._src.contrib.boosted_trees.estimator_batch.estimators import (
    GradientBoostedDecisionTreeClassifier,
    GradientBoostedDecisionTreeEstimator,
    GradientBoostedDecisionTreeQuantileRegressor,
    GradientBoostedDecisionTreeRanker,
    GradientBoostedDecisionTreeRegressor,
)
from graphlab._src.contrib.boosted_trees.estimator_batch.heads import (
    core_multiclass_head,
    core_quantile_regression_head,
)

__all__ = [
    "CoreGradientBoostedDecisionTreeEstimator",
    "CoreGradientBoostedDecisionTreeQuantileRegressor",
    "CoreGradientBoostedDecisionTreeRanker",
    "GradientBoostedDecisionTreeClassifier",
    "GradientBoostedDecisionTreeEstimator",
    "GradientBoostedDecisionTreeQuantileRegressor",
    "GradientBoostedDecisionTreeRanker",
    "GradientBoostedDecisionTreeRegressor",
    "core_multiclass_head",
    "core_quantile_regression_head",
]

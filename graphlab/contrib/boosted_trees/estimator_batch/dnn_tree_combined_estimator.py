"""tf.contrib.boosted_trees.estimator_batch.dnn_tree_combined_estimator: a network and trees as one estimator."""

from graphlab._src.contrib.boosted_trees.estimator_batch.dnn_tree_combined import (
    CoreDNNBoostedTreeCombinedEstimator,
    DNNBoostedTreeCombinedClassifier,
    DNNBoostedTreeCombinedEstimator,
    DNNBoostedTreeCombinedRegressor,
)

__all__ = [
    "CoreDNNBoostedTreeCombinedEstimator",
    "DNNBoostedTreeCombinedClassifier",
    "DNNBoostedTreeCombinedEstimator",
    "DNNBoostedTreeCombinedRegressor",
]

"""tf.contrib.boosted_trees.estimator_batch.trainer_hooks: hooks for the training of boosted trees."""

from graphlab._src.contrib.boosted_trees.estimator_batch.trainer_hooks import (
    FeatureImportanceSummarySaver,
    FeedFnHook,
    StopAfterNTrees,
    SwitchTrainOp,
)

__all__ = [
    "FeatureImportanceSummarySaver",
    "FeedFnHook",
    "StopAfterNTrees",
    "SwitchTrainOp",
]

"""tf.contrib.boosted_trees.proto.learner_pb2: how trees are learned."""

from graphlab._src.proto.gradient_trees import (
    AveragingConfig,
    LearnerConfig,
    LearningRateConfig,
    LearningRateDropoutDrivenConfig,
    LearningRateFixedConfig,
    LearningRateLineSearchConfig,
    TreeConstraintsConfig,
    TreeRegularizationConfig,
)

__all__ = [
    "AveragingConfig",
    "LearnerConfig",
    "LearningRateConfig",
    "LearningRateDropoutDrivenConfig",
    "LearningRateFixedConfig",
    "LearningRateLineSearchConfig",
    "TreeConstraintsConfig",
    "TreeRegularizationConfig",
]

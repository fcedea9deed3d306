"""tf.contrib.boosted_trees.estimator_batch.model: the model functions of boosted trees."""

from graphlab._src.contrib.boosted_trees.estimator_batch.model import (
    ModelBuilderOutputType,
    model_builder,
    ranking_model_builder,
)

__all__ = [
    "ModelBuilderOutputType",
    "model_builder",
    "ranking_model_builder",
]

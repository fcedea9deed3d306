"""tf.contrib.boosted_trees.estimator_batch.estimator_utils: models of tf.estimator as those of tf.contrib.learn."""

from graphlab._src.contrib.boosted_trees.estimator_batch.estimator_utils import (
    estimator_spec_to_model_fn_ops,
)

__all__ = [
    "estimator_spec_to_model_fn_ops",
]

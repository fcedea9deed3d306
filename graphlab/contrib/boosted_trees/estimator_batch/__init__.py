"""tf.contrib.boosted_trees.estimator_batch: boosted trees as estimators."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab.contrib.boosted_trees.estimator_batch import custom_export_strategy as custom_export_strategy
    from graphlab.contrib.boosted_trees.estimator_batch import custom_loss_head as custom_loss_head
    from graphlab.contrib.boosted_trees.estimator_batch import distillation_loss as distillation_loss
    from graphlab.contrib.boosted_trees.estimator_batch import (
        dnn_tree_combined_estimator as dnn_tree_combined_estimator,
    )
    from graphlab.contrib.boosted_trees.estimator_batch import estimator as estimator
    from graphlab.contrib.boosted_trees.estimator_batch import estimator_utils as estimator_utils
    from graphlab.contrib.boosted_trees.estimator_batch import model as model
    from graphlab.contrib.boosted_trees.estimator_batch import trainer_hooks as trainer_hooks
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "custom_export_strategy",
    "custom_loss_head",
    "distillation_loss",
    "dnn_tree_combined_estimator",
    "estimator",
    "estimator_utils",
    "model",
    "trainer_hooks",
]

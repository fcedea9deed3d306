"""tf.contrib.estimator: heads for estimators, boosted trees, and hooks that end training early."""

from graphlab._src.contrib.estimator import (
    binary_classification_head,
    logistic_regression_head,
    multi_class_head,
    multi_head,
    multi_label_head,
    poisson_regression_head,
    regression_head,
)
from graphlab._src.estimator.canned.boosted_trees_in_memory import (
    boosted_trees_classifier_train_in_memory,
    boosted_trees_regressor_train_in_memory,
)
from graphlab._src.estimator.canned.dnn import dnn_logit_fn_builder
from graphlab._src.estimator.canned.linear import linear_logit_fn_builder
from graphlab._src.estimator.early_stopping import (
    make_early_stopping_hook,
    read_eval_metrics,
    stop_if_higher_hook,
    stop_if_lower_hook,
    stop_if_no_decrease_hook,
    stop_if_no_increase_hook,
)
from graphlab._src.estimator.extenders import add_metrics, clip_gradients_by_norm, forward_features

__all__ = [
    "add_metrics",
    "clip_gradients_by_norm",
    "forward_features",
    "multi_head",
    "multi_label_head",
    "binary_classification_head",
    "boosted_trees_classifier_train_in_memory",
    "boosted_trees_regressor_train_in_memory",
    "dnn_logit_fn_builder",
    "linear_logit_fn_builder",
    "logistic_regression_head",
    "make_early_stopping_hook",
    "multi_class_head",
    "poisson_regression_head",
    "read_eval_metrics",
    "regression_head",
    "stop_if_higher_hook",
    "stop_if_lower_hook",
    "stop_if_no_decrease_hook",
    "stop_if_no_increase_hook",
]

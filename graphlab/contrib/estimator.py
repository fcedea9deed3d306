"""tf.contrib.estimator: heads for estimators, boosted trees, and hooks that end training early."""

from graphlab._src.contrib.estimator import (
    binary_classification_head,
    export_all_saved_models,
    export_saved_model_for_mode,
    logistic_regression_head,
    multi_class_head,
    multi_head,
    multi_label_head,
    poisson_regression_head,
    regression_head,
)
from graphlab._src.contrib.rnn_estimators import RNNClassifier, RNNEstimator
from graphlab._src.contrib.towers import TowerOptimizer, replicate_model_fn
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
from graphlab._src.estimator.hooks import InMemoryEvaluatorHook, make_stop_at_checkpoint_step_hook
from graphlab._src.estimator.logit_functions import call_logit_fn
from graphlab._src.estimator.receivers import (
    build_raw_supervised_input_receiver_fn,
    build_supervised_input_receiver_fn_from_input_fn,
)
from graphlab._src.estimator.saved_model_estimator import SavedModelEstimator

__all__ = [
    "InMemoryEvaluatorHook",
    "RNNClassifier",
    "RNNEstimator",
    "SavedModelEstimator",
    "TowerOptimizer",
    "build_raw_supervised_input_receiver_fn",
    "build_supervised_input_receiver_fn_from_input_fn",
    "call_logit_fn",
    "export_all_saved_models",
    "export_saved_model_for_mode",
    "make_stop_at_checkpoint_step_hook",
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
    "replicate_model_fn",
    "stop_if_higher_hook",
    "stop_if_lower_hook",
    "stop_if_no_decrease_hook",
    "stop_if_no_increase_hook",
]

"""tf.estimator.experimental: hooks that evaluate or end training early, and the halves of canned estimators."""

from graphlab._src.estimator.canned.dnn import dnn_logit_fn_builder
from graphlab._src.estimator.canned.kmeans import KMeans
from graphlab._src.estimator.canned.linear import linear_logit_fn_builder
from graphlab._src.estimator.canned.linear_sdca import LinearSDCA
from graphlab._src.estimator.early_stopping import (
    make_early_stopping_hook,
    stop_if_higher_hook,
    stop_if_lower_hook,
    stop_if_no_decrease_hook,
    stop_if_no_increase_hook,
)
from graphlab._src.estimator.hooks import InMemoryEvaluatorHook, make_stop_at_checkpoint_step_hook
from graphlab._src.estimator.logit_functions import call_logit_fn
from graphlab._src.estimator.receivers import build_raw_supervised_input_receiver_fn

__all__ = [
    "InMemoryEvaluatorHook",
    "KMeans",
    "LinearSDCA",
    "build_raw_supervised_input_receiver_fn",
    "call_logit_fn",
    "dnn_logit_fn_builder",
    "linear_logit_fn_builder",
    "make_early_stopping_hook",
    "make_stop_at_checkpoint_step_hook",
    "stop_if_higher_hook",
    "stop_if_lower_hook",
    "stop_if_no_decrease_hook",
    "stop_if_no_increase_hook",
]

"""tf.estimator.experimental: hooks that end training early, and the halves of canned estimators."""

from graphlab._src.estimator.canned.dnn import dnn_logit_fn_builder
from graphlab._src.estimator.canned.kmeans import KMeans
from graphlab._src.estimator.canned.linear import linear_logit_fn_builder
from graphlab._src.estimator.early_stopping import (
    make_early_stopping_hook,
    stop_if_higher_hook,
    stop_if_lower_hook,
    stop_if_no_decrease_hook,
    stop_if_no_increase_hook,
)

__all__ = [
    "KMeans",
    "dnn_logit_fn_builder",
    "linear_logit_fn_builder",
    "make_early_stopping_hook",
    "stop_if_higher_hook",
    "stop_if_lower_hook",
    "stop_if_no_decrease_hook",
    "stop_if_no_increase_hook",
]

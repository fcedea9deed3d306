"""tf.contrib.learn.models: models that are functions of features and labels."""

from graphlab._src.contrib.learn.function_models import (
    bidirectional_rnn,
    get_rnn_model,
    linear_regression,
    linear_regression_zero_init,
    logistic_regression,
    logistic_regression_zero_init,
)

__all__ = [
    "bidirectional_rnn",
    "get_rnn_model",
    "linear_regression",
    "linear_regression_zero_init",
    "logistic_regression",
    "logistic_regression_zero_init",
]

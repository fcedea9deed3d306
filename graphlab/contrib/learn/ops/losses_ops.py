"""tf.contrib.learn.ops.losses_ops: predictions with their losses."""

from graphlab._src.contrib.learn.model_ops import mean_squared_error_regressor, softmax_classifier

__all__ = ["mean_squared_error_regressor", "softmax_classifier"]

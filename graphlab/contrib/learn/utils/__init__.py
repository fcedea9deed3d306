"""tf.contrib.learn.utils: exports of estimators."""

from graphlab.contrib.learn.utils import input_fn_utils, saved_model_export_utils

__all__ = ["input_fn_utils", "saved_model_export_utils"]

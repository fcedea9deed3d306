"""tf.contrib.learn.utils: exports of estimators."""

from graphlab._src.contrib.learn.export_strategy import (
    InputFnOps,
    build_default_serving_input_fn,
    build_parsing_serving_input_fn,
    make_export_strategy,
)
from graphlab.contrib.learn.utils import gc, input_fn_utils, saved_model_export_utils

__all__ = [
    "InputFnOps",
    "build_default_serving_input_fn",
    "build_parsing_serving_input_fn",
    "gc",
    "input_fn_utils",
    "make_export_strategy",
    "saved_model_export_utils",
]

"""tf.contrib.learn.utils.input_fn_utils: the inputs of exported models."""

from graphlab._src.contrib.learn.export_strategy import (
    InputFnOps,
    build_default_serving_input_fn,
    build_parsing_serving_input_fn,
)

__all__ = ["InputFnOps", "build_default_serving_input_fn", "build_parsing_serving_input_fn"]

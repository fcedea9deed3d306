"""tf.contrib.eager: what of it has a meaning in a graph. Nothing runs eagerly."""

from graphlab._src.autodiff.custom_gradient import custom_gradient
from graphlab._src.base.behavior import executing_eagerly
from graphlab._src.base.behavior import executing_eagerly as in_eager_mode
from graphlab._src.contrib.eager import gradients_function, value_and_gradients_function
from graphlab._src.state.resource_variable import ResourceVariable as Variable
from graphlab._src.state.template import make_template

__all__ = [
    "Variable",
    "custom_gradient",
    "executing_eagerly",
    "gradients_function",
    "in_eager_mode",
    "make_template",
    "value_and_gradients_function",
]

"""Fully connected layers, with variables "fully_connected/weights" and "fully_connected/biases"."""

import functools

from graphlab._src.contrib.framework.arg_scope import add_arg_scope
from graphlab._src.contrib.layers.initializers import xavier_initializer
from graphlab._src.contrib.layers.weighted_layer import common_arguments, weighted_layer
from graphlab._src.layers.dense import Dense
from graphlab._src.ops import activation
from graphlab._src.ops.activation import relu as relu_op
from graphlab._src.state.initializers import Zeros


@add_arg_scope
def fully_connected(
    inputs,
    num_outputs,
    activation_fn=relu_op,
    normalizer_fn=None,
    normalizer_params=None,
    weights_initializer=xavier_initializer(),  # noqa: B008
    weights_regularizer=None,
    biases_initializer=Zeros(),  # noqa: B008
    biases_regularizer=None,
    reuse=None,
    variables_collections=None,
    outputs_collections=None,
    trainable=True,
    scope=None,
):
    """activation_fn(inputs · weights + biases).

    inputs: […, n]; the result is […, num_outputs].  activation_fn: relu when left out; None for none.
    normalizer_fn, normalizer_params: a function such as batch_norm, and its arguments; it replaces biases.
    variables_collections: for the variables, or {name of one: collections}.  outputs_collections: for the result.
    *_initializer, *_regularizer: of `weights` and `biases`; no biases without an initializer.
    reuse: True reuses the variables of that scope.  trainable: whether they are trained.
    """
    common = common_arguments(locals())
    if not isinstance(num_outputs, int):
        raise ValueError(f"num_outputs type should be one of {[int]}, got {type(num_outputs)}.")
    return weighted_layer(Dense, "fully_connected", inputs, {"units": num_outputs}, **common)


elu = functools.partial(fully_connected, activation_fn=activation.elu)
relu = functools.partial(fully_connected, activation_fn=activation.relu)
relu6 = functools.partial(fully_connected, activation_fn=activation.relu6)
linear = functools.partial(fully_connected, activation_fn=None)

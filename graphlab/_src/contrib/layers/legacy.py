"""Fully connected layers as the first versions of tf.contrib had them."""

import functools

from graphlab._src.contrib.layers.initializers import xavier_initializer
from graphlab._src.graph import GraphKeys, convert_to_tensor, get_default_graph
from graphlab._src.ops.activation import relu
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.joining import stack, unstack
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.state.initializers import Zeros
from graphlab._src.state.scope import get_variable, variable_scope


def legacy_fully_connected(
    x,
    num_output_units,
    activation_fn=None,
    weight_init=xavier_initializer(),  # noqa: B008
    bias_init=Zeros(),  # noqa: B008
    name=None,
    weight_collections=(GraphKeys.WEIGHTS,),
    bias_collections=(GraphKeys.BIASES,),
    output_collections=(GraphKeys.ACTIVATIONS,),
    trainable=True,
    weight_regularizer=None,
    bias_regularizer=None,
):
    """activation_fn(x · weights + bias), with variables "fully_connected/weights" and "fully_connected/bias".

    x: […, n].  bias_init: None leaves out the bias.
    """
    with variable_scope(name, "fully_connected", [x]):
        x = convert_to_tensor(x)
        rank = x.shape.ndims
        if rank is None:
            raise ValueError("dims of x must be known but is None")
        if rank < 2:
            raise ValueError(f"rank of x must be at least 2 not: {rank}")
        sizes = x.shape.as_list()
        if sizes[-1] is None:
            raise ValueError("last dimension of x must be known but is None")

        def variable(what, size, initializer, collections, regularizer):
            return get_variable(
                what,
                shape=size,
                dtype=x.dtype.base_dtype,
                initializer=initializer,
                collections=list(dict.fromkeys([*(collections or []), GraphKeys.GLOBAL_VARIABLES])),
                regularizer=regularizer,
                trainable=trainable,
            )

        weights = variable(
            "weights", [sizes[-1], num_output_units], weight_init, weight_collections, weight_regularizer
        )
        y = matmul(x if rank == 2 else reshape(x, [-1, sizes[-1]]), weights)
        if bias_init is not None:
            y = bias_add(y, variable("bias", [num_output_units], bias_init, bias_collections, bias_regularizer))
        if rank > 2:
            outer = unstack(shape(x))
            y = reshape(y, stack([*outer[:-1], num_output_units]))
            y.set_shape([*sizes[:-1], num_output_units])
        y = y if activation_fn is None else activation_fn(y)
        get_default_graph().add_to_collections([*(output_collections or []), GraphKeys.ACTIVATIONS], y)
        return y


legacy_relu = functools.partial(legacy_fully_connected, activation_fn=relu)
legacy_linear = functools.partial(legacy_fully_connected, activation_fn=None)

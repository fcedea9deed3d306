"""Layers of tf.contrib.layers whose weights a mask multiplies."""

from graphlab._src.contrib.framework.arg_scope import add_arg_scope
from graphlab._src.contrib.layers.initializers import xavier_initializer
from graphlab._src.contrib.layers.weighted_layer import common_arguments, weighted_layer
from graphlab._src.contrib.model_pruning.layers.core_layers import MaskedConv2D, MaskedFullyConnected
from graphlab._src.ops.activation import relu
from graphlab._src.state.initializers import Zeros

_FORMATS = (None, "NWC", "NCW", "NHWC", "NCHW", "NDHWC", "NCDHW")


@add_arg_scope
def masked_convolution(
    inputs,
    num_outputs,
    kernel_size,
    stride=1,
    padding="SAME",
    data_format=None,
    rate=1,
    activation_fn=relu,
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
    """Images convolved with masked filters, plus biases, through activation_fn.

    inputs: [batch, height, width, channels]; with the data_format "NCHW", [batch, channels, height, width].
    kernel_size, stride, rate: two numbers, or one for both; rate spreads the filters' places.
    The other arguments are those of tf.contrib.layers.conv2d.  Raises ValueError for inputs that are no images.
    """
    common = common_arguments(locals())
    if data_format not in _FORMATS:
        raise ValueError(f"Invalid data_format: {data_format!r}")

    def layer_class(inputs):
        if inputs.shape.ndims != 4:
            raise ValueError("Sparse Convolution not supported for input with rank", inputs.shape.ndims)
        if data_format not in (None, "NHWC", "NCHW"):
            raise ValueError("Unsupported data format", data_format)
        return MaskedConv2D

    arguments = {
        "filters": num_outputs,
        "kernel_size": kernel_size,
        "strides": stride,
        "padding": padding,
        "data_format": "channels_first" if data_format == "NCHW" else "channels_last",
        "dilation_rate": rate,
    }
    return weighted_layer(layer_class, "Conv", inputs, arguments, alias="original_name_scope", **common)


masked_conv2d = masked_convolution


@add_arg_scope
def masked_fully_connected(
    inputs,
    num_outputs,
    activation_fn=relu,
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
    """activation_fn(inputs · (mask · weights) + biases).

    inputs: […, n]; the result is […, num_outputs].
    The other arguments are those of tf.contrib.layers.fully_connected.
    """
    common = common_arguments(locals())
    if not isinstance(num_outputs, int):
        raise ValueError(f"num_outputs should be int or long, got {num_outputs}.")
    arguments = {"units": num_outputs}
    return weighted_layer(
        MaskedFullyConnected, "fully_connected", inputs, arguments, alias="original_name_scope", **common
    )

"""Convolutions of each channel by itself."""

from graphlab._src.contrib.framework.arg_scope import add_arg_scope
from graphlab._src.contrib.framework.variables import model_variable
from graphlab._src.contrib.layers.initializers import xavier_initializer
from graphlab._src.contrib.layers.utils import (
    channel_dimension,
    collect_named_outputs,
    get_variable_collections,
    last_dimension,
    two_element_tuple,
)
from graphlab._src.contrib.layers.weighted_layer import (
    add_to_collections,
    channels_format,
    finished,
    parameter,
    variable_getter,
)
from graphlab._src.graph import convert_to_tensor
from graphlab._src.layers.separable import SeparableConv2D
from graphlab._src.ops.activation import relu
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.convolution.depthwise import depthwise_conv2d
from graphlab._src.ops.padding import tile
from graphlab._src.state.initializers import Zeros
from graphlab._src.state.scope import variable_scope

_RENAMED = {"bias": "biases", "depthwise_kernel": "depthwise_weights", "pointwise_kernel": "pointwise_weights"}


@add_arg_scope
def convolution2d_in_plane(
    inputs,
    kernel_size,
    stride=1,
    padding="SAME",
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
    """Each channel of images convolved with the same filter.

    inputs: [batch, height, width, channels].  The other arguments are those of convolution2d.
    """
    with variable_scope(scope, "ConvInPlane", [inputs], reuse=reuse) as opened:
        dtype = inputs.dtype.base_dtype
        height, width = two_element_tuple(kernel_size)
        down, right = two_element_tuple(stride)
        channels = last_dimension(inputs.shape, min_rank=4)
        weights = parameter(
            "weights",
            [height, width, 1, 1],
            dtype,
            weights_initializer,
            variables_collections,
            trainable,
            weights_regularizer,
        )
        outputs = depthwise_conv2d(inputs, tile(weights, [1, 1, channels, 1]), [1, down, right, 1], padding)
        if normalizer_fn is None and biases_initializer is not None:
            biases = parameter(
                "biases", [channels], dtype, biases_initializer, variables_collections, trainable, biases_regularizer
            )
            outputs = bias_add(outputs, biases)
        outputs = finished(outputs, activation_fn, normalizer_fn, normalizer_params)
        return collect_named_outputs(outputs_collections, opened.name, outputs)


@add_arg_scope
def separable_convolution2d(
    inputs,
    num_outputs,
    kernel_size,
    depth_multiplier=1,
    stride=1,
    padding="SAME",
    data_format="NHWC",
    rate=1,
    activation_fn=relu,
    normalizer_fn=None,
    normalizer_params=None,
    weights_initializer=xavier_initializer(),  # noqa: B008
    pointwise_initializer=None,
    weights_regularizer=None,
    biases_initializer=Zeros(),  # noqa: B008
    biases_regularizer=None,
    reuse=None,
    variables_collections=None,
    outputs_collections=None,
    trainable=True,
    scope=None,
):
    """Images convolved with filters: each channel by itself, then all channels at each place.

    num_outputs: None leaves out the second step.  depth_multiplier: how many outputs the first makes of each channel.
    The other arguments are those of convolution2d.
    """
    channels = channels_format(data_format, ("NCHW", "NHWC"))
    with variable_scope(
        scope, "SeparableConv2d", [inputs], reuse=reuse, custom_getter=variable_getter(_RENAMED)
    ) as opened:
        inputs = convert_to_tensor(inputs)
        if num_outputs is not None:
            layer = SeparableConv2D(
                filters=num_outputs,
                kernel_size=kernel_size,
                strides=stride,
                padding=padding,
                data_format=channels,
                dilation_rate=two_element_tuple(rate),
                activation=None,
                depth_multiplier=depth_multiplier,
                use_bias=not normalizer_fn and bool(biases_initializer),
                depthwise_initializer=weights_initializer,
                pointwise_initializer=weights_initializer if pointwise_initializer is None else pointwise_initializer,
                bias_initializer=biases_initializer,
                depthwise_regularizer=weights_regularizer,
                pointwise_regularizer=weights_regularizer,
                bias_regularizer=biases_regularizer,
                activity_regularizer=None,
                trainable=trainable,
                name=opened.name,
                dtype=inputs.dtype.base_dtype,
                _scope=opened,
                _reuse=reuse,
            )
            outputs = layer.apply(inputs)
            add_to_collections(layer.depthwise_kernel, variables_collections, "weights")
            add_to_collections(layer.pointwise_kernel, variables_collections, "weights")
            if layer.bias is not None:
                add_to_collections(layer.bias, variables_collections, "biases")
        else:
            dtype = inputs.dtype.base_dtype
            count = channel_dimension(inputs.shape, channels, min_rank=4)
            weights = model_variable(
                "depthwise_weights",
                shape=[*two_element_tuple(kernel_size), count, depth_multiplier],
                dtype=dtype,
                initializer=weights_initializer,
                regularizer=weights_regularizer,
                trainable=trainable,
                collections=get_variable_collections(variables_collections, "weights"),
            )
            steps = two_element_tuple(stride)
            outputs = depthwise_conv2d(
                inputs,
                weights,
                [1, 1, *steps] if channels == "channels_first" else [1, *steps, 1],
                padding,
                rate=two_element_tuple(rate),
                data_format=data_format,
            )
            if normalizer_fn is None and biases_initializer is not None:
                sizes = [depth_multiplier * count]
                biases = parameter(
                    "biases", sizes, dtype, biases_initializer, variables_collections, trainable, biases_regularizer
                )
                outputs = bias_add(outputs, biases, data_format=data_format)
        outputs = finished(outputs, activation_fn, normalizer_fn, normalizer_params)
        return collect_named_outputs(outputs_collections, opened.name, outputs)

"""Convolutions, with variables "Conv/weights" and "Conv/biases"."""

from graphlab._src.base.arguments import forwarded
from graphlab._src.contrib.framework.arg_scope import add_arg_scope
from graphlab._src.contrib.layers.initializers import xavier_initializer
from graphlab._src.contrib.layers.weighted_layer import channels_format, common_arguments, weighted_layer
from graphlab._src.graph.attributes import named
from graphlab._src.layers import conv, conv_transpose
from graphlab._src.ops.activation import relu
from graphlab._src.state.initializers import Zeros

_FORMATS = (None, "NWC", "NCW", "NHWC", "NCHW", "NDHWC", "NCDHW")
_LAYERS = {3: conv.Conv1D, 4: conv.Conv2D, 5: conv.Conv3D}


@add_arg_scope
def convolution(
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
    conv_dims=None,
):
    """Inputs convolved with num_outputs filters, plus biases, through activation_fn.

    inputs: [batch, space…, channels], or [batch, channels, space…] with a data_format that begins with NC.
    kernel_size, stride, rate: a number for each axis of space, or one for all; rate spreads the filters' places.
    normalizer_fn, normalizer_params: a function such as batch_norm, and its arguments; it replaces biases.
    variables_collections: for the variables, or {name of one: collections}.  outputs_collections: for the result.
    conv_dims: how many axes of space there must be; any of 1, 2 and 3 when left out.
    """
    common = common_arguments(locals())
    if data_format not in _FORMATS:
        raise ValueError(f"Invalid data_format: {data_format!r}")

    def layer_class(inputs):
        rank = inputs.shape.ndims
        if conv_dims is not None and conv_dims + 2 != rank:
            raise ValueError(f"Convolution expects input with rank {conv_dims + 2}, got {rank}")
        if rank not in _LAYERS:
            raise ValueError("Convolution not supported for input with rank", rank)
        return _LAYERS[rank]

    arguments = {
        "filters": num_outputs,
        "kernel_size": kernel_size,
        "strides": stride,
        "padding": padding,
        "data_format": "channels_first" if data_format and data_format.startswith("NC") else "channels_last",
        "dilation_rate": rate,
    }
    return weighted_layer(
        layer_class,
        "Conv",
        inputs,
        arguments,
        **common,
    )


def _of_rank(rank, name, content):
    """The function `name`: convolution of inputs with so many axes of space."""

    def function(
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
        return convolution(**forwarded(locals(), "rank"), conv_dims=rank)

    doc = f"""{content} convolved with num_outputs filters, plus biases, through activation_fn.

    inputs: [batch, space…, channels], or [batch, channels, space…] with a data_format that begins with NC.
    kernel_size, stride, rate: a number for each axis of space, or one for all; rate spreads the filters' places.
    normalizer_fn, normalizer_params: a function such as batch_norm, and its arguments; it replaces biases.
    variables_collections: for the variables, or {{name of one: collections}}.  outputs_collections: for the result.
    """
    return add_arg_scope(named(function, name, doc))


convolution1d = _of_rank(1, "convolution1d", "Sequences")
convolution2d = _of_rank(2, "convolution2d", "Images")
convolution3d = _of_rank(3, "convolution3d", "Volumes")


def _transposed(layer_class, name, content, formats):
    """The function `name`, of a class of transposed convolutions. formats: the known ones, the default last."""
    default_format = formats[-1]

    def function(
        inputs,
        num_outputs,
        kernel_size,
        stride=1,
        padding="SAME",
        data_format=default_format,
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
        common = common_arguments(locals())
        arguments = {
            "filters": num_outputs,
            "kernel_size": kernel_size,
            "strides": stride,
            "padding": padding,
            "data_format": channels_format(data_format, formats),
        }
        return weighted_layer(layer_class, name.replace("convolution", "Conv"), inputs, arguments, **common)

    doc = f"""{content} spread out through num_outputs filters, plus biases, through activation_fn.

    inputs: [batch, space…, channels], or [batch, channels, space…] with a data_format that begins with NC.
    kernel_size, stride: a number for each axis of space, or one for all.
    normalizer_fn, normalizer_params: a function such as batch_norm, and its arguments; it replaces biases.
    variables_collections: for the variables, or {{name of one: collections}}.  outputs_collections: for the result.
    """
    return add_arg_scope(named(function, name, doc))


convolution2d_transpose = _transposed(
    conv_transpose.Conv2DTranspose, "convolution2d_transpose", "Images", ("NCHW", "NHWC")
)
convolution3d_transpose = _transposed(
    conv_transpose.Conv3DTranspose, "convolution3d_transpose", "Volumes", ("NCDHW", "NDHWC")
)

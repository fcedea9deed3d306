"""Convolution of sequences, as images of height 1."""

from typing import Any

from graphlab._src.graph import Tensor, name_scope
from graphlab._src.ops.convolution.conv2d import conv2d, conv2d_backprop_input
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.joining import concat
from graphlab._src.ops.shape import expand_dims, squeeze
from graphlab._src.ops.window import per_axis


def as_image_format(data_format, known=("NWC", "NCW")):
    """(the data format of images, the axis for their height) for sequences of a data format."""
    if data_format in (None, "NWC", "NHWC") and (data_format != "NHWC" or "NHWC" in known):
        return "NHWC", 1
    if data_format in ("NCW", "NCHW") and data_format in known:
        return "NCHW", 2
    raise ValueError('data_format must be "NWC" or "NCW".')


def conv1d(
    value=None,
    filters=None,
    stride=None,
    padding=None,
    use_cudnn_on_gpu: Any = None,
    data_format=None,
    name=None,
    input=None,
    dilations=None,
):
    """Convolves sequences with filters: sums of products at each position.

    value, or input: [batch, length, channels]; [batch, channels, length] with data_format "NCW".
    filters: [length, channels in, channels out].  stride, dilations: a number each.  padding: "SAME" or "VALID".
    use_cudnn_on_gpu: has no effect.
    """
    value = renamed("input", input, "value", value)
    with name_scope(name, "conv1d", [value, filters]) as scope:
        data_format, axis = as_image_format(data_format, ("NWC", "NCW", "NHWC", "NCHW"))
        channel = 1 if axis == 2 else 2
        strides = [1, *per_axis(stride, 1, channel, "stride")]
        dilations = [1, *per_axis(dilations, 1, channel, "dilations")]
        images, filters = expand_dims(value, axis), expand_dims(filters, 0)
        result = conv2d(
            images,
            filters,
            strides,
            padding,
            use_cudnn_on_gpu=use_cudnn_on_gpu,
            data_format=data_format,
            dilations=dilations,
            name=scope,
        )
        return squeeze(result, [axis])


def conv1d_transpose(
    input, filters, output_shape, strides, padding="SAME", data_format="NWC", dilations=None, name=None
):
    """The transpose of conv1d: its gradient with respect to its input.

    input: [batch, length, channels in].  filters: [length, channels out, channels in].
    output_shape: the three sizes of the result.  strides: a number.
    padding: "SAME" or "VALID".  data_format: "NWC" or "NCW".  dilations: a number.
    """
    with name_scope(name, "conv1d_transpose", [input, filters, output_shape]) as scope:
        data_format, axis = as_image_format(data_format)
        channel = 1 if axis == 2 else 2
        strides = [1, *per_axis(strides, 1, channel, "stride")]
        dilations = [1, *per_axis(dilations, 1, channel, "dilations")]
        images, filters = expand_dims(input, axis), expand_dims(filters, 0)
        sizes = output_shape if isinstance(output_shape, Tensor) else list(output_shape)
        result = conv2d_backprop_input(
            concat([sizes[:axis], [1], sizes[axis:]], 0),
            filters,
            images,
            strides,
            padding,
            data_format=data_format,
            dilations=dilations,
            name=scope,
        )
        return squeeze(result, axis)

"""Depthwise convolution: each channel with filters of its own; and separable convolution."""

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.convolution.by_channel import (
    back_to_filters_by_channel,
    back_to_filters_by_channel_in_numpy,
    back_to_images_by_channel,
    back_to_images_by_channel_in_numpy,
    convolve_by_channel,
    convolve_by_channel_in_numpy,
)
from graphlab._src.ops.convolution.conv2d import conv2d
from graphlab._src.ops.convolution.dilated import with_space_to_batch
from graphlab._src.ops.convolution.shapes import convolved_by_channel, said_by
from graphlab._src.ops.define import op
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.shape import shape
from graphlab._src.ops.window import Window

_ATTRS = ("strides", "padding", "data_format", "dilations")
_TYPES = {"T": dtypes.FLOATING, "padding": (b"SAME", b"VALID"), "data_format": (b"NHWC", b"NCHW")}


def _as(op):
    return {name: op.get_attr(name) for name in _ATTRS}


def _grad(op, dy):
    x, filters = op.inputs
    return [
        depthwise_conv2d_native_backprop_input(shape(x), filters, dy, **_as(op)),
        depthwise_conv2d_native_backprop_filter(x, shape(filters), dy, **_as(op)),
    ]


def _check_depth(input, filter, data_format):
    if input.ndim == filter.ndim == 4:
        depth = input.shape[1 if data_format == b"NCHW" else 3]
        if shapes.differ((depth,), filter.shape[2:3]):
            raise ValueError(f"input and filter must have the same depth: {depth} vs {filter.shape[2]}")


def _in_numpy(input, filter, *, data_format, **attributes):
    _check_depth(input, filter, data_format)
    window = Window.of(4, data_format=data_format, **attributes)
    return convolve_by_channel_in_numpy(input, filter, window)


def _backprop_input_in_numpy(input_sizes, filter, out_backprop, **attributes):
    dims = tuple(int(n) for n in input_sizes)
    return back_to_images_by_channel_in_numpy(dims, filter, out_backprop, Window.of(4, **attributes))


def _backprop_filter_in_numpy(input, filter_sizes, out_backprop, **attributes):
    dims = tuple(int(n) for n in filter_sizes)
    return back_to_filters_by_channel_in_numpy(input, dims, out_backprop, Window.of(4, **attributes))


@op(
    "DepthwiseConv2dNative",
    "input: T, filter: T -> output: T",
    types=_TYPES,
    interpret=_in_numpy,
    infer=convolved_by_channel,
    grad=_grad,
)
def depthwise_conv2d_native(
    input,
    filter,
    *,
    strides: list[int],
    padding: bytes,
    data_format: bytes = b"NHWC",
    dilations: list[int] = [1, 1, 1, 1],  # noqa: B006
):
    """Convolves each channel of images with filters of its own.

    input: [batch, height, width, channels].  filter: [height, width, channels, multiplier].
    The result has channels · multiplier channels, those of the first channel first.
    strides, dilations: a number for each axis.  padding: "SAME" or "VALID".  data_format: "NHWC" or "NCHW".
    """
    _check_depth(input, filter, data_format)
    return convolve_by_channel(input, filter, Window.of(4, strides, padding, data_format, dilations))


def _backprop_input_grad(op, dx):
    _, filters, dy = op.inputs
    return [
        None,
        depthwise_conv2d_native_backprop_filter(dx, shape(filters), dy, **_as(op)),
        depthwise_conv2d_native(dx, filters, **_as(op)),
    ]


@op(
    "DepthwiseConv2dNativeBackpropInput",
    "input_sizes: int32, filter: T, out_backprop: T -> output: T",
    types=_TYPES,
    infer=said_by(0, 4),
    static=["input_sizes"],
    interpret=_backprop_input_in_numpy,
    grad=_backprop_input_grad,
)
def depthwise_conv2d_native_backprop_input(
    input_sizes,
    filter,
    out_backprop,
    *,
    strides: list[int],
    padding: bytes,
    data_format: bytes = b"NHWC",
    dilations: list[int] = [1, 1, 1, 1],  # noqa: B006
):
    """The gradient of DepthwiseConv2dNative with respect to its input, which has the size input_sizes.

    filter, strides, padding, data_format, dilations: those of the convolution.
    out_backprop: the gradient of its result.
    """
    window = Window.of(4, strides, padding, data_format, dilations)
    return back_to_images_by_channel(tuple(int(n) for n in input_sizes), filter, out_backprop, window)


def _backprop_filter_grad(op, dw):
    x, _, dy = op.inputs
    return [
        depthwise_conv2d_native_backprop_input(shape(x), dw, dy, **_as(op)),
        None,
        depthwise_conv2d_native(x, dw, **_as(op)),
    ]


@op(
    "DepthwiseConv2dNativeBackpropFilter",
    "input: T, filter_sizes: int32, out_backprop: T -> output: T",
    types=_TYPES,
    infer=said_by(1, 4),
    static=["filter_sizes"],
    interpret=_backprop_filter_in_numpy,
    grad=_backprop_filter_grad,
)
def depthwise_conv2d_native_backprop_filter(
    input,
    filter_sizes,
    out_backprop,
    *,
    strides: list[int],
    padding: bytes,
    data_format: bytes = b"NHWC",
    dilations: list[int] = [1, 1, 1, 1],  # noqa: B006
):
    """The gradient of DepthwiseConv2dNative with respect to its filter, which has the size filter_sizes.

    input, strides, padding, data_format, dilations: those of the convolution.
    out_backprop: the gradient of its result.
    """
    window = Window.of(4, strides, padding, data_format, dilations)
    return back_to_filters_by_channel(input, tuple(int(n) for n in filter_sizes), out_backprop, window)


def depthwise_conv2d(input, filter, strides, padding, rate=None, name=None, data_format=None, dilations=None):
    """Convolves each channel of images with filters of its own.

    input: [batch, height, width, channels].  filter: [height, width, channels, multiplier].
    strides: four numbers.  rate, or dilations: [down, right], how far apart a filter's elements are.
    padding: "SAME" or "VALID".  data_format: "NHWC" or "NCHW".
    """
    rate = renamed("dilations", dilations, "rate", rate)
    with name_scope(name, "depthwise", [input, filter]) as scope:
        input = convert_to_tensor(input, name="tensor_in")
        filter = convert_to_tensor(filter, name="filter_in")

        def convolution(input, _, padding):
            return depthwise_conv2d_native(
                input, filter, strides=strides, padding=padding, data_format=data_format, name=scope
            )

        return with_space_to_batch(
            input,
            [1, 1] if rate is None else rate,
            padding,
            convolution,
            filter_shape=shape(filter),
            data_format=data_format,
        )


def separable_conv2d(
    input,
    depthwise_filter,
    pointwise_filter,
    strides,
    padding,
    rate=None,
    name=None,
    data_format=None,
    dilations=None,
):
    """A convolution in two steps: each channel by itself, then all channels at each place.

    depthwise_filter: [height, width, channels, multiplier].
    pointwise_filter: [1, 1, channels · multiplier, channels out].
    input, strides, padding, rate, data_format, dilations: as in depthwise_conv2d.
    """
    rate = renamed("dilations", dilations, "rate", rate)
    with name_scope(name, "separable_conv2d", [input, depthwise_filter, pointwise_filter]) as scope:
        input = convert_to_tensor(input, name="tensor_in")
        depthwise_filter = convert_to_tensor(depthwise_filter, name="depthwise_filter")
        pointwise_filter = convert_to_tensor(pointwise_filter, name="pointwise_filter")
        sizes = pointwise_filter.shape.with_rank(4)
        sizes[0].assert_is_compatible_with(1)
        sizes[1].assert_is_compatible_with(1)

        def convolution(input, _, padding):
            return depthwise_conv2d_native(
                input, depthwise_filter, strides=strides, padding=padding, data_format=data_format, name="depthwise"
            )

        channels = with_space_to_batch(
            input,
            [1, 1] if rate is None else rate,
            padding,
            convolution,
            filter_shape=shape(depthwise_filter),
            data_format=data_format,
        )
        chosen = data_format or "NHWC"
        return conv2d(channels, pointwise_filter, [1, 1, 1, 1], "VALID", data_format=chosen, name=scope)

"""Convolution of volumes: Conv3D and its two gradients; conv3d_transpose is one of these."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import name_scope
from graphlab._src.ops.convolution.kernels import back_to_filters, back_to_images, convolve
from graphlab._src.ops.convolution.shapes import convolved, said_by
from graphlab._src.ops.define import op, same_as_input, undefined_gradient
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.shape import shape
from graphlab._src.ops.window import Window, per_axis

_ATTRS = ("strides", "padding", "data_format", "dilations")
_TYPES = {"T": dtypes.FLOATING, "padding": (b"SAME", b"VALID"), "data_format": (b"NDHWC", b"NCDHW")}


def _as(op):
    return {name: op.get_attr(name) for name in _ATTRS}


def _conv3d_grad(op, dy):
    x, filters = op.inputs
    return [
        _conv3d_backprop_input(shape(x), filters, dy, **_as(op)),
        conv3d_backprop_filter(x, shape(filters), dy, **_as(op)),
    ]


@op(
    "Conv3D",
    "input: T, filter: T -> output: T",
    types=_TYPES,
    infer=convolved(5),
    grad=_conv3d_grad,
    minimums={"strides": 5},
)
def _conv3d(
    input,
    filter,
    *,
    strides: list[int],
    padding: bytes,
    data_format: bytes = b"NDHWC",
    dilations: list[int] = [1, 1, 1, 1, 1],  # noqa: B006
):
    """Convolves volumes with filters: sums of products at each position.

    input: [batch, depth, height, width, channels].  filter: [depth, height, width, channels in, channels out].
    """
    return convolve(input, filter, Window.of(5, strides, padding, data_format, dilations))


def _backprop_input_grad(op, dx):
    _, filters, dy = op.inputs
    return [None, conv3d_backprop_filter(dx, shape(filters), dy, **_as(op)), _conv3d(dx, filters, **_as(op))]


@op(
    "Conv3DBackpropInputV2",
    "input_sizes: Tshape=int32, filter: T, out_backprop: T -> output: T",
    types={**_TYPES, "Tshape": dtypes.INDEX},
    infer=said_by(0, 5),
    static=["input_sizes"],
    grad=_backprop_input_grad,
    minimums={"strides": 5},
)
def _conv3d_backprop_input(
    input_sizes,
    filter,
    out_backprop,
    *,
    strides: list[int],
    padding: bytes,
    data_format: bytes = b"NDHWC",
    dilations: list[int] = [1, 1, 1, 1, 1],  # noqa: B006
):
    """The gradient of Conv3D with respect to its input, which has the size input_sizes."""
    window = Window.of(5, strides, padding, data_format, dilations)
    return back_to_images(tuple(int(n) for n in input_sizes), filter, out_backprop, window)


def _backprop_filter_grad(op, dw):
    x, _, dy = op.inputs
    return [_conv3d_backprop_input(shape(x), dw, dy, **_as(op)), None, _conv3d(x, dw, **_as(op))]


@op(
    "Conv3DBackpropFilterV2",
    "input: T, filter_sizes: int32, out_backprop: T -> output: T",
    types=_TYPES,
    infer=said_by(1, 5),
    static=["filter_sizes"],
    grad=_backprop_filter_grad,
    minimums={"strides": 5},
)
def conv3d_backprop_filter(
    input,
    filter_sizes,
    out_backprop,
    *,
    strides: list[int],
    padding: bytes,
    data_format: bytes = b"NDHWC",
    dilations: list[int] = [1, 1, 1, 1, 1],  # noqa: B006
):
    """The gradient of Conv3D with respect to its filter, which has the size filter_sizes.

    input, strides, padding, data_format, dilations: those of the conv3d.  out_backprop: the gradient of its result.
    """
    window = Window.of(5, strides, padding, data_format, dilations)
    return back_to_filters(input, tuple(int(n) for n in filter_sizes), out_backprop, window)


_V1: Any = {
    "types": {"T": dtypes.FLOATING - {dtypes.bfloat16}, "padding": _TYPES["padding"]},
    "minimums": {"strides": 5},
}


@op(
    "Conv3DBackpropInput",
    "input: T, filter: T, out_backprop: T -> output: T",
    infer=same_as_input(0),
    grad=undefined_gradient,
    **_V1,
)
def _conv3d_backprop_input_v1(
    input,
    filter,
    out_backprop,
    *,
    strides: list[int],
    padding: bytes,
    dilations: list[int] = [1, 1, 1, 1, 1],  # noqa: B006
):
    """The gradient of Conv3D with respect to its input, of which only the size counts: so old graphs have it."""
    return back_to_images(input.shape, filter, out_backprop, Window.of(5, strides, padding, b"NDHWC", dilations))


@op(
    "Conv3DBackpropFilter",
    "input: T, filter: T, out_backprop: T -> output: T",
    infer=same_as_input(1),
    grad=undefined_gradient,
    **_V1,
)
def _conv3d_backprop_filter_v1(
    input,
    filter,
    out_backprop,
    *,
    strides: list[int],
    padding: bytes,
    dilations: list[int] = [1, 1, 1, 1, 1],  # noqa: B006
):
    """The gradient of Conv3D with respect to its filter, of which only the size counts: so old graphs have it."""
    return back_to_filters(input, filter.shape, out_backprop, Window.of(5, strides, padding, b"NDHWC", dilations))


def conv3d(
    input,
    filter=None,
    strides=None,
    padding=None,
    data_format="NDHWC",
    dilations=[1, 1, 1, 1, 1],  # noqa: B006
    name=None,
    filters=None,
):
    """Convolves volumes with filters: sums of products at each position.

    input: [batch, depth, height, width, channels]; the channels come second with data_format "NCDHW".
    filter, or filters: [depth, height, width, channels in, channels out].  strides, dilations: one for each axis.
    padding: "SAME" or "VALID".
    """
    filter = renamed("filters", filters, "filter", filter)
    return _conv3d(
        input, filter, strides=strides, padding=padding, data_format=data_format, dilations=dilations, name=name
    )


def conv3d_transpose(
    value,
    filter=None,
    output_shape=None,
    strides=None,
    padding="SAME",
    data_format="NDHWC",
    name=None,
    input=None,
    filters=None,
    dilations=None,
):
    """The transpose of conv3d: its gradient with respect to its input.

    value, or input: [batch, depth, height, width, channels in].
    filter: [depth, height, width, channels out, channels in].  output_shape: the five sizes of the result.
    input, filters: the new names of value and filter.
    strides, padding, data_format, dilations: those of the conv3d that maps the result to value.
    """
    filter = renamed("filters", filters, "filter", filter)
    value = renamed("input", input, "value", value)
    with name_scope(name, "conv3d_transpose", [value, filter, output_shape]) as scope:
        data_format = data_format or "NDHWC"
        channel = 1 if data_format.startswith("NC") else 4
        return _conv3d_backprop_input(
            output_shape,
            filter,
            value,
            strides=per_axis(strides, 3, channel, "strides"),
            padding=padding,
            data_format=data_format,
            dilations=per_axis(dilations, 3, channel, "dilations"),
            name=scope,
        )

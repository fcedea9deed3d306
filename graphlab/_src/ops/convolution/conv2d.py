"""Convolution of images: Conv2D and its two gradients; conv2d_transpose is one of these."""

from graphlab._src.base import dtypes
from graphlab._src.graph import name_scope
from graphlab._src.ops.convolution.kernels import (
    back_to_filters,
    back_to_filters_in_numpy,
    back_to_images,
    back_to_images_in_numpy,
    convolve,
    convolve_in_numpy,
)
from graphlab._src.ops.convolution.shapes import convolved, said_by
from graphlab._src.ops.define import HERE, op
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.shape import shape, shape_n
from graphlab._src.ops.window import Window, per_axis

_ATTRS = ("strides", "use_cudnn_on_gpu", "padding", "explicit_paddings", "data_format", "dilations")
_TYPES = {"T": dtypes.FLOATING, "padding": (b"SAME", b"VALID", b"EXPLICIT"), "data_format": (b"NHWC", b"NCHW")}
_UNUSED = {"use_cudnn_on_gpu": (bool, True), **dict.fromkeys(("explicit_paddings", "data_format", "dilations"), HERE)}


def _as(op):
    return {name: op.get_attr(name) for name in _ATTRS}


def _window(strides, padding, explicit_paddings, data_format, dilations):
    _refuse_steps(strides, dilations, data_format)
    return Window.of(4, strides, padding, data_format, dilations, explicit_paddings)


def _refuse_steps(strides, dilations, data_format):
    channel = 1 if data_format == b"NCHW" else 3
    for what, steps in (("strides", strides), ("dilations", dilations)):
        if steps[0] != 1 or steps[channel] != 1:
            raise ValueError(f"Current implementation does not yet support {what} in the batch and depth dimensions.")


def _conv2d_grad(op, dy):
    x, filters = op.inputs
    x_shape, filters_shape = shape_n([x, filters])
    return [
        _conv2d_backprop_input(x_shape, filters, dy, **_as(op)),
        _conv2d_backprop_filter(x, filters_shape, dy, **_as(op)),
    ]


def _convolve_in_numpy(input, filter, *, strides, padding, explicit_paddings, data_format, dilations):
    return convolve_in_numpy(input, filter, _window(strides, padding, explicit_paddings, data_format, dilations))


@op(
    "Conv2D",
    "input: T, filter: T -> output: T",
    types=_TYPES,
    interpret=_convolve_in_numpy,
    attrs=_UNUSED,
    infer=convolved(4),
    grad=_conv2d_grad,
    barrier=False,
)
def _conv2d(
    input,
    filter,
    *,
    strides: list[int],
    padding: bytes,
    explicit_paddings: list[int] = [],  # noqa: B006
    data_format: bytes = b"NHWC",
    dilations: list[int] = [1, 1, 1, 1],  # noqa: B006
):
    """Convolves images with filters: sums of products at each position (a correlation: the filter is not flipped).

    input: [batch, height, width, channels], or [batch, channels, height, width] for NCHW.
    filter: [height, width, channels in, channels out].  Each output: [batch, places, places, channels out].
    """
    return convolve(input, filter, _window(strides, padding, explicit_paddings, data_format, dilations))


def _backprop_input_grad(op, dx):
    _, filters, dy = op.inputs
    return [
        None,
        _conv2d_backprop_filter(dx, shape(filters), dy, **_as(op)),
        _conv2d(dx, filters, **_as(op)),
    ]


def _back_to_images_in_numpy(
    input_sizes, filter, out_backprop, *, strides, padding, explicit_paddings, data_format, dilations
):
    window = _window(strides, padding, explicit_paddings, data_format, dilations)
    return back_to_images_in_numpy(tuple(input_sizes.tolist()), filter, out_backprop, window)


@op(
    "Conv2DBackpropInput",
    "input_sizes: int32, filter: T, out_backprop: T -> output: T",
    types=_TYPES,
    interpret=_back_to_images_in_numpy,
    attrs=_UNUSED,
    infer=said_by(0, 4),
    static=["input_sizes"],
    grad=_backprop_input_grad,
    barrier=False,
)
def _conv2d_backprop_input(
    input_sizes,
    filter,
    out_backprop,
    *,
    strides: list[int],
    padding: bytes,
    explicit_paddings: list[int] = [],  # noqa: B006
    data_format: bytes = b"NHWC",
    dilations: list[int] = [1, 1, 1, 1],  # noqa: B006
):
    """The gradient of Conv2D with respect to its input, which has the size input_sizes."""
    window = _window(strides, padding, explicit_paddings, data_format, dilations)
    return back_to_images(tuple(int(n) for n in input_sizes), filter, out_backprop, window)


def _backprop_filter_grad(op, dw):
    x, _, dy = op.inputs
    return [
        _conv2d_backprop_input(shape(x), dw, dy, **_as(op)),
        None,
        _conv2d(x, dw, **_as(op)),
    ]


def _back_to_filters_in_numpy(
    input, filter_sizes, out_backprop, *, strides, padding, explicit_paddings, data_format, dilations
):
    window = _window(strides, padding, explicit_paddings, data_format, dilations)
    return back_to_filters_in_numpy(input, tuple(filter_sizes.tolist()), out_backprop, window)


@op(
    "Conv2DBackpropFilter",
    "input: T, filter_sizes: int32, out_backprop: T -> output: T",
    types=_TYPES,
    interpret=_back_to_filters_in_numpy,
    attrs=_UNUSED,
    infer=said_by(1, 4),
    static=["filter_sizes"],
    grad=_backprop_filter_grad,
    barrier=False,
)
def _conv2d_backprop_filter(
    input,
    filter_sizes,
    out_backprop,
    *,
    strides: list[int],
    padding: bytes,
    explicit_paddings: list[int] = [],  # noqa: B006
    data_format: bytes = b"NHWC",
    dilations: list[int] = [1, 1, 1, 1],  # noqa: B006
):
    """The gradient of Conv2D with respect to its filter, which has the size filter_sizes."""
    window = _window(strides, padding, explicit_paddings, data_format, dilations)
    return back_to_filters(input, tuple(int(n) for n in filter_sizes), out_backprop, window)


def _paddings(padding):
    """(padding, explicit_paddings) from a name or from [[before, after], …] for each axis."""
    if padding == "EXPLICIT":
        raise ValueError(
            '"EXPLICIT" is not a valid value for the padding parameter. To use explicit padding, the padding '
            "parameter must be a list."
        )
    if not isinstance(padding, (list, tuple)):
        if padding is None:
            raise TypeError("Expected string for argument 'padding' not None.")
        return padding, []
    rule = "When padding is a list, each element of padding must be a list/tuple of size 2."
    for i, pair in enumerate(padding):
        if not isinstance(pair, (list, tuple)):
            raise ValueError(f"{rule} Element with index {i} of padding is not a list/tuple")
        if len(pair) != 2:
            raise ValueError(f"{rule} Element with index {i} of padding has size {len(pair)}")
    if len(padding) != 4:
        raise ValueError(f"When padding is a list, it must be of size 4. Got padding of size: {len(padding)}")
    return "EXPLICIT", [width for pair in padding for width in pair]


def conv2d(
    input,
    filter=None,
    strides=None,
    padding=None,
    use_cudnn_on_gpu=True,
    data_format="NHWC",
    dilations=[1, 1, 1, 1],  # noqa: B006
    name=None,
    filters=None,
):
    """Convolves images with filters: sums of products at each position (a correlation: the filter is not flipped).

    input: [batch, height, width, channels], floating point; [batch, channels, height, width] with data_format "NCHW".
    filter, or filters: [height, width, channels in, channels out], of the same dtype.
    strides, dilations: one number, [down, right], or a number for each axis.
    padding: "SAME", "VALID", or [[before, after], …] for each axis.  use_cudnn_on_gpu: has no effect.
    Returns [batch, height out, width out, channels out], ceil(height / stride) high with "SAME".
    """
    filter = renamed("filters", filters, "filter", filter)
    padding, explicit = _paddings(padding)
    data_format = data_format or "NHWC"
    channel = 1 if data_format.startswith("NC") else 3
    return _conv2d(
        input,
        filter,
        strides=per_axis(strides, 2, channel, "strides"),
        padding=padding,
        use_cudnn_on_gpu=use_cudnn_on_gpu,
        explicit_paddings=explicit,
        data_format=data_format,
        dilations=per_axis(dilations, 2, channel, "dilations"),
        name=name,
    )


def conv2d_backprop_filter(
    input,
    filter_sizes,
    out_backprop,
    strides,
    padding,
    use_cudnn_on_gpu=True,
    data_format="NHWC",
    dilations=[1, 1, 1, 1],  # noqa: B006
    name=None,
):
    """The gradient of conv2d with respect to its filter.

    filter_sizes: [height, width, channels in, channels out].  out_backprop: the gradient of the result.
    input, strides, padding, use_cudnn_on_gpu, data_format, dilations: those of the conv2d.
    """
    padding, explicit = _paddings(padding)
    return _conv2d_backprop_filter(
        input,
        filter_sizes,
        out_backprop,
        strides=strides,
        padding=padding,
        use_cudnn_on_gpu=use_cudnn_on_gpu,
        explicit_paddings=explicit,
        data_format=data_format,
        dilations=dilations,
        name=name,
    )


def conv2d_backprop_input(
    input_sizes,
    filter=None,
    out_backprop=None,
    strides=None,
    padding=None,
    use_cudnn_on_gpu=True,
    data_format="NHWC",
    dilations=[1, 1, 1, 1],  # noqa: B006
    name=None,
    filters=None,
):
    """The gradient of conv2d with respect to its input.

    input_sizes: the four sizes of the input.  out_backprop: the gradient of the result.
    filter, or filters, strides, padding, use_cudnn_on_gpu, data_format, dilations: those of the conv2d.
    """
    filter = renamed("filters", filters, "filter", filter)
    padding, explicit = _paddings(padding)
    return _conv2d_backprop_input(
        input_sizes,
        filter,
        out_backprop,
        strides=strides,
        padding=padding,
        use_cudnn_on_gpu=use_cudnn_on_gpu,
        explicit_paddings=explicit,
        data_format=data_format,
        dilations=dilations,
        name=name,
    )


def conv2d_transpose(
    value=None,
    filter=None,
    output_shape=None,
    strides=None,
    padding="SAME",
    data_format="NHWC",
    name=None,
    input=None,
    filters=None,
    dilations=None,
):
    """The transpose of conv2d, also called deconvolution: its gradient with respect to its input.

    value, or input: [batch, height, width, channels in].
    filter, or filters: [height, width, channels out, channels in].  output_shape: the four sizes of the result.
    strides, padding, data_format, dilations: those of the conv2d that maps the result to value.
    """
    value = renamed("input", input, "value", value)
    filter = renamed("filters", filters, "filter", filter)
    with name_scope(name, "conv2d_transpose", [value, filter, output_shape]) as scope:
        data_format = data_format or "NHWC"
        channel = 1 if data_format.startswith("NC") else 3
        return _conv2d_backprop_input(
            output_shape,
            filter,
            value,
            strides=per_axis(strides, 2, channel, "strides"),
            padding=padding,
            data_format=data_format,
            dilations=per_axis(dilations, 2, channel, "dilations"),
            name=scope,
        )

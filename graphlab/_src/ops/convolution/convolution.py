"""Convolution in one to three dimensions, dilated or not."""

from typing import Any

import numpy as np

from graphlab._src.base.shapes import as_shape
from graphlab._src.graph import Tensor, convert_to_tensor, name_scope
from graphlab._src.ops.convolution.conv1d import conv1d, conv1d_transpose
from graphlab._src.ops.convolution.conv2d import conv2d, conv2d_backprop_input, conv2d_transpose
from graphlab._src.ops.convolution.conv3d import conv3d, conv3d_transpose
from graphlab._src.ops.convolution.dilated import with_space_to_batch
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.shape import shape
from graphlab._src.ops.space import batch_to_space, space_to_batch
from graphlab._src.ops.window import per_axis

_BY_RANK = {1: conv1d, 2: conv2d, 3: conv3d}
_TRANSPOSED = {1: conv1d_transpose, 2: conv2d_transpose, 3: conv3d_transpose}
_FORMATS = {1: ("NWC", "NCW", "NHWC", "NCHW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}


def convolution(
    input,
    filter=None,
    padding=None,
    strides=None,
    dilation_rate=None,
    name=None,
    data_format=None,
    filters=None,
    dilations=None,
):
    """Convolves sequences, images or volumes with filters.

    input: [batch, space…, channels], or [batch, channels, space…] with a data_format that begins with NC.
    filter, or filters: [space…, channels in, channels out].
    strides; dilation_rate, or dilations: a number for each axis of space. Not both may be above 1.
    padding: "SAME" or "VALID".
    """
    filter = renamed("filters", filters, "filter", filter)
    dilations = renamed("dilations", dilations, "dilation_rate", dilation_rate)
    count = _count(input, filter)
    channel = 1 if data_format is not None and data_format.startswith("NC") else count + 1
    strides = per_axis(strides, count, channel, "strides")
    dilations = per_axis(dilations, count, channel, "dilations")
    with name_scope(name, "convolution", [input, filter]) as scope:
        if all(rate == 1 for rate in dilations):
            convolve = _BY_RANK[count]
            data_format = data_format or _FORMATS[count][0]
            return convolve(input, filter, strides, padding, data_format=data_format, dilations=dilations, name=scope)
        space = slice(2, None) if channel == 1 else slice(1, -1)
        return dilated_convolution(
            input, filter, padding, list(strides)[space], list(dilations)[space], data_format, scope
        )


def _count(input, filter):
    for tensor in (input, filter):
        rank = as_shape(tensor.shape).rank
        if rank is not None:
            if not 3 <= rank <= 5:
                raise ValueError(f"Input tensor must be of rank 3, 4 or 5 but was {rank}.")
            return rank - 2
    raise ValueError("rank of input or filter must be known")


def check_fit(input_shape, filter_shape, data_format):
    """How many axes of space there are; ValueError where shapes of inputs and filters do not fit."""
    count = (input_shape if filter_shape.rank is None else filter_shape).rank - 2
    if input_shape.rank not in (None, count + 2):
        raise ValueError(f"input tensor must have rank {count + 2}")
    second = data_format is not None and data_format.startswith("NC")
    given, taken = input_shape[1 if second else count + 1], filter_shape[count]
    if not given.is_compatible_with(taken):
        raise ValueError(
            f"number of input channels does not match corresponding dimension of filter, {given} != {taken}"
        )
    return count


def dilated_convolution(input, filter, padding, strides, rates, data_format, scope):
    """convolution() with gaps between the filters' elements, by convolutions of a larger batch. scope: the name, or None."""
    input_shape, filter_shape = as_shape(input.shape), as_shape(filter.shape)
    _count(input if filter_shape.rank is None else filter, filter)
    count = check_fit(input_shape, filter_shape, data_format)
    second = data_format is not None and data_format.startswith("NC")
    strides, rates = steps(count, strides, rates)
    if data_format not in (None, *_FORMATS[count]):
        names = " or ".join(f'"{name}"' for name in _FORMATS[count][:2])
        raise ValueError(f"data_format must be {names}.")
    full = strides[0] if count == 1 else per_axis(strides, count, 1 if second else count + 1, "strides")

    def convolve(images, _, padding):
        images, weights = convert_to_tensor(images, name="input"), convert_to_tensor(filter, name="filter")
        chosen = data_format or _FORMATS[count][0]
        return _BY_RANK[count](images, weights, full, padding, data_format=chosen, name=scope)

    axes = range(2, count + 2) if second else range(1, count + 1)
    result = with_space_to_batch(input, rates, padding, convolve, filter_shape, axes, data_format)
    if second and not result.dims[1]:
        result.set_shape([size if i != 1 else filter_shape[-1] for i, size in enumerate(result.dims)])
    return result


def steps(count, strides, rates):
    """(strides, rates), a positive number for each of `count` axes; ValueError where one of each is above 1."""
    if rates is None:
        rates = [1] * count
    elif len(rates) != count:
        raise ValueError(f"len(dilation_rate)={len(rates)} but should be {count}")
    if any(rate < 1 for rate in rates):
        raise ValueError("all values of dilation_rate must be positive")
    if strides is None:
        strides = [1] * count
    elif len(strides) != count:
        raise ValueError(f"len(strides)={len(strides)} but should be {count}")
    if any(stride < 1 for stride in strides):
        raise ValueError("all values of strides must be positive")
    if any(stride > 1 for stride in strides) and any(rate > 1 for rate in rates):
        raise ValueError("strides > 1 not supported in conjunction with dilation_rate > 1")
    return [int(stride) for stride in strides], np.array(rates, np.int32)


def atrous_conv2d(value, filters, rate, padding, name=None):
    """Convolves images with dilated filters, whose elements lie `rate` apart.

    value: [batch, height, width, channels].  filters: [height, width, channels in, channels out].
    padding: "SAME" or "VALID".
    """
    return convolution(value, filters, padding, dilation_rate=np.broadcast_to(rate, (2,)), name=name)


def atrous_conv2d_transpose(value, filters, output_shape, rate, padding, name=None):
    """The transpose of atrous_conv2d: its gradient with respect to its input.

    value: [batch, height, width, channels in].  filters: [height, width, channels out, channels in].
    output_shape: the four sizes of the result.
    rate, padding: those of the atrous_conv2d that maps the result to value.
    """
    with name_scope(name, "atrous_conv2d_transpose", [value, filters, output_shape]):
        value = convert_to_tensor(value, name="value")
        filters = convert_to_tensor(filters, name="filters")
        if not value.shape[3].is_compatible_with(filters.shape[3]):
            raise ValueError(
                f"value's input channels does not match filters' input channels, {value.shape[3]} != {filters.shape[3]}"
            )
        if rate < 1:
            raise ValueError(f"rate {rate} cannot be less than one")
        if rate == 1:
            return conv2d_transpose(value, filters, output_shape, strides=[1, 1, 1, 1], padding=padding)
        sizes = convert_to_tensor(output_shape, name="output_shape")
        if not sizes.shape.is_compatible_with([4]):
            raise ValueError(f"output_shape must have shape (4,), got {sizes.shape}")
        if isinstance(output_shape, (tuple, list, np.ndarray)):
            output_shape = list(output_shape)
            if not filters.shape[2].is_compatible_with(output_shape[3]):
                raise ValueError(
                    f"output_shape does not match filter's output channels, {output_shape[3]} != {filters.shape[2]}"
                )
        if padding not in ("SAME", "VALID"):
            raise ValueError(f"padding must be either VALID or SAME: {padding}")
        top, bottom = left, right = 0, 0
        if padding == "SAME":
            window: Any = filters.dims if filters.shape.is_fully_defined() else shape(filters)
            (top, bottom), (left, right) = (_halves((window[i] - 1) * rate) for i in (0, 1))
        height, width = output_shape[1] + top + bottom, output_shape[2] + left + right
        more_below, more_right = (rate - height % rate) % rate, (rate - width % rate) % rate
        apart = space_to_batch(value, [[0, more_below], [0, more_right]], rate)
        inner = [
            rate * rate * output_shape[0],
            (height + more_below) // rate,
            (width + more_right) // rate,
            output_shape[3],
        ]
        found = conv2d_backprop_input(inner, filters, apart, strides=[1, 1, 1, 1], padding="VALID")
        return batch_to_space(found, [[top, bottom + more_below], [left, right + more_right]], rate)


def _halves(width):
    return width // 2, width - width // 2


def conv_transpose(input, filters, output_shape, strides, padding="SAME", data_format=None, dilations=None, name=None):
    """The transpose of a convolution in one to three dimensions: its gradient with respect to its input.

    output_shape: the sizes of the result; their number says in how many dimensions.
    filters: [space…, channels out, channels in].
    strides, padding, data_format, dilations: those of the convolution that maps the result to input.
    """
    with name_scope(name, "conv_transpose", [input, filters, output_shape]) as scope:
        if isinstance(output_shape, Tensor):
            sizes: Any = output_shape.shape.num_elements()
            count = sizes - 2
        elif hasattr(output_shape, "__len__"):
            count = len(output_shape) - 2
        else:
            raise ValueError("output_shape must be a tensor or sized collection.")
        if not 1 <= count <= 3:
            raise ValueError(f"output_shape must be of length 3, 4 or 5 but was {count + 2}.")
        return _TRANSPOSED[count](
            input,
            filters,
            output_shape,
            strides,
            padding=padding,
            data_format=data_format,
            dilations=dilations,
            name=scope,
        )

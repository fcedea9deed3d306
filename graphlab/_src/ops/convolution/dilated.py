"""with_space_to_batch: an operation with dilated windows by one without, on interleaved parts of the images.

Every rate-th place along each axis makes an image of its own (space_to_batch_nd); there a window without holes sees
what one with holes sees in the whole.
"""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, static_value
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.shape import shape
from graphlab._src.ops.space import batch_to_space_nd, required_space_to_batch_paddings, space_to_batch_nd


def with_space_to_batch(input, dilation_rate, padding, op, filter_shape=None, spatial_dims=None, data_format=None):
    """op(images, number of spatial axes, padding) as if its windows had holes.

    input: [batch, space…, rest…].  dilation_rate: a number for each axis of space.  padding: "SAME" or "VALID".
    filter_shape: the window's sizes, which SAME needs.  spatial_dims: the axes of space, in order.
    data_format: where the axes of space are; those that begin with "NC" have them after the channels.
    """
    input = convert_to_tensor(input, name="input")
    rates = convert_to_tensor(dilation_rate, dtypes.int32, name="dilation_rate")
    if rates.dims is None or len(rates.dims) != 1:
        raise ValueError("rate must be rank 1")
    if rates.dims[0] is None:
        raise ValueError("rate must have known shape")
    count = rates.dims[0]
    channels_second = data_format is not None and data_format.startswith("NC")
    axes = _axes(input, count, spatial_dims, channels_second)
    known = static_value(rates)
    if known is not None and np.any(known < 1):
        raise ValueError("dilation_rate must be positive")
    if known is not None and np.all(known == 1):
        return op(input, count, padding)
    base = _base_paddings(padding, filter_shape, count, rates if known is None else known)
    paddings, crops = required_space_to_batch_paddings(_space(input, axes), rates, base)
    rates, paddings, crops = (
        _on_all_axes(rates, 1, axes),
        _on_all_axes(paddings, 0, axes),
        _on_all_axes(crops, 0, axes),
    )
    apart = space_to_batch_nd(input, rates, paddings)
    return batch_to_space_nd(op(apart, count, "VALID"), rates, crops)


def _axes(input, count, given, channels_second):
    first = 2 if channels_second else 1
    wanted = list(range(first, first + count)) if given is None else list(given)
    axes = sorted({int(axis) for axis in wanted})
    if axes != wanted or axes[0] < 1:
        raise ValueError("spatial_dims must be a montonically increasing sequence of positive integers")
    rank = axes[-1] + (0 if channels_second else 1)
    if input.dims is not None and len(input.dims) < rank:
        raise ValueError(f"input tensor must have rank {rank} at least")
    return axes


def _base_paddings(padding, filter_shape, count, rates):
    """What SAME adds for a window with holes."""
    if padding == "VALID":
        return np.zeros([count, 2], np.int32)
    if padding != "SAME":
        raise ValueError(f"Invalid padding method {padding!r}")
    if filter_shape is None:
        raise ValueError("filter_shape must be specified for SAME padding")
    sizes = convert_to_tensor(filter_shape, name="filter_shape")
    known = static_value(sizes)
    sizes = (sizes if known is None else known)[:count]
    more = sizes + (sizes - 1) * (rates - 1) - 1
    before = more // 2
    after = more - before
    return stack([[before[i], after[i]] for i in range(count)])


def _space(input, axes):
    dims = input.dims
    if dims is not None and all(dims[axis] is not None for axis in axes):
        return [dims[axis] for axis in axes]
    sizes = shape(input)
    return stack([sizes[axis] for axis in axes])


def _on_all_axes(rows, fill, axes):
    """Rows for every axis from 1 to the last of space, those between filled in."""
    known = static_value(rows)
    given = rows if known is None else known
    parts, done, i = [], 0, 0
    while i < len(axes):
        start = i
        if axes[i] > 1:
            parts.append(np.full([axes[i] - 1 - done, *rows.dims[1:]], fill, np.int32))
        while i + 1 < len(axes) and axes[i + 1] == axes[i] + 1:
            i += 1
        parts.append(given[start : i + 1])
        done = axes[i]
        i += 1
    return concat(parts, 0) if known is None else np.concatenate(parts)

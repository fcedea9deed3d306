"""Pooling functions: max_pool, avg_pool and relatives for one to three dimensions."""

import numpy as np

from graphlab._src.base.shapes import as_shape
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.convolution.conv1d import as_image_format
from graphlab._src.ops.convolution.convolution import steps
from graphlab._src.ops.convolution.dilated import with_space_to_batch
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.pooling.avg_pool import avg_pool3d_op, avg_pool_op
from graphlab._src.ops.pooling.max_pool import max_pool_op
from graphlab._src.ops.pooling.max_pool3d import max_pool3d_op
from graphlab._src.ops.shape import expand_dims, squeeze
from graphlab._src.ops.window import per_axis


def _second(data_format):
    return data_format.startswith("NC")


def _moves(ksize, strides, count, data_format):
    """The attributes that say how a window moves over images with `count` axes of space."""
    channel = 1 if _second(data_format) else count + 1
    return {
        "ksize": per_axis(ksize, count, channel, "ksize"),
        "strides": per_axis(strides, count, channel, "strides"),
    }


def _pooled(op, value, ksize, strides, padding, data_format, count, scope):
    """The operation of a pooling over `count` axes."""
    return op(value, padding=padding, data_format=data_format, name=scope, **_moves(ksize, strides, count, data_format))


def _no_empty_window(ksize):
    if any(size == 0 for size in ksize):
        raise ValueError("ksize cannot be zero.")


def max_pool(value, ksize, strides, padding, data_format="NHWC", name=None, input=None):
    """The maximum of each window of an image.

    value, or input: [batch, height, width, channels]; [batch, channels, height, width] with data_format "NCHW".
    ksize, strides: one number, [down, right], or a number for each axis.  padding: "SAME" or "VALID".
    """
    value = renamed("input", input, "value", value)
    with name_scope(name, "MaxPool", [value]) as scope:
        data_format = data_format or "NHWC"
        moves = _moves(ksize, strides, 2, data_format)
        _no_empty_window(moves["ksize"])
        return max_pool_op(value, padding=padding, data_format=data_format, name=scope, **moves)


def max_pool2d(input, ksize, strides, padding, data_format="NHWC", name=None):
    """The maximum of each window of an image, as max_pool.

    input, ksize, strides, padding, data_format: as in max_pool.
    """
    with name_scope(name, "MaxPool2d", [input]) as scope:
        return _pooled(max_pool_op, input, ksize, strides, padding, data_format or "NHWC", 2, scope)


def avg_pool(value, ksize, strides, padding, data_format="NHWC", name=None, input=None):
    """The mean of each window of an image, over the part of it that lies in the image.

    value, or input: [batch, height, width, channels]; [batch, channels, height, width] with data_format "NCHW".
    ksize, strides: one number, [down, right], or a number for each axis.  padding: "SAME" or "VALID".
    """
    with name_scope(name, "AvgPool", [value]) as scope:
        value = renamed("input", input, "value", value)
        return _pooled(avg_pool_op, value, ksize, strides, padding, data_format or "NHWC", 2, scope)


def avg_pool2d_v2(input, ksize, strides, padding, data_format="NHWC", name=None):
    """avg_pool with the arguments of TensorFlow 2."""
    with name_scope(name, "AvgPool2D", [input]) as scope:
        return _pooled(avg_pool_op, input, ksize, strides, padding, data_format or "NHWC", 2, scope)


def max_pool3d(input, ksize, strides, padding, data_format="NDHWC", name=None):
    """The highest of each window of a volume.

    input: [batch, depth, height, width, channels]; the channels come second with data_format "NCDHW".
    ksize, strides: one number, [deep, down, right], or a number for each axis.  padding: "SAME" or "VALID".
    """
    with name_scope(name, "MaxPool3D", [input]) as scope:
        return _pooled(max_pool3d_op, input, ksize, strides, padding, data_format or "NDHWC", 3, scope)


def avg_pool3d(input, ksize, strides, padding, data_format="NDHWC", name=None):
    """The mean of each window of a volume, of that part of it which lies in the volume.

    input: [batch, depth, height, width, channels]; the channels come second with data_format "NCDHW".
    ksize, strides: one number, [deep, down, right], or a number for each axis.  padding: "SAME" or "VALID".
    """
    with name_scope(name, "AvgPool3D", [input]) as scope:
        return _pooled(avg_pool3d_op, input, ksize, strides, padding, data_format or "NDHWC", 3, scope)


def _along_a_line(pool, input, ksize, strides, padding, data_format, scope):
    """Sequences pooled as images of height 1."""
    data_format = data_format or "NWC"
    channel = 1 if _second(data_format) else 2
    ksize = [1, *per_axis(ksize, 1, channel, "ksize")]
    strides = [1, *per_axis(strides, 1, channel, "strides")]
    image_format, axis = as_image_format(data_format)
    result = pool(
        expand_dims(input, axis),
        ksize=ksize,
        strides=strides,
        padding=padding,
        data_format=image_format,
        name=scope,
    )
    return squeeze(result, axis)


def max_pool1d(input, ksize, strides, padding, data_format="NWC", name=None):
    """The highest of each window of a sequence.

    input: [batch, length, channels]; [batch, channels, length] with data_format "NCW".
    ksize, strides: a number each.  padding: "SAME" or "VALID".
    """
    with name_scope(name, "MaxPool1d", [input]) as scope:
        return _along_a_line(max_pool_op, input, ksize, strides, padding, data_format, scope)


def avg_pool1d(input, ksize, strides, padding, data_format="NWC", name=None):
    """The mean of each window of a sequence, of that part of it which lies in the sequence.

    input: [batch, length, channels]; [batch, channels, length] with data_format "NCW".
    ksize, strides: a number each.  padding: "SAME" or "VALID".
    """
    with name_scope(name, "AvgPool1D", [input]) as scope:
        return _along_a_line(avg_pool_op, input, ksize, strides, padding, data_format, scope)


def _by_rank(ops, input, ksize, strides, padding, data_format, name):
    rank = as_shape(input.shape).rank if hasattr(input, "shape") else None
    if rank is None and data_format is None:
        raise ValueError("The input must have a rank or a data format must be given.")
    count = (len(data_format) if rank is None else rank) - 2
    if not 1 <= count <= 3:
        raise ValueError(f"Input tensor must be of rank 3, 4 or 5 but was {count + 2}.")
    moves = _moves(ksize, strides, count, data_format or "N")
    return ops[count](input, padding=padding, data_format=data_format, name=name, **moves)


def max_pool_v2(input, ksize, strides, padding, data_format=None, name=None):
    """The maximum of each window of a sequence, an image or a volume: the input's rank says which.

    input: [batch, space…, channels], or [batch, channels, space…] with a data_format that begins with NC.
    ksize, strides: one number, one for each axis of space, or one for each axis.  padding: "SAME" or "VALID".
    """
    ops = {1: max_pool1d, 2: max_pool_op, 3: max_pool3d_op}
    return _by_rank(ops, input, ksize, strides, padding, data_format, name)


def avg_pool_v2(input, ksize, strides, padding, data_format=None, name=None):
    """The mean of each window of a sequence, an image or a volume: the input's rank says which.

    input: [batch, space…, channels], or [batch, channels, space…] with a data_format that begins with NC.
    ksize, strides: one number, one for each axis of space, or one for each axis.  padding: "SAME" or "VALID".
    """
    ops = {1: avg_pool1d, 2: avg_pool_op, 3: avg_pool3d_op}
    return _by_rank(ops, input, ksize, strides, padding, data_format, name)


_POOLS = {
    ("MAX", 1): max_pool,
    ("MAX", 2): max_pool,
    ("MAX", 3): max_pool3d,
    ("AVG", 1): avg_pool,
    ("AVG", 2): avg_pool,
    ("AVG", 3): avg_pool3d,
}


def pool(
    input,
    window_shape,
    pooling_type,
    padding,
    dilation_rate=None,
    strides=None,
    name=None,
    data_format=None,
    dilations=None,
):
    """Each window of an image of one to three dimensions pooled, with holes or without.

    input: [batch, space…, channels], or [batch, channels, space…] with a data_format that begins with NC.
    window_shape, strides, dilation_rate (or dilations): a number for each axis of space.
    pooling_type: "MAX" or "AVG".  padding: "SAME" or "VALID"; only VALID with holes.
    """
    rates = renamed("dilations", dilations, "dilation_rate", dilation_rate)
    with name_scope(name, f"{pooling_type.lower()}_pool", [input]) as scope:
        input = convert_to_tensor(input, name="input")
        count = len(window_shape)
        if not 1 <= count <= 3:
            raise ValueError("It is required that 1 <= num_spatial_dims <= 3.")
        input.shape.with_rank(count + 2)
        strides, rates = steps(count, strides, rates)
        if padding == "SAME" and np.any(rates > 1):
            raise ValueError("pooling with SAME padding is not implemented for dilation_rate > 1")
        if any(stride > size for stride, size in zip(strides, window_shape, strict=True)):
            raise ValueError(
                "strides > window_shape not supported due to inconsistency between CPU and GPU implementations"
            )
        if (pooling_type, count) not in _POOLS:
            raise ValueError(f"{count}-D {pooling_type} pooling is not supported.")
        second = data_format is not None and _second(data_format)
        axes = range(2, count + 2) if second else range(1, count + 1)
        channel = 1 if second else count + 1
        ksize, steps_ = per_axis(window_shape, count, channel, "ksize"), per_axis(strides, count, channel, "strides")
        image_format = as_image_format(data_format)[0] if count == 1 else data_format
        if count == 1:
            ksize, steps_ = [1, *ksize], [1, *steps_]

        def pool_places(images, _, padding):
            if count == 1:
                images = expand_dims(images, axes[0])
            result = _POOLS[pooling_type, count](images, ksize, steps_, padding, data_format=image_format, name=scope)
            return squeeze(result, [axes[0]]) if count == 1 else result

        return with_space_to_batch(input, rates, padding, pool_places, window_shape, axes)

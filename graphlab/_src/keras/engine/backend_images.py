"""Convolutions, windows and padding by Keras' names, with channels last or first."""

from typing import Any

from graphlab._src.graph import constant
from graphlab._src.keras.layers.backend_config import image_data_format
from graphlab._src.keras.layers.repetition import repeat_elements
from graphlab._src.keras.layers.windows import convert_data_format
from graphlab._src.ops import padding as pads
from graphlab._src.ops import shape as shapes
from graphlab._src.ops.batch_norm import fused_batch_norm
from graphlab._src.ops.constants import ones_like, zeros_like
from graphlab._src.ops.convolution.conv2d import conv2d_transpose as conv2d_transpose_op
from graphlab._src.ops.convolution.conv3d import conv3d_transpose as conv3d_transpose_op
from graphlab._src.ops.convolution.convolution import atrous_conv2d_transpose, convolution
from graphlab._src.ops.convolution.depthwise import depthwise_conv2d as depthwise_op
from graphlab._src.ops.convolution.depthwise import separable_conv2d as separable_op
from graphlab._src.ops.joining import stack
from graphlab._src.ops.pooling.pool import avg_pool, avg_pool3d, max_pool, max_pool3d
from graphlab._src.ops.statistics import batch_normalization as batch_normalization_op
from graphlab._src.ops.statistics import moments
from graphlab._src.ops.transpose import transpose

_POOLS = {("max", 2): max_pool, ("avg", 2): avg_pool, ("max", 3): max_pool3d, ("avg", 3): avg_pool3d}


def _form(data_format, rank):
    """How the operations name a data format of tensors of a rank."""
    data_format = data_format or image_data_format()
    if data_format not in ("channels_first", "channels_last"):
        raise ValueError("Unknown data_format: " + str(data_format))
    return convert_data_format(data_format, rank)


def _padding(padding):
    if padding not in ("same", "valid"):
        raise ValueError("Invalid padding: " + str(padding))
    return padding.upper()


def _every(numbers, form):
    """The numbers for the axes of space, with a 1 for batch and channels each."""
    return [1, *numbers, 1] if form.endswith("C") else [1, 1, *numbers]


def conv1d(x, kernel, strides: Any = 1, padding="valid", data_format=None, dilation_rate: Any = 1):
    """Sequences convolved with filters. padding: also "causal"."""
    form = _form(data_format, 3)
    if padding == "causal":
        before = dilation_rate * (kernel.shape.as_list()[0] - 1)
        x = pads.pad(x, [[0, 0], [before, 0], [0, 0]] if form.endswith("C") else [[0, 0], [0, 0], [before, 0]])
        padding = "valid"
    return convolution(x, kernel, _padding(padding), [strides], [dilation_rate], data_format=form)


def conv2d(x, kernel, strides: Any = (1, 1), padding="valid", data_format=None, dilation_rate: Any = (1, 1)):
    """Images convolved with filters."""
    return convolution(x, kernel, _padding(padding), strides, dilation_rate, data_format=_form(data_format, 4))


def conv3d(x, kernel, strides: Any = (1, 1, 1), padding="valid", data_format=None, dilation_rate: Any = (1, 1, 1)):
    """Volumes convolved with filters."""
    return convolution(x, kernel, _padding(padding), strides, dilation_rate, data_format=_form(data_format, 5))


def conv2d_transpose(
    x, kernel, output_shape: Any, strides=(1, 1), padding="valid", data_format=None, dilation_rate=(1, 1)
):
    """What a convolution would have made x of. output_shape: [batch or None, …]."""
    form = _form(data_format, 4)
    if isinstance(output_shape, (tuple, list)):
        first = shapes.shape(x)[0] if output_shape[0] is None else output_shape[0]
        output_shape = stack([first, *output_shape[1:]])
    if tuple(dilation_rate) == (1, 1):
        steps = _every(strides, form)
        return conv2d_transpose_op(x, kernel, output_shape, steps, padding=_padding(padding), data_format=form)
    if dilation_rate[0] != dilation_rate[1]:
        raise ValueError(f"Both dilation rates must be equal, got {dilation_rate}")
    if form == "NHWC":
        return atrous_conv2d_transpose(x, kernel, output_shape, dilation_rate[0], _padding(padding))
    sizes = stack([output_shape[axis] for axis in (0, 2, 3, 1)])
    found = atrous_conv2d_transpose(transpose(x, [0, 2, 3, 1]), kernel, sizes, dilation_rate[0], _padding(padding))
    return transpose(found, [0, 3, 1, 2])


def separable_conv2d(
    x, depthwise_kernel, pointwise_kernel, strides=(1, 1), padding="valid", data_format=None, dilation_rate=(1, 1)
):
    """Each channel convolved with its own filters, then all channels at each place."""
    form: Any = _form(data_format, 4)
    steps = _every(strides, form)
    return separable_op(
        x, depthwise_kernel, pointwise_kernel, steps, _padding(padding), rate=dilation_rate, data_format=form
    )


def depthwise_conv2d(x, depthwise_kernel, strides=(1, 1), padding="valid", data_format=None, dilation_rate=(1, 1)):
    """Each channel convolved with its own filters."""
    form: Any = _form(data_format, 4)
    return depthwise_op(
        x, depthwise_kernel, _every(strides, form), _padding(padding), rate=dilation_rate, data_format=form
    )


def separable_conv1d(
    x,
    depthwise_kernel,
    pointwise_kernel,
    strides: Any = 1,
    padding="valid",
    data_format=None,
    dilation_rate: Any = 1,
):
    """Each channel of sequences convolved with its own filters, then all channels at each place: as images of height 1."""
    axis = 1 if _form(data_format, 3).endswith("C") else 2
    steps, rates = ((one,) if isinstance(one, int) else tuple(one) for one in (strides, dilation_rate))
    outputs = separable_conv2d(
        shapes.expand_dims(x, axis),
        shapes.expand_dims(depthwise_kernel, 0),
        shapes.expand_dims(pointwise_kernel, 0),
        steps * 2,
        padding,
        data_format,
        (1, *rates),
    )
    return shapes.squeeze(outputs, [axis])


def conv3d_transpose(x, kernel, output_shape: Any, strides=(1, 1, 1), padding="valid", data_format=None):
    """What a convolution of volumes would have made x of. output_shape: [batch or None, …]."""
    form = _form(data_format, 5)
    if isinstance(output_shape, (tuple, list)):
        first = shapes.shape(x)[0] if output_shape[0] is None else output_shape[0]
        output_shape = stack([first, *output_shape[1:]])
    steps = _every(strides, form)
    return conv3d_transpose_op(x, kernel, output_shape, steps, padding=_padding(padding), data_format=form)


def _pool(x, rank, size, strides, padding, data_format, mode):
    if (mode, rank) not in _POOLS:
        raise ValueError("Invalid pooling mode: " + str(mode))
    for name, numbers in (("pool_size", size), ("strides", strides)):
        if len(numbers) != rank:
            raise ValueError(f"`{name}` must be a tuple of {rank} integers.")
    form = _form(data_format, rank + 2)
    pool: Any = _POOLS[mode, rank]
    return pool(x, _every(size, form), _every(strides, form), _padding(padding), data_format=form)


def pool2d(x, pool_size, strides=(1, 1), padding="valid", data_format=None, pool_mode="max"):
    """The highest number, or the mean ("avg"), of each window of images."""
    return _pool(x, 2, pool_size, strides, padding, data_format, pool_mode)


def pool3d(x, pool_size, strides=(1, 1, 1), padding="valid", data_format=None, pool_mode="max"):
    """The highest number, or the mean ("avg"), of each window of volumes."""
    return _pool(x, 3, pool_size, strides, padding, data_format, pool_mode)


def spatial_2d_padding(x, padding: Any = ((1, 1), (1, 1)), data_format=None):
    """Zeros around images."""
    space = [list(pair) for pair in padding]
    last = _form(data_format, 4) == "NHWC"
    return pads.pad(x, [[0, 0], *space, [0, 0]] if last else [[0, 0], [0, 0], *space])


def spatial_3d_padding(x, padding: Any = ((1, 1), (1, 1), (1, 1)), data_format=None):
    """Zeros around volumes."""
    space = [list(pair) for pair in padding]
    last = _form(data_format, 5) == "NDHWC"
    return pads.pad(x, [[0, 0], *space, [0, 0]] if last else [[0, 0], [0, 0], *space])


def resize_volumes(x, depth_factor, height_factor, width_factor, data_format):
    """Each place of volumes several times."""
    first = 2 if _form(data_format, 5) == "NCDHW" else 1
    for axis, factor in enumerate((depth_factor, height_factor, width_factor), first):
        x = repeat_elements(x, factor, axis)
    return x


def _vector(x):
    return shapes.reshape(x, [-1]) if x.shape.ndims > 1 else x


def batch_normalization(x, mean, var, beta: Any, gamma: Any, axis=-1, epsilon=1e-3):
    """(x - mean) / sqrt(var + epsilon) · gamma + beta, where the channels are on an axis."""
    if x.shape.ndims == 4 and axis in (1, -3, 3, -1):
        mean, var = _vector(mean), _vector(var)
        beta = zeros_like(mean) if beta is None else _vector(beta)
        gamma = ones_like(mean) if gamma is None else _vector(gamma)
        form = "NCHW" if axis in (1, -3) else "NHWC"
        return fused_batch_norm(x, gamma, beta, mean, var, epsilon, data_format=form, is_training=False)[0]
    return batch_normalization_op(x, mean, var, beta, gamma, epsilon)


def normalize_batch_in_training(x, gamma: Any, beta: Any, reduction_axes, epsilon=1e-3):
    """(x with mean 0 and variance 1 over axes, times gamma, plus beta; the means; the variances)."""
    axes, rank = sorted(reduction_axes), x.shape.ndims
    if rank == 4 and list(reduction_axes) == [0, 1, 2]:
        gamma = constant(1.0, dtype=x.dtype, shape=[x.shape[3]]) if gamma is None else gamma
        beta = constant(0.0, dtype=x.dtype, shape=[x.shape[3]]) if beta is None else beta
        return fused_batch_norm(x, gamma, beta, epsilon=epsilon)
    mean, var = moments(x, axes)
    if axes == list(range(rank))[:-1]:
        return batch_normalization_op(x, mean, var, beta, gamma, epsilon), mean, var
    wide = stack([1 if axis in axes else shapes.shape(x)[axis] for axis in range(rank)])
    m, v, g, b = (None if t is None else shapes.reshape(t, wide) for t in (mean, var, gamma, beta))
    return batch_normalization_op(x, m, v, b, g, epsilon), mean, var

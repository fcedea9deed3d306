"""MaxPoolWithArgmax: the maximum of each window and its index, and their gradients."""

import math
from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.ops.define import REQUIRED, op, raw_ops
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.pooling.kernels import lowest_of, slices
from graphlab._src.ops.pooling.shapes import as_highest, as_images, pooled
from graphlab._src.ops.window import Window

_TYPES = {"T": dtypes.REAL, "Targmax": dtypes.INDEX, "padding": (b"SAME", b"VALID")}
_WINDOW = {"ksize": (list[int], REQUIRED), "strides": (list[int], REQUIRED), "padding": (bytes, REQUIRED)}
_AS = ("ksize", "strides", "padding", "include_batch_in_index")


def _as(op):
    return {name: op.get_attr(name) for name in _AS}


def _numbers(dims, dtype, with_batch):
    """The number of each place of an image, counted row by row; from one image to the next when with_batch is set."""
    each = math.prod(dims[1:])
    numbers = np.arange(each, dtype=dtype).reshape(1, *dims[1:])
    if with_batch:
        numbers = numbers + (np.arange(dims[0], dtype=dtype) * np.asarray(each, dtype)).reshape(-1, 1, 1, 1)
    return jnp.broadcast_to(jnp.asarray(numbers), dims)


def _in_all(argmax, dims, with_batch):
    """Numbers of places as numbers in the whole batch."""
    if with_batch:
        return argmax
    steps = np.arange(dims[0]).astype(argmax.dtype) * np.asarray(math.prod(dims[1:]), argmax.dtype)
    return argmax + steps.reshape(-1, 1, 1, 1)


@op(
    "MaxPoolWithArgmax",
    "input: T -> output: T, argmax: Targmax=int64",
    types=_TYPES,
    infer=pooled(4, outputs=2),
    grad=lambda op, dy, _: [raw_ops.MaxPoolGradWithArgmax(op.inputs[0], dy, op.outputs[1], **_as(op))],
    minimums={"ksize": 4, "strides": 4},
)
def _max_pool_with_argmax(
    input,
    *,
    ksize: list[int],
    strides: list[int],
    Targmax: dtypes.DType = dtypes.int64,
    padding: bytes,
    include_batch_in_index: bool = False,
):
    """The maximum of each window of an image, and its index in the image: (row · width + column) · channels + channel.

    include_batch_in_index: whether the indices go on from one image of the batch to the next.
    """
    window = Window.everywhere(strides, padding)
    lowest = lowest_of(input.dtype)
    numbers = _numbers(input.shape, Targmax.as_numpy_dtype, include_batch_in_index)
    highs: Any = None
    places: Any = None
    for (_, part), (_, number) in zip(
        slices(input, ksize, window, lowest), slices(numbers, ksize, window, -1), strict=True
    ):
        if highs is None:
            highs, places = jnp.full_like(part, lowest), jnp.full_like(number, -1)
        # The first place within the image counts whatever is there: a NaN stays, since nothing is above it.
        taken = (number >= 0) & ((part > highs) | (places < 0))
        highs, places = jnp.where(taken, part, highs), jnp.where(taken, number, places)
    return highs, places


@op(
    "MaxPoolGradWithArgmax",
    "input: T, grad: T, argmax: Targmax -> output: T",
    types=_TYPES,
    attrs=_WINDOW,
    infer=as_images(4),
    grad=lambda op, dz: [None, raw_ops.MaxPoolGradGradWithArgmax(op.inputs[0], dz, op.inputs[2], **_as(op)), None],
    minimums={"ksize": 4, "strides": 4},
)
def _max_pool_grad_with_argmax(input, grad, argmax, *, include_batch_in_index: bool = False):
    """The gradient of MaxPoolWithArgmax: each window's goes to the place that argmax says."""
    places = _in_all(argmax, input.shape, include_batch_in_index)
    return jnp.zeros(input.size, grad.dtype).at[places.ravel()].add(grad.ravel()).reshape(input.shape)


@op(
    "MaxPoolGradGradWithArgmax",
    "input: T, grad: T, argmax: Targmax -> output: T",
    types=_TYPES,
    attrs=_WINDOW,
    infer=as_highest(pooled(4), 2),
    grad=lambda op, dz: [None, raw_ops.MaxPoolGradWithArgmax(op.inputs[0], dz, op.inputs[2], **_as(op)), None],
    minimums={"ksize": 4, "strides": 4},
)
def _max_pool_grad_grad_with_argmax(input, grad, argmax, *, include_batch_in_index: bool = False):
    """The gradient of MaxPoolGradWithArgmax: what `grad` has at the place that argmax says."""
    return grad.ravel()[_in_all(argmax, input.shape, include_batch_in_index)]


def max_pool_with_argmax(
    input,
    ksize,
    strides,
    padding,
    data_format="NHWC",
    Targmax=None,
    name=None,
    output_dtype=None,
    include_batch_in_index=False,
):
    """(the maximum of each window of an image, its index in the image: (row · width + column) · channels + channel).

    input: [batch, height, width, channels].  ksize, strides: one number, [down, right], or a number for each axis.
    Targmax, or output_dtype: the numbers' type, int64 when left out.
    padding: "SAME" or "VALID".  data_format: "NHWC".
    include_batch_in_index: whether the indices go on from one image of the batch to the next.
    """
    if data_format != "NHWC":
        raise ValueError("Data formats other than 'NHWC' are not yet supported")
    dtype = renamed("output_dtype", output_dtype, "Targmax", Targmax)
    return _max_pool_with_argmax(
        input,
        ksize=ksize,
        strides=strides,
        padding=padding,
        Targmax=dtypes.int64 if dtype is None else dtype,
        include_batch_in_index=include_batch_in_index,
        name=name,
    )

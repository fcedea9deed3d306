"""Convolutions that pad their images, and resize them before that: what optimize_for_inference makes of frozen graphs."""

from typing import Any

import jax.numpy as jnp

from graphlab._src.base import dtypes
from graphlab._src.graph import constant_value
from graphlab._src.ops.convolution.kernels import convolve
from graphlab._src.ops.define import op, undefined_gradient
from graphlab._src.ops.image.interpolation import bilinear, take
from graphlab._src.ops.rules import with_rank
from graphlab._src.ops.window import Window

_MODES = {b"REFLECT": "reflect", b"SYMMETRIC": "symmetric"}
_FUSED: Any = {
    "types": {
        "T": {dtypes.float16, dtypes.float32, dtypes.float64},
        "mode": tuple(_MODES),
        "padding": (b"SAME", b"VALID"),
    },
    "grad": undefined_gradient,
    "minimums": {"strides": 4},
}


def _padded(images, paddings, mode):
    pairs = [(int(before), int(after)) for before, after in paddings]
    return jnp.pad(images, pairs, mode=_MODES[mode])


def _dims(op, sizes=None):
    """The shape of the result; sizes: of the images once they are resized."""
    dims, filters = with_rank(op.inputs[0].dims, 4), with_rank(op.inputs[-1].dims, 4)
    paddings = constant_value(op.inputs[-2])
    dims = dims if sizes is None else (dims[0], *sizes, dims[3])
    if paddings is None:
        return (dims[0], None, None, filters[3])
    dims = [None if n is None else n + int(sum(pair)) for n, pair in zip(dims, paddings, strict=True)]
    window = Window.of(4, op.attrs["strides"], op.attrs["padding"], b"NHWC", [1, 1, 1, 1])
    return (dims[0], *window.places(dims[1:3], filters[:2]), filters[3])


@op(
    "FusedPadConv2D",
    "input: T, paddings: int32, filter: T -> output: T",
    infer=_dims,
    static=["paddings"],
    **_FUSED,
)
def fused_pad_conv2d(input, paddings, filter, *, mode: bytes, strides: list[int], padding: bytes):
    """Convolves images that were mirrored at their borders first."""
    return convolve(_padded(input, paddings, mode), filter, Window.of(4, strides, padding, b"NHWC", [1, 1, 1, 1]))


def _resized_dims(op):
    sizes = constant_value(op.inputs[1])
    return _dims(op, (None, None) if sizes is None else tuple(int(size) for size in sizes))


@op(
    "FusedResizeAndPadConv2D",
    "input: T, size: int32, paddings: int32, filter: T -> output: T",
    infer=_resized_dims,
    static=["size", "paddings"],
    **_FUSED,
)
def fused_resize_and_pad_conv2d(
    input,
    size,
    paddings,
    filter,
    *,
    resize_align_corners: bool = False,
    mode: bytes,
    strides: list[int],
    padding: bytes,
):
    """Convolves images that were resized first, bilinearly, and then mirrored at their borders."""
    images = input
    for axis, (old, new) in ((2, (input.shape[2], int(size[1]))), (1, (input.shape[1], int(size[0])))):
        lower, upper, share = bilinear(old, new, resize_align_corners, False)
        before = take(images, lower, axis)
        share = share.reshape([-1] + [1] * (3 - axis)).astype(input.dtype)
        images = before + (take(images, upper, axis) - before) * share
    return convolve(_padded(images, paddings, mode), filter, Window.of(4, strides, padding, b"NHWC", [1, 1, 1, 1]))

"""ScaleAndTranslate: images resized and moved, each pixel a weighted sum of those near its place, and its gradient."""

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.define import op, raw_ops, undefined_gradient
from graphlab._src.ops.rules import size_said, with_rank
from graphlab._src.ops.shape import shape

_TYPES = dtypes.REAL - {dtypes.uint32, dtypes.uint64}


def _lanczos(radius):
    def weight(x):
        angle = np.float32(np.pi) * jnp.where(x <= 1e-3, np.float32(1), x)
        value = radius * jnp.sin(angle) * jnp.sin(angle / radius) / (angle * angle)
        return jnp.where(x > radius, np.float32(0), jnp.where(x <= 1e-3, np.float32(1), value))

    return np.float32(radius), weight


def _gaussian(x):
    return jnp.where(
        x >= 1.5, np.float32(0), jnp.exp(-(x * x) * np.float32(2))
    )  # the deviation is a third of the radius


def _box(x):
    return jnp.where(x < 0.5, np.float32(1), jnp.where(x == 0.5, np.float32(0.5), np.float32(0)))


def _keys_cubic(x):
    far = ((np.float32(-0.5) * x + np.float32(2.5)) * x - 4) * x + 2
    near = (np.float32(1.5) * x - np.float32(2.5)) * x * x + 1
    return jnp.where(x >= 2, np.float32(0), jnp.where(x >= 1, far, near))


def _mitchell_cubic(x):
    far = ((np.float32(-7 / 18) * x + 2) * x - np.float32(10 / 3)) * x + np.float32(16 / 9)
    near = (np.float32(7 / 6) * x - 2) * x * x + np.float32(8 / 9)
    return jnp.where(x >= 2, np.float32(0), jnp.where(x >= 1, far, near))


# Each kernel's radius, and its weight at a distance.
_KERNELS = {
    b"lanczos1": _lanczos(1),
    b"lanczos3": _lanczos(3),
    b"lanczos5": _lanczos(5),
    b"gaussian": (np.float32(1.5), _gaussian),
    b"box": (np.float32(1), _box),
    b"triangle": (np.float32(1), lambda x: jnp.maximum(1 - x, 0)),
    b"keyscubic": (np.float32(2), _keys_cubic),
    b"mitchellcubic": (np.float32(2), _mitchell_cubic),
}


def _weights(old, new, scale, translation, kernel_type, antialias):
    """[new, old] weights of the old pixels in each new one; none where a new one lies outside of the image."""
    radius, kernel = _KERNELS[kernel_type]
    inverse = 1 / scale
    wide = jnp.maximum(inverse, np.float32(1)) if antialias else np.float32(1)
    places = (np.arange(new, dtype=np.float32) + np.float32(0.5)) * inverse - inverse * translation
    middles = np.arange(old, dtype=np.float32) + np.float32(0.5)
    distances = jnp.abs(middles - places[:, None])
    weights = jnp.where(distances <= radius * wide, kernel(distances / wide), np.float32(0))
    sums = weights.sum(axis=1, keepdims=True)
    weights = jnp.where(jnp.abs(sums) < 1000 * np.finfo(np.float32).tiny, weights, weights / sums)
    inside = (places >= 0) & (places <= old)
    return jnp.where(inside[:, None], weights, np.float32(0))


def _both(old, new, scale, translation, kernel_type, antialias):
    if kernel_type not in _KERNELS:
        raise ValueError(f"Unrecognized kernel type: {kernel_type.decode()}")
    return [_weights(old[axis], new[axis], scale[axis], translation[axis], kernel_type, antialias) for axis in range(2)]


def _scaled_shape(op):
    batch, _, _, channels = with_rank(op.inputs[0].dims, 4, "pass images as [batch, height, width, channels]")
    for input in op.inputs[1:]:
        (count,) = with_rank(input.dims, 1)
        if count not in (2, None):
            raise ShapeError(
                f"Dimension must be 2 but is {count}", "pass a number for the height and one for the width"
            )
    height, width = size_said(op.inputs[1])
    return (batch, height, width, channels)


def _scaled_grad(op, dy):
    attributes = {name: op.get_attr(name) for name in ("kernel_type", "antialias")}
    image = cast(op.inputs[0], dtypes.float32)
    return [
        cast(raw_ops.ScaleAndTranslateGrad(dy, image, *op.inputs[2:], **attributes), op.inputs[0].dtype.base_dtype),
        None,
        None,
        None,
    ]


@op(
    "ScaleAndTranslate",
    "images: T, size: int32, scale: float32, translation: float32 -> resized_images: float32",
    types={"T": _TYPES},
    infer=_scaled_shape,
    static=["size"],
    grad=_scaled_grad,
)
def _scale_and_translate(images, size, scale, translation, *, kernel_type: bytes = b"lanczos3", antialias: bool = True):
    """Images whose pixel (y, x) was at ((y, x) - translation) / scale: sums of the pixels around, weighted by a kernel."""
    new = [int(n) for n in size]
    if min(new) <= 0:
        raise ValueError("output dimensions must be positive")
    rows, columns = _both(images.shape[1:3], new, scale, translation, kernel_type, antialias)
    return jnp.einsum("yr,brxc->byxc", rows, jnp.einsum("xs,brsc->brxc", columns, images.astype(np.float32)))


@op(
    "ScaleAndTranslateGrad",
    "grads: T, original_image: T, scale: float32, translation: float32 -> output: T",
    types={"T": {dtypes.float32}},
    infer=lambda op: op.inputs[1].dims,
    grad=undefined_gradient,
)
def _scale_and_translate_grad(
    grads, original_image, scale, translation, *, kernel_type: bytes = b"lanczos3", antialias: bool = True
):
    """For each old pixel the gradients of the new ones that it is a part of, by its weights there."""
    rows, columns = _both(original_image.shape[1:3], grads.shape[1:3], scale, translation, kernel_type, antialias)
    return jnp.einsum("xs,brxc->brsc", columns, jnp.einsum("yr,byxc->brxc", rows, grads))


def scaled(images, size, kernel_type, antialias):
    """A batch of images in another size, by one of the kernels."""
    scale = cast(size, dtypes.float32) / cast(shape(images)[1:3], dtypes.float32)
    return _scale_and_translate(images, size, scale, zeros([2]), kernel_type=kernel_type, antialias=antialias)

"""The operations on hue, saturation and contrast."""

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import FailedPreconditionError
from graphlab._src.base.shapes import ShapeError
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.rules import with_rank, with_rank_at_least

_RGB = {"types": {"T": dtypes.FLOATING}}
_ADJUSTED = {"types": {"T": {dtypes.float16, dtypes.float32}}}


def _three_channels(op):
    dims = op.inputs[0].dims
    if dims is not None and not dims:
        raise ShapeError("Shape must be at least rank 1 but is rank 0")
    if dims is not None and dims[-1] not in (3, None):
        raise ShapeError(f"Dimension must be 3 but is {dims[-1]}", "pass RGB in the last axis")
    return None if dims is None else (*dims[:-1], 3)


def _adjusted(op):
    with_rank(op.inputs[1].dims, 0, "pass one number")
    return _image(op)


def _number(value, name):
    if value.ndim:
        raise ValueError(f"{name} must be scalar: {shapes.text(value.shape)}")
    return value


def _image(op):
    return with_rank_at_least(op.inputs[0].dims, 3)


def _colors(images):
    if not images.ndim or images.shape[-1] != 3:
        count = images.shape[-1] if images.ndim else 0
        raise ValueError(f"input must have 3 channels but instead has {count} channels.")
    return images[..., 0], images[..., 1], images[..., 2]


def _check_pixels(images):
    if not images.ndim:
        raise ValueError(f"input must be at least 1D{shapes.text(images.shape)}")
    if images.shape[-1] != 3:
        raise FailedPreconditionError(
            None, None, f"input must have 3 channels but input only has {images.shape[-1]} channels."
        )


def _check_image(images):
    if images.ndim < 3:
        raise ValueError(f"input must be at least 3-D, got shape{shapes.text(images.shape)}")


def _hue_and_range(images):
    """(hue from 0 to 1, smallest colour, largest colour) of each pixel."""
    red, green, blue = _colors(images)
    high = jnp.maximum(jnp.maximum(red, green), blue)
    low = jnp.minimum(jnp.minimum(red, green), blue)
    gray = high == low
    sixth = 1 / (6 * jnp.where(gray, 1, high - low))
    hue = jnp.where(
        red == high,
        (green - blue) * sixth,
        jnp.where(green == high, (blue - red) * sixth + 2 / 6, (red - green) * sixth + 4 / 6),
    )
    hue = jnp.where(gray, 0, hue)
    return jnp.where(hue < 0, hue + 1, hue), low, high


def _from_hue(hue):
    """How much red, green and blue the pure colour of a hue has."""
    angle = hue * 6
    shares = [abs(angle - 3) - 1, 2 - abs(angle - 2), 2 - abs(angle - 4)]
    return jnp.clip(jnp.stack(shares, axis=-1), 0, 1)


def _saturation(low, high):
    positive = high > 0
    return jnp.where(positive, (high - low) / jnp.where(positive, high, 1), 0)


def _from_hsv(hue, saturation, value):
    saturation, value = saturation[..., None], value[..., None]
    return ((1 - saturation) + saturation * _from_hue(hue)) * value


@op("RGBToHSV", "images: T=float32 -> output: T", infer=_three_channels, gradient_operations=385, **_RGB)
def rgb_to_hsv(images):
    """Hue, saturation and value of each pixel, all between 0 and 1.

    images: [..., 3], red, green and blue between 0 and 1.
    """
    _check_pixels(images)
    hue, low, high = _hue_and_range(images)
    return jnp.stack([hue, _saturation(low, high), high], axis=-1)


@op("HSVToRGB", "images: T=float32 -> output: T", infer=_three_channels, grad=no_gradient, **_RGB)
def hsv_to_rgb(images):
    """Red, green and blue of each pixel, all between 0 and 1.

    images: [..., 3], hue, saturation and value between 0 and 1.
    """
    _check_pixels(images)
    return _from_hsv(*_colors(images))


@op("AdjustHue", "images: T=float32, delta: float32 -> output: T", infer=_image, **_ADJUSTED)
def adjust_hue_op(images, delta):
    """The hue of each pixel rotated by delta, a full circle being 1.

    images: [..., height, width, 3].  delta: a number.
    """
    _check_image(images)
    hue, low, high = _hue_and_range(images.astype(np.float32))
    low, high = low[..., None], high[..., None]
    return (low + (high - low) * _from_hue((hue + _number(delta, "delta")) % 1)).astype(images.dtype)


@op("AdjustSaturation", "images: T=float32, scale: float32 -> output: T", infer=_image, **_ADJUSTED)
def adjust_saturation_op(images, scale):
    """The saturation of each pixel times scale, up to 1.

    images: [..., height, width, 3].  scale: a number.
    """
    _check_image(images)
    hue, low, high = _hue_and_range(images.astype(np.float32))
    saturation = jnp.clip(_saturation(low, high) * _number(scale, "scale"), 0, 1)
    return _from_hsv(hue, saturation, high).astype(images.dtype)


@op("AdjustContrastv2", "images: T=float32, contrast_factor: float32 -> output: T", infer=_adjusted, **_ADJUSTED)
def adjust_contrast_op(images, contrast_factor):
    """The images with the difference of each pixel from the mean of its channel multiplied by a factor.

    images: [..., height, width, channels].  contrast_factor: a number.
    """
    _check_image(images)
    values = images.astype(np.float32)
    mean = values.mean(axis=(-3, -2), keepdims=True)
    return ((values - mean) * _number(contrast_factor, "contrast_factor") + mean).astype(images.dtype)

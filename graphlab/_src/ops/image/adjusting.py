"""Brightness, contrast, hue and saturation of images, set or random."""

from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import add
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow import with_dependencies
from graphlab._src.ops.division import div
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.image.checks import checked, requires
from graphlab._src.ops.image.color_ops import adjust_contrast_op, adjust_hue_op, adjust_saturation_op
from graphlab._src.ops.image.conversion import as_floats, convert_image_dtype
from graphlab._src.ops.power import rsqrt
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.reduction import reduce_mean, reduce_prod, reduce_std
from graphlab._src.ops.shape import shape


def per_image_standardization(image):
    """Each image with mean 0 and deviation 1: (x - mean) / max(deviation, 1 / sqrt(number of values)).

    image: [..., height, width, channels]; the type stays, integers count from 0 to their largest as 0 to 1.
    """
    with name_scope(None, "per_image_standardization", [image]) as scope:
        image = checked(convert_to_tensor(image, name="image"))
        dtype = image.dtype
        image = as_floats(image)
        count = reduce_prod(shape(image)[-3:])
        mean = reduce_mean(image, axis=[-1, -2, -3], keepdims=True)
        deviation = reduce_std(image, axis=[-1, -2, -3], keepdims=True)
        deviation = maximum(deviation, rsqrt(cast(count, image.dtype)))
        return convert_image_dtype(div(image - mean, deviation, name=scope), dtype, saturate=True)


def adjust_brightness(image, delta):
    """The image with delta added to each value.

    image: real; integers count from 0 to their largest as 0 to 1, and stay within.  delta: a number.
    """
    with name_scope(None, "adjust_brightness", [image, delta]) as scope:
        image = convert_to_tensor(image, name="image")
        floats = as_floats(image)
        return convert_image_dtype(add(floats, cast(delta, floats.dtype), name=scope), image.dtype, saturate=True)


def random_brightness(image, max_delta, seed=None):
    """The image brighter or darker, by a number between -max_delta and max_delta.

    image: see adjust_brightness.  seed: see set_random_seed.
    """
    if max_delta < 0:
        raise ValueError("max_delta must be non-negative.")
    return adjust_brightness(image, random_uniform([], -max_delta, max_delta, seed=seed))


def adjust_contrast(images, contrast_factor):
    """(x - mean) * contrast_factor + mean, for each image and channel by itself.

    images: [..., height, width, channels], real; integers count from 0 to their largest as 0 to 1, and stay within.
    contrast_factor: a number.
    """
    with name_scope(None, "adjust_contrast", [images, contrast_factor]) as scope:
        images = convert_to_tensor(images, name="images")
        adjusted = adjust_contrast_op(as_floats(images), contrast_factor, name=scope)
        return convert_image_dtype(adjusted, images.dtype, saturate=True)


def random_contrast(image, lower, upper, seed=None):
    """The image with more or less contrast, by a factor between lower and upper.

    image: see adjust_contrast.  seed: see set_random_seed.
    """
    return adjust_contrast(image, _factor(lower, upper, seed))


def _factor(lower, upper, seed):
    if upper <= lower:
        raise ValueError("upper must be > lower.")
    if lower < 0:
        raise ValueError("lower must be non-negative.")
    return random_uniform([], lower, upper, seed=seed)


def adjust_gamma(image, gamma=1, gain=1):
    """gain * x ** gamma, for each value.

    image: real; integers count from 0 to their largest as 0 to 1, and stay within.  gamma: not negative.
    """
    with name_scope(None, "adjust_gamma", [image, gamma, gain]):
        image = convert_to_tensor(image, name="image")
        floats = as_floats(image)
        checks = requires(gamma >= 0, "Gamma should be a non-negative real number.")
        if checks:
            gamma = with_dependencies(checks, gamma)
        return convert_image_dtype(gain * floats**gamma, image.dtype, saturate=True)


def adjust_hue(image, delta, name=None):
    """The image with its hues rotated by delta, a full circle being 1.

    image: [..., height, width, 3], real; integers count from 0 to their largest as 0 to 1.  delta: from -1 to 1.
    """
    with name_scope(name, "adjust_hue", [image]):
        image = convert_to_tensor(image, name="image")
        return convert_image_dtype(adjust_hue_op(as_floats(image), delta), image.dtype)


def random_hue(image, max_delta, seed=None):
    """The image with its hues turned, by a number between -max_delta and max_delta.

    image: see adjust_hue.  max_delta: up to 0.5.  seed: see set_random_seed.
    """
    if max_delta > 0.5:
        raise ValueError("max_delta must be <= 0.5.")
    if max_delta < 0:
        raise ValueError("max_delta must be non-negative.")
    return adjust_hue(image, random_uniform([], -max_delta, max_delta, seed=seed))


def adjust_saturation(image, saturation_factor, name=None):
    """The image with its saturation multiplied by a factor, up to 1.

    image: […, height, width, 3], real; integers count from 0 to their largest as 0 to 1.  saturation_factor: a scalar.
    """
    with name_scope(name, "adjust_saturation", [image]):
        image = convert_to_tensor(image, name="image")
        return convert_image_dtype(adjust_saturation_op(as_floats(image), saturation_factor), image.dtype)


def random_saturation(image, lower, upper, seed=None):
    """The image with more or less saturation, by a factor between lower and upper.

    image: see adjust_saturation.  seed: see set_random_seed.
    """
    return adjust_saturation(image, _factor(lower, upper, seed))

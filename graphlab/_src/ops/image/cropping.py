"""Cropping and padding of images."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.control_flow import with_dependencies
from graphlab._src.ops.image.checks import (
    as_batch,
    checked,
    dimensions,
    either_max,
    either_min,
    image_checks,
    is_tensor,
    requires,
)
from graphlab._src.ops.joining import stack
from graphlab._src.ops.padding import pad
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.reduction import reduce_all
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.slicing import slice_


def _known(sizes):
    return [None if is_tensor(size) else size for size in sizes]


def central_crop(image, central_fraction):
    """The middle of an image, or of each one of a batch.

    image: [height, width, channels] or [batch, height, width, channels].
    central_fraction: how much of the height and of the width stays, above 0 and up to 1.
    """
    with name_scope(None, "central_crop", [image]):
        image = convert_to_tensor(image, name="image")
        if not 0.0 < central_fraction <= 1.0:
            raise ValueError("central_fraction must be within (0, 1]")
        if central_fraction == 1.0:
            return image
        checked(image)
        dims: Any = image.dims or ()
        if len(dims) not in (3, 4):
            rank = image.shape.ndims
            raise ValueError(f"`image` should either be a Tensor with rank = 3 or rank = 4. Had rank = {rank}.")
        first = len(dims) - 3
        sides = [shape(image)[axis] if dims[axis] is None else dims[axis] for axis in (first, first + 1)]
        starts = [_start_of_middle(side, central_fraction) for side in sides]
        sizes = [side - start * 2 for side, start in zip(sides, starts, strict=True)]
        begin = stack([0] * first + [*starts, 0])
        result = slice_(image, begin, stack([-1] * first + [*sizes, -1]))
        result.set_shape([*dims[:first], *_known(sizes), dims[-1]])
        return result


def _start_of_middle(size, fraction):
    if not is_tensor(size):
        return int((size - size * fraction) / 2)
    exact = cast(size, dtypes.float64)
    return cast((exact - exact * fraction) / 2, dtypes.int32)


def pad_to_bounding_box(image, offset_height, offset_width, target_height, target_width):
    """The image, or each one of a batch, with zeros around it.

    offset_height, offset_width: rows above it and columns left of it.  target_height, target_width: of the result.
    Raises ValueError, or InvalidArgumentError in a run, when it does not fit.
    """
    with name_scope(None, "pad_to_bounding_box", [image]):
        image, unbatched = as_batch(convert_to_tensor(image, name="image"))
        checks = image_checks(image)
        batch, height, width, depth = dimensions(image)
        right = target_width - offset_width - width
        below = target_height - offset_height - height
        checks += requires(offset_height >= 0, "offset_height must be >= 0")
        checks += requires(offset_width >= 0, "offset_width must be >= 0")
        checks += requires(right >= 0, "width must be <= target - offset")
        checks += requires(below >= 0, "height must be <= target - offset")
        image = with_dependencies(checks, image)
        paddings = reshape(stack([0, 0, offset_height, below, offset_width, right, 0, 0]), [4, 2])
        padded = pad(image, paddings)
        padded.set_shape(_known([batch, target_height, target_width, depth]))
        return unbatched(padded)


def crop_to_bounding_box(image, offset_height, offset_width, target_height, target_width):
    """A part of the image, or of each one of a batch.

    offset_height, offset_width: its first row and column.  target_height, target_width: its size.
    Raises ValueError, or InvalidArgumentError in a run, when it is not inside the image.
    """
    with name_scope(None, "crop_to_bounding_box", [image]):
        image, unbatched = as_batch(convert_to_tensor(image, name="image"))
        checks = image_checks(image)
        batch, height, width, depth = dimensions(image)
        checks += requires(offset_width >= 0, "offset_width must be >= 0.")
        checks += requires(offset_height >= 0, "offset_height must be >= 0.")
        checks += requires(target_width > 0, "target_width must be > 0.")
        checks += requires(target_height > 0, "target_height must be > 0.")
        checks += requires(width >= (target_width + offset_width), "width must be >= target + offset.")
        checks += requires(height >= (target_height + offset_height), "height must be >= target + offset.")
        image = with_dependencies(checks, image)
        begin = stack([0, offset_height, offset_width, 0])
        cropped = slice_(image, begin, stack([-1, target_height, target_width, -1]))
        cropped.set_shape(_known([batch, target_height, target_width, depth]))
        return unbatched(cropped)


def resize_image_with_crop_or_pad(image, target_height: Any, target_width: Any):
    """The image cropped, or padded with zeros, evenly on both sides to the target size.

    image: [height, width, channels] or [batch, height, width, channels].  target_height, target_width: pixels.
    """
    with name_scope(None, "resize_image_with_crop_or_pad", [image]):
        image, unbatched = as_batch(convert_to_tensor(image, name="image"))
        checks = image_checks(image)
        checks += requires(target_width > 0, "target_width must be > 0.")
        checks += requires(target_height > 0, "target_height must be > 0.")
        image = with_dependencies(checks, image)
        if is_tensor(target_height):
            target_height = with_dependencies(checks, target_height)
        if is_tensor(target_width):
            target_width = with_dependencies(checks, target_width)
        _, height, width, _ = dimensions(image)
        cut_left, pad_left = _cut_and_pad(target_width - width)
        cut_above, pad_above = _cut_and_pad(target_height - height)
        smaller = either_min(target_height, height), either_min(target_width, width)
        cropped = crop_to_bounding_box(image, cut_above, cut_left, *smaller)
        resized = pad_to_bounding_box(cropped, pad_above, pad_left, target_height, target_width)
        _, height, width, _ = dimensions(resized)
        checks = requires(_same(height, target_height), "resized height is not correct.")
        checks += requires(_same(width, target_width), "resized width is not correct.")
        return unbatched(with_dependencies(checks, resized))


def _cut_and_pad(difference):
    return either_max(-difference // 2, 0), either_max(difference // 2, 0)


def _same(x, y):
    return equal(x, y) if is_tensor(x) or is_tensor(y) else x == y


def random_crop(value, size, seed=None, name=None):
    """A part of a tensor, all of that size being equally likely.

    value: any rank.  size: of the part, a number for each axis.  seed: see set_random_seed.
    A run raises InvalidArgumentError when the tensor is smaller.
    """
    with name_scope(name, "random_crop", [value, size]) as scope:
        value = convert_to_tensor(value, name="value")
        size = convert_to_tensor(size, dtypes.int32, name="size")
        sizes = shape(value)
        fits = reduce_all(sizes >= size)
        check = assert_(fits, ["Need value.shape >= size, got ", sizes, size], summarize=1000)
        sizes = with_dependencies([check], sizes)
        limit = sizes - size + 1
        offset = random_uniform(shape(sizes), dtype=size.dtype, maxval=size.dtype.max, seed=seed) % limit
        return slice_(value, offset, size, name=scope)

"""Flipped, rotated and transposed images."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal, less
from graphlab._src.ops.control_flow.case import case
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.division import floormod
from graphlab._src.ops.image.checks import checked, count_axes
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.rounding import round as round_
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.transpose import reverse
from graphlab._src.ops.transpose import transpose as permute


def random_flip_up_down(image, seed=None):
    """The image, or each one of a batch, upside down with probability 1/2.

    image: [height, width, channels] or [batch, height, width, channels].  seed: see set_random_seed.
    """
    return _random_flip(image, 0, seed, "random_flip_up_down")


def random_flip_left_right(image, seed=None):
    """The image, or each one of a batch, mirrored left to right with probability 1/2.

    image: [height, width, channels] or [batch, height, width, channels].  seed: see set_random_seed.
    """
    return _random_flip(image, 1, seed, "random_flip_left_right")


def _random_flip(image, axis, seed, default_name):
    with name_scope(None, default_name, [image]) as scope:
        image = checked(convert_to_tensor(image, name="image"))
        if count_axes(image) == 3:
            flips = less(random_uniform([], 0, 1.0, seed=seed), 0.5)
            return _shaped(image, cond(flips, lambda: reverse(image, [axis]), lambda: image, name=scope))
        count = shape(image)[0]
        chance = random_uniform([count], 0, 1.0, seed=seed)
        flips = cast(round_(reshape(chance, [count, 1, 1, 1])), image.dtype)
        return flips * reverse(image, [axis + 1]) + (1 - flips) * image


def _shaped(image, result):
    result.set_shape([None] * 3 if image.shape.ndims is None else image.shape)
    return result


def flip_left_right(image):
    """The image, or each one of a batch, mirrored left to right."""
    return _flip(image, 1, "flip_left_right")


def flip_up_down(image):
    """The image, or each one of a batch, upside down."""
    return _flip(image, 0, "flip_up_down")


def _flip(image, axis, default_name):
    with name_scope(None, default_name, [image]):
        image = checked(convert_to_tensor(image, name="image"))
        if count_axes(image) == 3:
            return _shaped(image, reverse(image, [axis]))
        return reverse(image, [axis + 1])


def rot90(image, k=1, name=None):
    """The image, or each one of a batch, turned k times by 90 degrees counter-clockwise."""
    with name_scope(name, "rot90", [image, k]) as scope:
        image = checked(convert_to_tensor(image, name="image"))
        k = convert_to_tensor(k, dtypes.int32, name="k")
        k.shape.assert_has_rank(0)
        k = floormod(k, 4)
        first = count_axes(image) - 3  # the axis of the rows
        swapped = [*range(first), first + 1, first, first + 2]

        def quarter():
            return permute(reverse(image, [first + 1]), swapped)

        def half():
            return reverse(image, [first, first + 1])

        def three_quarters():
            return reverse(permute(image, swapped), [first + 1])

        rotations = [(equal(k, 1), quarter), (equal(k, 2), half), (equal(k, 3), three_quarters)]
        result: Any = case(rotations, default=lambda: image, exclusive=True, name=scope)
        if first:
            sizes = result.shape
            result.set_shape([sizes[0], None, None, sizes[3]])
        else:
            result.set_shape([None, None, image.shape[2] if image.shape.ndims else None])
        return result


def transpose_image(image, name=None):
    """The image, or each one of a batch, with rows and columns swapped."""
    with name_scope(name, "transpose", [image]):
        image = checked(convert_to_tensor(image, name="image"))
        order = [1, 0, 2] if count_axes(image) == 3 else [0, 2, 1, 3]
        return permute(image, order, name=name)

"""Bounding boxes: drawn, and chosen at random."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.philox import Philox
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import name_scope
from graphlab._src.ops.define import HERE, no_gradient, op, undefined_gradient
from graphlab._src.ops.rules import with_rank

# Yellow, blue, red, lime, purple, olive, maroon, navy, aqua, fuchsia.
_COLORS = np.asarray(
    [
        [1, 1, 0, 1],
        [0, 0, 1, 1],
        [1, 0, 0, 1],
        [0, 1, 0, 1],
        [0.5, 0, 0.5, 1],
        [0.5, 0.5, 0, 1],
        [0.5, 0, 0, 1],
        [0, 0, 0.5, 1],
        [0, 1, 1, 1],
        [1, 0, 1, 1],
    ],
    np.float32,
)
_DRAWN = {
    "types": {"T": {dtypes.float16, dtypes.float32}},
    "ranks": {
        "images": (4, "The rank of the images should be 4"),
        "boxes": (3, "The rank of the boxes tensor should be 3"),
    },
    "host": True,
    "grad": no_gradient,
}


def _like_images(op):
    boxes = with_rank(op.inputs[1].dims, 3)
    if boxes[2] not in (4, None):
        raise ShapeError(f"Dimension must be 4 but is {boxes[2]}", "pass boxes as [y1, x1, y2, x2]")
    with_rank(op.inputs[0].dims, 4)
    return op.inputs[0].dims


@op(
    "DrawBoundingBoxesV2",
    "images: T=float32, boxes: float32, colors: float32 -> output: T",
    infer=_like_images,
    **{**_DRAWN, "grad": undefined_gradient},
)
def _draw_v2(images, boxes, colors):
    """The images with the edges of boxes drawn, in the given colours one after the other."""
    return _draw(images, boxes, colors if colors.size else _COLORS)


@op("DrawBoundingBoxes", "images: T=float32, boxes: float32 -> output: T", infer=_like_images, **_DRAWN)
def _draw_v1(images, boxes):
    """The images with the edges of boxes drawn, in ten colours one after the other."""
    return _draw(images, boxes, _COLORS)


def _draw(images, boxes, colors):
    _, height, width, depth = images.shape
    if depth not in (1, 3, 4):
        raise ValueError(f"Channel depth should be either 1 (GRY), 3 (RGB), or 4 (RGBA), got {depth}")
    if colors.shape[1] < depth:
        raise ValueError(f"Channel depth of colors should be >= {depth}, got {colors.shape[1]}")
    if len(boxes) != len(images):
        raise ValueError(f"The batch sizes should be the same, got {len(images)} images and boxes for {len(boxes)}")
    colors = np.ones_like(colors) if depth == 1 else colors
    result = images.copy()
    for image, own in zip(result, boxes, strict=True):
        for i, (y1, x1, y2, x2) in enumerate(own):
            top, bottom = int(y1 * (height - 1)), int(y2 * (height - 1))
            left, right = int(x1 * (width - 1)), int(x2 * (width - 1))
            if top > bottom or left > right or top >= height or bottom < 0 or left >= width or right < 0:
                continue
            color = colors[i % len(colors)][:depth]
            rows = slice(max(top, 0), min(bottom, height - 1) + 1)
            columns = slice(max(left, 0), min(right, width - 1) + 1)
            for row in (top, bottom):
                if 0 <= row < height:
                    image[row, columns] = color
            for column in (left, right):
                if 0 <= column < width:
                    image[rows, column] = color
    return result


def draw_bounding_boxes(images, boxes, name=None, colors=None):
    """The images with the edges of boxes drawn, one pixel wide.

    images: [batch, height, width, channels] with 1, 3 or 4 channels, values from 0 to 1.
    boxes: [batch, boxes, 4], y1, x1, y2, x2 from 0 to 1.  colors: [colors, channels], one after the other; ten when left out.
    """
    if colors is None:
        return _draw_v1(images, boxes, name=name)
    return _draw_v2(images, boxes, colors, name=name)


def _sampled(op):
    with_rank(op.inputs[0].dims, 1)
    return [(3,), (3,), (1, 1, 4)]


_SEEDS = {"seed": (int, 0), "seed2": (int, 0)}
_LIMITS = dict.fromkeys(("aspect_ratio_range", "area_range", "max_attempts", "use_image_if_no_bounding_boxes"), HERE)
_SAMPLED = {
    "ranks": {
        "image_size": (1, "image_size must be 1-dimensional{shape}"),
        "bounding_boxes": (3, "input boxes must be 3-dimensional [batch, num_boxes, coords]: {shape}"),
    },
    "types": {"T": {dtypes.uint8, dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64}},
    "infer": _sampled,
    "host": True,
    "random": lambda shape, attrs: attrs["max_attempts"],
    "grad": no_gradient,
}


@op(
    "SampleDistortedBoundingBoxV2",
    "image_size: T, bounding_boxes: float32, min_object_covered: float32 -> begin: T, size: T, bboxes: float32",
    attrs={**_SEEDS, **_LIMITS},
    scalars={"min_object_covered": "min_object_covered must be 0-D, got shape {shape}"},
    **_SAMPLED,
)
def _sample_v2(
    image_size,
    bounding_boxes,
    min_object_covered,
    *,
    stream,
    aspect_ratio_range: list[float] = [0.75, 1.33],  # noqa: B006
    area_range: list[float] = [0.05, 1.0],  # noqa: B006
    max_attempts: int = 100,
    use_image_if_no_bounding_boxes: bool = False,
):
    """A part of an image by chance, that shows enough of one of the boxes at least; the whole image if none is found."""
    return _some_box(
        image_size,
        bounding_boxes,
        float(min_object_covered),
        stream,
        aspect_ratio_range,
        area_range,
        max_attempts,
        use_image_if_no_bounding_boxes,
    )


@op(
    "SampleDistortedBoundingBox",
    "image_size: T, bounding_boxes: float32 -> begin: T, size: T, bboxes: float32",
    attrs={**_SEEDS, "min_object_covered": HERE, **_LIMITS},
    **_SAMPLED,
)
def _sample_v1(
    image_size,
    bounding_boxes,
    *,
    stream,
    min_object_covered: float = 0.1,
    aspect_ratio_range: list[float] = [0.75, 1.33],  # noqa: B006
    area_range: list[float] = [0.05, 1.0],  # noqa: B006
    max_attempts: int = 100,
    use_image_if_no_bounding_boxes: bool = False,
):
    """The same, where how much it shows is an attribute."""
    return _some_box(
        image_size,
        bounding_boxes,
        min_object_covered,
        stream,
        aspect_ratio_range,
        area_range,
        max_attempts,
        use_image_if_no_bounding_boxes,
    )


def _some_box(image_size, bounding_boxes, covered, stream, aspect_ratio_range, area_range, max_attempts, use_image):
    if not 0 <= covered <= 1:
        raise ValueError(f"Min object covered must be in [0.0, 1.0], got {covered:g}")
    height, width = int(image_size[0]), int(image_size[1])
    scale = np.asarray([height, width, height, width])
    wanted = bounding_boxes.reshape(-1, 4)
    if ((wanted < 0) | (wanted > 1)).any():
        raise ValueError("All bounding box coordinates must be in [0.0, 1.0]")
    wanted = np.trunc(wanted * scale.astype(np.float32))
    if not len(wanted):
        if not use_image:
            raise ValueError(
                "No bounding boxes provided as input. One must enable use_image_if_no_bounding_boxes if you wish to "
                "not provide any bounding boxes."
            )
        wanted = scale[None] * [[0, 0, 1, 1]]
    areas = [np.float32(share) * np.float32(height) * np.float32(width) for share in area_range]
    least, most = (np.float32(ratio) for ratio in aspect_ratio_range)
    random = Philox.of_state(stream)
    found = np.asarray([0, 0, height, width])
    for _ in range(max_attempts):
        part = _some_part(random, height, width, areas, np.float32(random.share()) * (most - least) + least)
        if part is not None and _shows_enough(part, wanted, covered):
            found = part
            break
    top, left, bottom, right = (int(edge) for edge in found)
    kind = image_size.dtype
    begin, size = np.asarray([top, left, 0], kind), np.asarray([bottom - top, right - left, -1], np.int64)
    return begin, size.astype(kind), (found / scale).astype(np.float32)[None, None]


def _some_part(random, height, width, areas, ratio):
    """[top, left, bottom, right] of a part with that ratio of width to height and an area in between; None if none fits.

    All steps are TensorFlow's, rounded as its are, so that the numbers that follow go into the same places.
    """
    least, most = areas

    def wide(high):
        return round(float(np.float32(high) * ratio))

    low, high = round(float(np.sqrt(least / ratio))), round(float(np.sqrt(most / ratio)))
    if wide(high) > width:
        high = int((width + 0.5 - float(np.float32(1e-7))) / float(ratio))
        high -= wide(high) > width
    high = min(high, height)
    part_height = low + random.below(high - low + 1) if low < high else high
    if wide(part_height) * part_height < least:
        part_height += 1
    if wide(part_height) * part_height > most:
        part_height -= 1
    part_width = wide(part_height)
    fits = least <= part_height * part_width <= most and 0 < part_width <= width and 0 < part_height <= height
    if not fits:
        return None
    top = random.below(height - part_height) if part_height < height else 0
    left = random.below(width - part_width) if part_width < width else 0
    return np.asarray([top, left, top + part_height, left + part_width])


def _shows_enough(part, boxes, covered):
    low, high = np.maximum(part[:2], boxes[:, :2]), np.minimum(part[2:], boxes[:, 2:])
    seen = np.maximum(high - low, 0).prod(axis=1).astype(np.float32)
    whole = np.maximum(boxes[:, 2:] - boxes[:, :2], 0).prod(axis=1).astype(np.float32)
    large = whole >= 1
    return bool((seen[large] / whole[large] >= np.float32(covered)).any())


def sample_distorted_bounding_box(
    image_size,
    bounding_boxes,
    seed=None,
    seed2=None,
    min_object_covered=0.1,
    aspect_ratio_range=None,
    area_range=None,
    max_attempts=None,
    use_image_if_no_bounding_boxes=None,
    name=None,
) -> Any:
    """(begin, size, bboxes): a part of an image by chance, for tf.slice and for draw_bounding_boxes.

    image_size: [height, width, channels], integers.  bounding_boxes: [batch, boxes, 4], y1, x1, y2, x2 from 0 to 1.
    min_object_covered: how much of one box, at least, the part shows.  aspect_ratio_range: its width through its height.
    area_range: its share of the image.  max_attempts: after that it is the whole image.
    use_image_if_no_bounding_boxes: take one box around everything when there are none; otherwise that is an error.
    seed, seed2: see set_random_seed; both 0 draw other boxes in every session.
    """
    given = {
        "aspect_ratio_range": aspect_ratio_range,
        "area_range": area_range,
        "max_attempts": max_attempts,
        "use_image_if_no_bounding_boxes": use_image_if_no_bounding_boxes,
    }
    chosen = {key: value for key, value in given.items() if value is not None}
    with name_scope(name, "sample_distorted_bounding_box"):
        return _sample_v2(
            image_size, bounding_boxes, min_object_covered, seed=seed or 0, seed2=seed2 or 0, name=name, **chosen
        )

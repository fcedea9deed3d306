"""crop_and_resize and extract_glimpse: parts of images at fractional coordinates."""

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import OutOfRangeError
from graphlab._src.base.shapes import ShapeError
from graphlab._src.compiler.checks import Check
from graphlab._src.graph import constant_dims
from graphlab._src.ops.define import no_gradient, op, raw_ops
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.rules import merge_size, size_said, with_rank
from graphlab._src.ops.shape import shape

_TYPES = dtypes.REAL - {dtypes.uint32, dtypes.uint64, dtypes.bfloat16}
_METHODS = (b"bilinear", b"nearest")


def _crops_shape(op):
    image, boxes, box_ind, _ = (tensor.dims for tensor in op.inputs)
    depth = with_rank(image, 4)[3]
    boxes, box_ind = with_rank(boxes, 2), with_rank(box_ind, 1)
    if boxes[1] not in (4, None):
        raise ShapeError(f"Dimension must be 4 but is {boxes[1]}", "pass boxes as [y1, x1, y2, x2]")
    count = merge_size(boxes[0], box_ind[0])
    height, width = size_said(op.inputs[3])
    return (count, height, width, depth)


def _places(first, last, size, new_size):
    """[boxes, new_size]: where along an axis the pixels of each box come from."""
    if new_size == 1:
        return 0.5 * (first + last)[:, None] * (size - 1)
    step = (last - first) * np.float32((size - 1) / (new_size - 1))
    return first[:, None] * (size - 1) + jnp.arange(new_size, dtype=np.float32) * step[:, None]


def _check_boxes(boxes, box_ind):
    if boxes.ndim != 2:
        raise ValueError(f"boxes must be 2-D{shapes.text(boxes.shape)}")
    if boxes.shape[1] != 4:
        raise ValueError("boxes must have 4 columns")
    if box_ind.ndim != 1:
        raise ValueError(f"box_index must be 1-D{shapes.text(box_ind.shape)}")
    if shapes.differ(box_ind.shape, boxes.shape[:1]):
        raise ValueError("box_index has incompatible shape")


def _crops(image, boxes, box_ind, height, width, method, outside):
    """float32 [boxes, height, width, channels]."""
    _check_boxes(boxes, box_ind)
    if height <= 0 or width <= 0:
        raise ValueError("crop dimensions must be positive")
    _, rows, columns, _ = image.shape
    image = image.astype(np.float32)
    y = _places(boxes[:, 0], boxes[:, 2], rows, height)
    x = _places(boxes[:, 1], boxes[:, 3], columns, width)
    inside_y, inside_x = (y >= 0) & (y <= rows - 1), (x >= 0) & (x <= columns - 1)
    inside = (inside_y[:, :, None] & inside_x[:, None, :])[..., None]

    def at(row, column):
        row = jnp.clip(row, 0, rows - 1).astype(np.int32)
        column = jnp.clip(column, 0, columns - 1).astype(np.int32)
        return image[box_ind[:, None, None], row[:, :, None], column[:, None, :]]

    if method == b"nearest":
        found = at(jnp.floor(y + 0.5), jnp.floor(x + 0.5))
    else:
        top, left = jnp.floor(y), jnp.floor(x)
        down, right = (y - top)[:, :, None, None], (x - left)[:, None, :, None]
        above, below = at(top, left), at(jnp.ceil(y), left)
        above = above + (at(top, jnp.ceil(x)) - above) * right
        below = below + (at(jnp.ceil(y), jnp.ceil(x)) - below) * right
        found = above + (below - above) * down
    return jnp.where(inside, found, np.float32(outside))


def _crop_grad(op, dy):
    image, boxes, box_ind, _ = op.inputs
    to_image = None
    if image.dtype.base_dtype in (dtypes.float16, dtypes.float32, dtypes.float64):
        known = image.shape.as_list() if image.shape.is_fully_defined() else shape(image)
        kind = image.dtype.base_dtype
        to_image = raw_ops.CropAndResizeGradImage(dy, boxes, box_ind, known, T=kind, method=op.get_attr("method"))
    return [to_image, raw_ops.CropAndResizeGradBoxes(dy, image, boxes, box_ind), None, None]


def _check_images(box_ind, count):
    bad = (box_ind < 0) | (box_ind >= count)
    return [Check(bad, lambda: "box_index has values outside [0, batch_size)", OutOfRangeError)]


@op(
    "CropAndResize",
    "image: T, boxes: float32, box_ind: int32, crop_size: int32 -> crops: float32",
    types={"T": _TYPES, "method": _METHODS},
    infer=_crops_shape,
    ranks={"crop_size": (1, "crop_size must be 1-D{shape}")},
    static=["crop_size"],
    checks=lambda result, image, boxes, box_ind, size, **attrs: _check_images(box_ind, image.shape[0]),
    grad=_crop_grad,
)
def _crop_and_resize(
    image, boxes, box_ind, crop_size, *, method: bytes = b"bilinear", extrapolation_value: float = 0.0
):
    """Parts of images, all resized to one size: float32 [boxes, height, width, channels]."""
    height, width = (int(n) for n in crop_size)
    return _crops(image, boxes, box_ind, height, width, method, extrapolation_value)


@op(
    "CropAndResizeGradImage",
    "grads: float32, boxes: float32, box_ind: int32, image_size: int32 -> output: T",
    types={"T": {dtypes.float16, dtypes.float32, dtypes.float64}, "method": _METHODS},
    infer=lambda op: constant_dims(op.inputs[3]) or (None,) * 4,
    static=["image_size"],
    checks=lambda result, grads, boxes, box_ind, size, **attrs: _check_images(box_ind, int(size[0])),
)
def _grad_image(grads, boxes, box_ind, image_size, *, T: dtypes.DType, method: bytes = b"bilinear"):
    """For each pixel of the images what it adds to the parts."""
    empty = jnp.zeros([int(n) for n in image_size], np.float32)
    _, height, width, _ = grads.shape
    _, back = jax.vjp(lambda image: _crops(image, boxes, box_ind, height, width, method, 0), empty)
    return back(grads)[0].astype(T.as_numpy_dtype)


@op(
    "CropAndResizeGradBoxes",
    "grads: float32, image: T, boxes: float32, box_ind: int32 -> output: float32",
    types={"T": _TYPES, "method": (b"bilinear",)},
    infer=lambda op: op.inputs[2].dims,
    checks=lambda result, grads, image, boxes, box_ind, **attrs: _check_images(box_ind, image.shape[0]),
)
def _grad_boxes(grads, image, boxes, box_ind, *, method: bytes = b"bilinear"):
    """How the parts change with the edges of their boxes."""
    _, height, width, _ = grads.shape
    _, back = jax.vjp(lambda edges: _crops(image, edges, box_ind, height, width, method, 0), boxes)
    return back(grads)[0]


def crop_and_resize(
    image,
    boxes,
    box_ind=None,
    crop_size=None,
    method="bilinear",
    extrapolation_value=0,
    name=None,
    box_indices=None,
):
    """Parts of images, all resized to one size: float32 [boxes, height, width, channels].

    image: [batch, height, width, channels], real.  boxes: [boxes, 4], y1, x1, y2, x2 from 0 to 1; y2 < y1 mirrors.
    box_indices: [boxes], which image of the batch each is cut from; box_ind is the old name.
    crop_size: [height, width].  method: 'bilinear' or 'nearest'.  extrapolation_value: what lies outside of the image.
    """
    box_ind = renamed("box_indices", box_indices, "box_ind", box_ind)
    return _crop_and_resize(
        image, boxes, box_ind, crop_size, method=method, extrapolation_value=float(extrapolation_value), name=name
    )


def _glimpse_shape(op):
    batch, _, _, depth = with_rank(op.inputs[0].dims, 4)
    offsets = with_rank(op.inputs[2].dims, 2)
    if offsets[1] not in (2, None):
        raise ShapeError(f"Dimension must be 2 but is {offsets[1]}", "pass an offset down and one to the right")
    height, width = size_said(op.inputs[1])
    return (merge_size(batch, offsets[0]), height, width, depth)


@op(
    "ExtractGlimpse",
    "input: float32, size: int32, offsets: float32 -> glimpse: float32",
    infer=_glimpse_shape,
    static=["size"],
    grad=no_gradient,
)
def _extract_glimpse(
    input,
    size,
    offsets,
    *,
    centered: bool = True,
    normalized: bool = True,
    uniform_noise: bool = True,
    noise: bytes = b"uniform",
):
    """A window of each image, noise or zeros where it reaches beyond."""
    batch, *sides, channels = input.shape
    if 0 in input.shape:
        return jnp.zeros((batch, *(int(n) for n in size), channels), input.dtype)
    places, inside = [], []
    for axis, (side, wanted) in enumerate(zip(sides, (int(n) for n in size), strict=True)):
        start = offsets[:, axis]
        start = start * side if normalized else start
        start = (start / 2 + side / 2 if centered else start) - wanted / 2
        place = jnp.trunc(start).astype(np.int32)[:, None] + np.arange(wanted, dtype=np.int32)
        places.append(jnp.clip(place, 0, side - 1))
        inside.append((place >= 0) & (place < side))
    rows, columns = places
    window = input[jnp.arange(batch, dtype=np.int32)[:, None, None], rows[:, :, None], columns[:, None, :]]
    kind = b"uniform" if uniform_noise else noise
    axes, key = (1, 2, 3), jax.random.key(0)
    if kind == b"uniform":
        low, high = input.min(axes, keepdims=True), input.max(axes, keepdims=True)
        beyond = low + (high - low) * jax.random.uniform(key, window.shape, np.float32)
    elif kind == b"gaussian":
        mean, deviation = input.mean(axes, keepdims=True), input.std(axes, keepdims=True)
        beyond = mean + deviation * jax.random.normal(key, window.shape, np.float32)
    else:
        beyond = np.float32(0)
    return jnp.where((inside[0][:, :, None] & inside[1][:, None, :])[..., None], window, beyond)


def extract_glimpse(input, size, offsets, centered=True, normalized=True, uniform_noise=True, name=None):
    """A window of each image: [batch, height, width, channels]; noise where it reaches beyond the image.

    input: [batch, height, width, channels], float32.  size: [height, width] of the window.
    offsets: [batch, 2], down and to the right: of the window's middle, from the middle of the image (0, 0) to its
    corners (-1, -1) and (1, 1).  centered: False for offsets from the corner of the image, (0, 0) to (1, 1).
    normalized: False for offsets in pixels.
    uniform_noise: between the least and the largest value of the image, the same in each run; False for the same noise:
    the attribute `noise` of the operation says which kind, and TensorFlow 1.15 leaves it at that.
    """
    return _extract_glimpse(
        input, size, offsets, centered=centered, normalized=normalized, uniform_noise=uniform_noise, name=name
    )

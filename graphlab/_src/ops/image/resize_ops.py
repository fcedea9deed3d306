"""Operations that resize images, and their gradients."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.ops.define import op, raw_ops, undefined_gradient
from graphlab._src.ops.image import interpolation
from graphlab._src.ops.rules import size_said, with_rank
from graphlab._src.ops.shape import shape

_TYPES = dtypes.REAL - {dtypes.uint32, dtypes.uint64, dtypes.bfloat16}
_FIX = "pass [height, width]"


def _resized(op):
    batch, _, _, channels = with_rank(op.inputs[0].dims, 4, "pass images as [batch, height, width, channels]")
    sizes = with_rank(op.inputs[1].dims, 1, _FIX)
    if sizes[0] not in (2, None):
        raise ShapeError(f"Dimension must be 2 but is {sizes[0]}", _FIX)
    height, width = size_said(op.inputs[1])
    return (batch, height, width, channels)


def _sizes(images, size, align_corners=False, half_pixel_centers=False):
    """((old height, new height), (old width, new width)); ValueError when there is nothing to resize."""
    if images.ndim != 4:
        raise ValueError(f"input must be 4-dimensional, got {list(images.shape)}")
    if half_pixel_centers and align_corners:
        raise ValueError("If half_pixel_centers is True, align_corners must be False.")
    if np.shape(size) != (2,):
        raise ValueError(f"shape_t must have two elements: {list(np.shape(size))}")
    height, width = (int(n) for n in size)
    if min(height, width) <= 0:
        raise ValueError("output dimensions must be positive")
    if 0 in images.shape[1:]:
        raise ValueError("input image must be of non-zero size")
    return (images.shape[1], height), (images.shape[2], width)


def _attributes(op, *names):
    return {name: op.get_attr(name) for name in names or ("align_corners", "half_pixel_centers")}


def _to_original(op, dy):
    """The gradient operation of a resize, which reads the size and type of the original image."""
    return [getattr(raw_ops, f"{op.type}Grad")(dy, op.inputs[0], **_attributes(op)), None]


def _only_of_reals(op, dy):
    real = op.inputs[0].dtype.base_dtype in (dtypes.float32, dtypes.float64)
    return _to_original(op, dy) if real else [None, None]


_RESIZE = {"infer": _resized, "static": ["size"]}


@op(
    "ResizeNearestNeighbor",
    "images: T, size: int32 -> resized_images: T",
    types={"T": _TYPES},
    **_RESIZE,
    grad=lambda op, dy: [raw_ops.ResizeNearestNeighborGrad(dy, _size_of(op.inputs[0]), **_attributes(op)), None],
)
def _resize_nearest_neighbor(images, size, *, align_corners: bool = False, half_pixel_centers: bool = False):
    """Images of another size, each pixel being the nearest of the old ones."""
    for axis, (old, new) in enumerate(_sizes(images, size, align_corners, half_pixel_centers), 1):
        images = interpolation.take(images, interpolation.nearest(old, new, align_corners, half_pixel_centers), axis)
    return images


def _size_of(images):
    known = images.shape[1:3] if images.shape.ndims else None
    return known if known is not None and known.is_fully_defined() else shape(images)[1:3]


@op(
    "ResizeNearestNeighborGrad",
    "grads: T, size: int32 -> output: T",
    types={"T": {dtypes.uint8, dtypes.int8, dtypes.int32, dtypes.float16, dtypes.float32, dtypes.float64}},
    **_RESIZE,
)
def _nearest_grad(grads, size, *, align_corners: bool = False, half_pixel_centers: bool = False):
    """For each old pixel the sum of the gradients of the new ones that it became."""
    for axis, (new, old) in enumerate(_sizes(grads, size, align_corners, half_pixel_centers), 1):
        chosen = interpolation.nearest(old, new, align_corners, half_pixel_centers)
        grads = interpolation.put_back(grads, chosen, old, axis)
    return grads


@op(
    "ResizeBilinear",
    "images: T, size: int32 -> resized_images: float32",
    types={"T": _TYPES | {dtypes.bfloat16}},
    **_RESIZE,
    grad=_to_original,
)
def _resize_bilinear(images, size, *, align_corners: bool = False, half_pixel_centers: bool = False):
    """Images of another size, each pixel between the four old ones around it: float32."""
    rows, columns = _sizes(images, size, align_corners, half_pixel_centers)
    result = images.astype(np.float32)
    if (images.shape[1], images.shape[2]) == (rows[1], columns[1]):
        return result
    for axis, (old, new) in ((2, columns), (1, rows)):
        lower, upper, share = interpolation.bilinear(old, new, align_corners, half_pixel_centers)
        before = interpolation.take(result, lower, axis)
        share = share.reshape([-1] + [1] * (3 - axis))
        result = before + (interpolation.take(result, upper, axis) - before) * share
    return result


def _bilinear(old, new, align_corners, half_pixel_centers):
    lower, upper, share = interpolation.bilinear(old, new, align_corners, half_pixel_centers)
    return np.stack([lower, upper], 1), np.stack([1 - share, share], 1)


def _back(parts, grads, image, align_corners, half_pixel_centers):
    """For each old pixel the gradients of the new ones that it is a part of, by its weights there."""
    for axis, (new, old) in enumerate(_sizes(grads, image.shape[1:3], align_corners, half_pixel_centers), 1):
        chosen, weights = parts(old, new, align_corners, half_pixel_centers)
        places, weights = interpolation.transposed(chosen, weights, old)
        grads = interpolation.weighted(grads, places, weights, axis)
    return grads.astype(image.dtype)


_GRADIENT_RANKS = {
    "grads": (4, "input_grad must be 4-dimensional{shape}"),
    "original_image": (4, "original_image must be 4-dimensional{shape}"),
}


def _like_original(op):
    return op.inputs[1].dims


@op(
    "ResizeBilinearGrad",
    "grads: float32, original_image: T -> output: T",
    types={"T": dtypes.FLOATING},
    infer=_like_original,
    ranks=_GRADIENT_RANKS,
)
def _bilinear_grad(grads, original_image, *, align_corners: bool = False, half_pixel_centers: bool = False):
    """For each old pixel what it adds to the new ones around it."""
    return _back(_bilinear, grads, original_image, align_corners, half_pixel_centers)


@op(
    "ResizeBicubic",
    "images: T, size: int32 -> resized_images: float32",
    types={"T": _TYPES},
    **_RESIZE,
    grad=_only_of_reals,
)
def _resize_bicubic(images, size, *, align_corners: bool = False, half_pixel_centers: bool = False):
    """Images of another size, each pixel from sixteen old ones around it by cubic curves: float32.

    (Keys, 1981.)
    """
    result = images.astype(np.float32)
    for axis, (old, new) in enumerate(_sizes(images, size, align_corners, half_pixel_centers), 1):
        chosen, weights = interpolation.bicubic(old, new, align_corners, half_pixel_centers)
        weights = weights.reshape(new, 4, *[1] * (3 - axis))
        result = sum(interpolation.take(result, chosen[:, k], axis) * weights[:, k] for k in range(4))
    return result


@op(
    "ResizeBicubicGrad",
    "grads: float32, original_image: T -> output: T",
    types={"T": {dtypes.float32, dtypes.float64}},
    infer=_like_original,
    ranks=_GRADIENT_RANKS,
)
def _bicubic_grad(grads, original_image, *, align_corners: bool = False, half_pixel_centers: bool = False):
    """For each old pixel what it adds to the new ones around it."""
    return _back(interpolation.bicubic, grads, original_image, align_corners, half_pixel_centers)


@op(
    "ResizeArea",
    "images: T, size: int32 -> resized_images: float32",
    types={"T": _TYPES},
    **_RESIZE,
    grad=undefined_gradient,
)
def resize_area(images, size, *, align_corners: bool = False):
    """Images of another size, each pixel the mean of the old ones that it covers: float32.

    images: [batch, height, width, channels], real.  size: [new height, new width].
    align_corners: the middle of the corner pixels stays.
    """
    result, covered = images.astype(np.float32), np.float32(1)
    for axis, (old, new) in reversed([*enumerate(_sizes(images, size), 1)]):
        places, shares, scale = interpolation.area(old, new, align_corners)
        result, covered = interpolation.weighted(result, places, shares, axis), covered * scale
    return result * (1 / covered)


def resize_nearest_neighbor(images, size, align_corners=False, name=None, half_pixel_centers=False):
    """Images of another size, each pixel being the nearest of the old ones, in their type.

    images: [batch, height, width, channels], real.  size: [new height, new width].
    align_corners: the middle of the corner pixels stays.  half_pixel_centers: pixels are taken where their middle is.
    """
    return _resize_nearest_neighbor(images, size, align_corners, half_pixel_centers, name)


def resize_bilinear(images, size, align_corners=False, name=None, half_pixel_centers=False):
    """Images of another size, each pixel between the four old ones around it: float32.

    images: [batch, height, width, channels], real.  size: [new height, new width].
    align_corners: the middle of the corner pixels stays.  half_pixel_centers: pixels are taken where their middle is.
    """
    return _resize_bilinear(images, size, align_corners, half_pixel_centers, name)


def resize_bicubic(images, size, align_corners=False, name=None, half_pixel_centers=False):
    """Images of another size, each pixel from sixteen old ones around it by cubic curves: float32.

    images: [batch, height, width, channels], real.  size: [new height, new width].
    align_corners: the middle of the corner pixels stays.  half_pixel_centers: pixels are taken where their middle is.
    """
    return _resize_bicubic(images, size, align_corners, half_pixel_centers, name)

"""Larger tensors of small ones: elements several times along an axis, images with more pixels."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, name_scope
from graphlab._src.ops.image.resize_ops import resize_bilinear, resize_nearest_neighbor
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.padding import tile
from graphlab._src.ops.shape import expand_dims, reshape, shape
from graphlab._src.ops.transpose import transpose

_METHODS = {"nearest": resize_nearest_neighbor, "bilinear": resize_bilinear}


def repeat_elements(x, rep, axis):
    """Each element `rep` times along an axis."""
    length = x.shape.as_list()[axis]
    if length is not None:
        return concat([part for part in split(x, length, axis) for _ in range(rep)], axis)
    axis = axis % x.shape.ndims
    repeats = np.ones(x.shape.ndims + 1, np.int32)
    repeats[axis + 1] = rep
    sizes = shape(x)
    repeated = tile(expand_dims(x, axis + 1), repeats)
    repeated = reshape(repeated, sizes * constant(np.where(np.arange(x.shape.ndims) == axis, rep, 1), dtypes.int32))
    repeated.set_shape(x.shape)
    return repeated


def resize_images(x, height_factor, width_factor, data_format, interpolation="nearest"):
    """Images with more pixels. data_format: "channels_first" or "channels_last".  interpolation: "nearest", "bilinear"."""
    if data_format not in ("channels_first", "channels_last"):
        raise ValueError(f"Invalid `data_format` argument: {data_format}")
    if interpolation not in _METHODS:
        raise ValueError('interpolation should be one of "nearest" or "bilinear".')
    first = data_format == "channels_first"
    images = transpose(x, [0, 2, 3, 1]) if first else x
    factors = [height_factor, width_factor]
    batch, *space, channels = images.shape.as_list()
    wanted = shape(images)[1:3] * factors
    with name_scope("resize"):
        larger = _METHODS[interpolation](images, wanted, half_pixel_centers=True)
    larger.set_shape([batch, *(None if n is None else n * by for n, by in zip(space, factors, strict=True)), channels])
    return transpose(larger, [0, 3, 1, 2]) if first else larger

"""Differences between neighbouring pixels: image_gradients, sobel_edges, total_variation."""

import numpy as np

from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.convolution.depthwise import depthwise_conv2d
from graphlab._src.ops.joining import concat, stack, unstack
from graphlab._src.ops.padding import pad, tile
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.shape import reshape, shape

_DOWN = [[-1, -2, -1], [0, 0, 0], [1, 2, 1]]
_KERNELS = np.stack([_DOWN, np.transpose(_DOWN)], axis=-1)[:, :, None, :]


def total_variation(images, name=None):
    """The sum of what neighbouring pixels differ by: a number for each image.

    images: [batch, height, width, channels] or [height, width, channels].
    """
    with name_scope(name, "total_variation"):
        ndims = images.shape.ndims
        if ndims == 3:
            down, right, axes = images[1:, :, :] - images[:-1, :, :], images[:, 1:, :] - images[:, :-1, :], None
        elif ndims == 4:
            down = images[:, 1:, :, :] - images[:, :-1, :, :]
            right, axes = images[:, :, 1:, :] - images[:, :, :-1, :], [1, 2, 3]
        else:
            raise ValueError("'images' must be either 3 or 4-dimensional.")
        return reduce_sum(abs_(down), axis=axes) + reduce_sum(abs_(right), axis=axes)


def image_gradients(image):
    """(dy, dx): what each pixel differs by from the one below and from the one to the right; 0 at the end.

    image: [batch, height, width, channels]; both results have its shape.
    """
    if image.shape.ndims != 4:
        raise ValueError(f"image_gradients expects a 4D tensor [batch_size, h, w, d], not {image.shape}.")
    sizes = shape(image)
    batch, height, width, depth = unstack(sizes)
    dy = image[:, 1:, :, :] - image[:, :-1, :, :]
    dx = image[:, :, 1:, :] - image[:, :, :-1, :]
    last_row = zeros(stack([batch, 1, width, depth]), image.dtype)
    dy = reshape(concat([dy, last_row], 1), sizes)
    last_column = zeros(stack([batch, height, 1, depth]), image.dtype)
    return dy, reshape(concat([dx, last_column], 2), sizes)


def sobel_edges(image):
    """The gradient of an image downwards and to the right, from the pixels around each: [..., 2]. (Sobel, 1968.)

    image: [batch, height, width, channels], floating point.
    """
    image = convert_to_tensor(image, name="image")
    sizes = shape(image)
    kernels = tile(constant(_KERNELS, dtype=image.dtype), [1, 1, sizes[-1], 1], name="sobel_filters")
    padded = pad(image, [[0, 0], [1, 1], [1, 1], [0, 0]], mode="REFLECT")
    edges = depthwise_conv2d(padded, kernels, [1, 1, 1, 1], "VALID")
    result = reshape(edges, concat([sizes, [2]], 0))
    result.set_shape(image.shape.concatenate([2]))
    return result

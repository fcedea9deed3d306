"""The kernels of convolutions in JAX, and of their gradients.

images: [batch, …, channels], or [batch, channels, …].  filters: […, channels in, channels out].
"""

import itertools
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from graphlab._src.base import shapes
from graphlab._src.compiler.executables import precision
from graphlab._src.compiler.interpreter.primitives.linear import convolved, padded
from graphlab._src.compiler.interpreter.primitives.table import check_time

_TOGETHER = 1 << 22  # elements of products, or under the filters, that are in memory at once


def convolve(images, filters, window):
    """The convolution; filters that take fewer channels than there are work on groups of them."""
    check_images(images.shape, filters.shape, window)
    given, taken = images.shape[window.channel], filters.shape[-2]
    sizes = window.spatial(images.shape)
    widths = window.widths(sizes, filters.shape[:-2])
    if _has_fewer_places(sizes, filters):
        images, widths = _padded(images, window, [(before, after, 0) for before, after in widths]), None
    return _convolve(images, filters, window, widths, window.strides, given // max(taken, 1))


def check_images(images, filters, window):
    """The places of the window in images and for filters of these dims; ValueError where they do not fit."""
    rank = window.rank
    if len(images) != rank or len(filters) != rank:
        wrong = ("input", images) if len(images) != rank else ("filter", filters)
        raise ValueError(f"{wrong[0]} must be {rank}-dimensional: {shapes.text(wrong[1])}")
    if 0 in filters[:-2]:
        raise ValueError(f"filter must not have zero elements, got {shapes.text(filters)}: all sizes must be positive")
    given, taken = images[window.channel], filters[-2]
    if taken and given % taken:
        raise ValueError(f"input depth must be evenly divisible by filter depth: {given} vs {taken}")
    return window.places(window.spatial(images), filters[:-2], running=True)


def _convolve(images, filters, window, widths, strides, groups):
    """The convolution of images that are padded by these widths. None: not at all."""
    rank = window.rank
    image = (0, window.channel, *window.axes)
    return lax.conv_general_dilated(
        images,
        filters,
        window_strides=strides,
        padding=[(0, 0)] * (rank - 2) if widths is None else widths,
        rhs_dilation=window.dilations,
        dimension_numbers=lax.ConvDimensionNumbers(image, (rank - 1, rank - 2, *range(rank - 2)), image),
        feature_group_count=groups,
        precision=precision.of_products(),
    )


def convolve_in_numpy(images, filters, window):
    """`convolve` of NumPy arrays with the channels last; None for others, and for groups of channels."""
    if not _fits_numpy(images.shape, filters.shape, images.dtype, window) or not (images.size and filters.size):
        return None
    sizes = window.spatial(images.shape)
    window.places(sizes, filters.shape[:-2], running=True)
    moves = {"window_strides": window.strides, "rhs_dilation": window.dilations}
    images = padded(images, window.widths(sizes, filters.shape[:-2]), (1,) * len(sizes))
    return convolved(images, np.moveaxis(filters, -1, 0), moves)


def _has_fewer_places(sizes, filters):
    """Whether images of these sizes have fewer places than the filters; then XLA exchanges the two.

    XLA's kernel for CPUs has no such convolution, and plain loops run it: 53 ms for [4,2,2,512] and filters of 3×3 for 512
    channels, and 2 ms with the images in memory with their padding (two cores, jaxlib 0.10.2).
    """
    known = all(isinstance(size, int) for size in (*sizes, *filters.shape[:-2]))
    return known and 0 < math.prod(sizes) < math.prod(filters.shape[:-2])


def _padded(images, window, widths):
    """The images in memory with zeros around them; widths: [(before, after, between)] for each spatial axis."""
    config = [(0, 0, 0)] * window.rank
    for axis, width in zip(window.axes, widths, strict=True):
        config[axis] = width
    return lax.optimization_barrier(lax.pad(images, jnp.zeros((), images.dtype), config))


def back_to_images(dims, filters, cotangents, window):
    """The cotangent of the images, which have these dims, from those of the convolution's result."""
    check_cotangents(dims, filters.shape, cotangents, window)
    if not cotangents.size:  # as where a filter is larger than the images by one
        return jnp.zeros(dims, cotangents.dtype)
    sizes = window.spatial(cotangents.shape)
    if filters.shape[-2] == dims[window.channel] and _has_fewer_places(sizes, filters):
        widths = []
        moves = zip(window.spatial(dims), sizes, window.reach(filters.shape[:-2]), window.strides, strict=True)
        for (n, m, reach, stride), (before, _) in zip(
            moves, window.widths(window.spatial(dims), filters.shape[:-2]), strict=True
        ):
            first = reach - 1 - before
            widths.append((first, n + reach - 1 - ((m - 1) * stride + 1) - first, stride - 1))
        mirrored = jnp.swapaxes(lax.rev(filters, range(window.rank - 2)), -1, -2)
        return _convolve(_padded(cotangents, window, widths), mirrored, window, None, (1,) * (window.rank - 2), 1)
    images = jax.ShapeDtypeStruct(dims, cotangents.dtype)
    (found,) = jax.linear_transpose(lambda x: convolve(x, filters, window), images)(cotangents)
    return found


def back_to_images_in_numpy(dims, filters, cotangents, window):
    """`back_to_images` of NumPy arrays with the channels last: one product, whose parts are added up where they belong.

    None for other arrays.
    """
    sizes, places = window.spatial(dims), cotangents.shape[1:-1]
    if not _fits_numpy(dims, filters.shape, filters.dtype, window):
        return None
    check_cotangents(dims, filters.shape, cotangents, window)
    if not cotangents.size or not filters.size:
        return np.zeros(dims, cotangents.dtype)
    matrix = filters.reshape(-1, filters.shape[-1]).T
    if matrix.shape[1] == dims[-1] and places == tuple(sizes):
        return np.matmul(cotangents.reshape(-1, len(matrix)), matrix).reshape(dims)  # filters of 1 × 1
    widths = window.widths(sizes, filters.shape[:-2])
    result = np.zeros((dims[0], *_reached(sizes, widths, places, filters, window), dims[-1]), cotangents.dtype)
    for images, rows in _chunks(cotangents.shape, matrix.shape[1]):
        some = cotangents[images, rows]
        parts = np.matmul(some.reshape(-1, len(matrix)), matrix).reshape(*some.shape[:-1], *filters.shape[:-1])
        for offset in itertools.product(*map(range, filters.shape[:-2])):
            result[(images, *_places_of(offset, rows, places, window))] += parts[(..., *offset, slice(None))]
        check_time()
    return result[(slice(None), *[slice(low, low + n) for n, (low, _) in zip(sizes, widths, strict=True)])]


def back_to_filters_in_numpy(images, dims, cotangents, window):
    """`back_to_filters` of NumPy arrays with the channels last, one product; None for other arrays."""
    sizes, places = window.spatial(images.shape), cotangents.shape[1:-1]
    if not _fits_numpy(images.shape, dims, images.dtype, window):
        return None
    check_cotangents(images.shape, dims, cotangents, window)
    result = np.zeros((math.prod(dims[:-1]), dims[-1]), cotangents.dtype)
    if not cotangents.size or not result.size:
        return result.reshape(dims)
    if len(result) == images.shape[-1] and places == tuple(sizes):
        product = np.matmul(images.reshape(-1, len(result)).T, cotangents.reshape(-1, dims[-1]))  # filters of 1 × 1
        return product.reshape(dims)
    widths = window.widths(sizes, dims[:-2])
    images = padded(images, widths, (1,) * len(sizes))
    for some, rows in _chunks(cotangents.shape, len(result)):
        given = cotangents[some, rows]
        seen = np.empty((*given.shape[:-1], *dims[:-1]), images.dtype)
        for offset in itertools.product(*map(range, dims[:-2])):
            seen[(..., *offset, slice(None))] = images[(some, *_places_of(offset, rows, places, window))]
        result += np.matmul(seen.reshape(-1, len(result)).T, given.reshape(-1, dims[-1]))
        check_time()
    return result.reshape(dims)


def _fits_numpy(images, filters, dtype, window):
    """Whether NumPy's kernels are for images and filters of these dims: the channels last, and not in groups."""
    fits = len(images) == len(filters) == window.rank > 2 and window.channel == window.rank - 1
    return fits and filters[-2] == images[-1] and dtype.char in "fd"


def _reached(sizes, widths, places, filters, window):
    """How large images are with their border and what windows reach beyond it."""
    sides = zip(sizes, places, window.reach(filters.shape[:-2]), window.strides, widths, strict=True)
    return [max(n + low + high, (m - 1) * stride + reach) for n, m, reach, stride, (low, high) in sides]


def _chunks(dims, elements):
    """[(slice of the images, slice of the rows of places)] that need not too much memory, with so many elements at a place."""
    row = math.prod(dims[2:-1]) * elements
    rows = min(dims[1], max(1, _TOGETHER // row))
    images = max(1, _TOGETHER // (row * rows)) if rows == dims[1] else 1
    return [
        (slice(image, image + images), slice(start, min(start + rows, dims[1])))
        for image in range(0, dims[0], images)
        for start in range(0, dims[1], rows)
    ]


def _places_of(offset, rows, places, window):
    """What the windows at these rows of places see at an offset into the window: a slice for each spatial axis."""
    moves = zip(offset, window.dilations, places, window.strides, strict=True)
    slices = [slice(i * apart, i * apart + (m - 1) * stride + 1, stride) for i, apart, m, stride in moves]
    first, stride = slices[0].start, window.strides[0]
    slices[0] = slice(first + rows.start * stride, first + (rows.stop - 1) * stride + 1, stride)
    return slices


def back_to_filters(images, dims, cotangents, window):
    """The cotangent of the filters, which have these dims, from those of the convolution's result."""
    check_cotangents(images.shape, dims, cotangents, window)
    if not cotangents.size:  # as where a filter is larger than the images by one
        return jnp.zeros(dims, cotangents.dtype)
    filters = jax.ShapeDtypeStruct(dims, cotangents.dtype)
    (found,) = jax.linear_transpose(lambda x: convolve(images, x, window), filters)(cotangents)
    return found


def check_cotangents(images, filters, cotangents, window):
    """ValueError for cotangents that a convolution of images and filters of these dims does not have."""
    sizes = window.spatial(images)
    places = window.places(sizes, filters[:-2], running=True)
    for i, (computed, actual) in enumerate(zip(places, window.spatial(cotangents.shape), strict=True)):
        if computed != actual:
            raise ValueError(
                f"Size of out_backprop doesn't match computed: actual = {actual}, computed = {computed} "
                f"spatial_dim: {window.axes[i]} input: {sizes[i]} filter: {filters[i]} output: {actual} "
                f"stride: {window.strides[i]} dilation: {window.dilations[i]}"
            )

"""The kernels of depthwise convolutions, and of their gradients.

On CPUs they are products of shifted images, added up: XLA's kernel for grouped convolutions runs a plain loop for each
channel there. For [4, 24, 24, 144] and filters of 3 × 3 it needs 22 times as long as these, and 9 times for the gradient of
the filters (two cores, jaxlib 0.10.2). On other devices, and for windows of many elements, it is the grouped convolution.

images: [batch, height, width, channels], or [batch, channels, height, width].  filters: [height, width, channels, multiplier].
"""

import dataclasses
import functools
import itertools
import math
import operator

import jax.numpy as jnp
import numpy as np
from jax import lax

from graphlab._src.compiler.interpreter.primitives.linear import padded
from graphlab._src.compiler.interpreter.primitives.table import check_time
from graphlab._src.ops.convolution.kernels import (
    back_to_filters,
    back_to_images,
    check_cotangents,
    check_images,
    convolve,
)

_MOST = 64  # elements of a window; each is a product in the compiled code


def convolve_by_channel(images, filters, window):
    """The convolution of each channel with filters of its own."""

    def grouped(images, filters):
        return convolve(images, _as_groups(filters), window)

    def shifted(images, filters):
        return _shifted(images, filters, window, lax.pad)

    places = check_images(images.shape, _groups(filters.shape), window)
    if not _shifts(images.shape, filters.shape, places):
        return grouped(images, filters)
    return lax.platform_dependent(images, filters, cpu=shifted, default=grouped)


def back_to_images_by_channel(dims, filters, cotangents, window):
    """The cotangent of the images, which have these dims, from those of the convolution's result."""

    def grouped(filters, cotangents):
        return back_to_images(dims, _as_groups(filters), cotangents, window)

    def shifted(filters, cotangents):
        return _shifted_back(dims, filters, cotangents, window, lax.pad)

    check_cotangents(dims, _groups(filters.shape), cotangents, window)
    if not _shifts(dims, filters.shape, window.spatial(cotangents.shape)):
        return grouped(filters, cotangents)
    return lax.platform_dependent(filters, cotangents, cpu=shifted, default=grouped)


def back_to_filters_by_channel(images, dims, cotangents, window):
    """The cotangent of the filters, which have these dims, from those of the convolution's result."""

    def grouped(images, cotangents):
        return back_to_filters(images, _groups(dims), cotangents, window).reshape(dims)

    def shifted(images, cotangents):
        parts = list(_under(images, dims, cotangents, window, lax.pad))
        zero = jnp.zeros((), parts[0].dtype)
        sums = lax.reduce(parts, [zero] * len(parts), _added, (0, 1, 2))  # all in one pass over the memory
        return jnp.stack(sums).reshape(dims).astype(images.dtype)

    check_cotangents(images.shape, _groups(dims), cotangents, window)
    if not _shifts(images.shape, dims, window.spatial(cotangents.shape)):
        return grouped(images, cotangents)
    return lax.platform_dependent(images, cotangents, cpu=shifted, default=grouped)


def convolve_by_channel_in_numpy(images, filters, window):
    """`convolve_by_channel` of NumPy arrays; None for what has no elements."""
    places = check_images(images.shape, _groups(filters.shape), window)
    return _shifted(images, filters, window, _pad) if _has_elements(images.shape, filters.shape, places) else None


def back_to_images_by_channel_in_numpy(dims, filters, cotangents, window):
    """`back_to_images_by_channel` of NumPy arrays; None for what has no elements."""
    check_cotangents(dims, _groups(filters.shape), cotangents, window)
    if not _has_elements(dims, filters.shape, window.spatial(cotangents.shape)):
        return None
    return _shifted_back(dims, filters, cotangents, window, _pad)


def back_to_filters_by_channel_in_numpy(images, dims, cotangents, window):
    """`back_to_filters_by_channel` of NumPy arrays; None for what has no elements."""
    check_cotangents(images.shape, _groups(dims), cotangents, window)
    if not _has_elements(images.shape, dims, window.spatial(cotangents.shape)):
        return None
    parts = _under(images, dims, cotangents, window, _pad)
    return np.stack([part.sum((0, 1, 2)) for part in parts]).reshape(dims).astype(images.dtype)


def _groups(dims):
    """The dims of the filters of a grouped convolution."""
    *sizes, channels, multiplier = dims
    return (*sizes, 1, channels * multiplier)


def _as_groups(filters):
    return filters.reshape(_groups(filters.shape))


def _shifts(images, filters, places):
    """Whether compiled code adds up products of shifted images."""
    return _has_elements(images, filters, places) and math.prod(filters[:2]) <= _MOST


def _has_elements(images, filters, places):
    """Whether all of these dims are known, and none is 0."""
    return all(isinstance(size, int) and size for size in (*images, *filters, *places))


def _shifted(images, filters, window, pad):
    images, last = _with_channels_last(images, window), _channels_last(window)
    sizes = images.shape[1:-1]
    seen = _wide(_bordered(images, last.widths(sizes, filters.shape[:2]), pad))
    places = last.places(sizes, filters.shape[:2], running=True)
    weights = _wide(filters)
    found = _sum(_seen(seen, offset, places, last)[..., None] * weights[offset] for offset in _offsets(filters.shape))
    found = found.reshape(*found.shape[:-2], math.prod(filters.shape[2:]))
    return _as_images(found.astype(images.dtype), window)


def _shifted_back(dims, filters, cotangents, window, pad):
    last, weights = _channels_last(window), _wide(filters)[::-1, ::-1]
    given = _with_channels_last(cotangents, window)
    sizes, config = window.spatial(dims), []
    moves = zip(sizes, given.shape[1:-1], last.reach(filters.shape[:2]), last.strides, strict=True)
    for (n, m, reach, stride), (before, _) in zip(moves, last.widths(sizes, filters.shape[:2]), strict=True):
        low = reach - 1 - before
        config.append((low, n + reach - 1 - ((m - 1) * stride + 1) - low, stride - 1))
    spread = _wide(pad(given, np.zeros((), given.dtype), [(0, 0, 0), *config, (0, 0, 0)]))
    spread = spread.reshape(*spread.shape[:-1], *filters.shape[2:])
    steps = dataclasses.replace(last, strides=(1, 1))
    found = _sum(_seen(spread, offset, sizes, steps) * weights[offset] for offset in _offsets(filters.shape))
    return _as_images(found.sum(-1).astype(cotangents.dtype), window)


def _under(images, dims, cotangents, window, pad):
    """For each offset into the window the products of what it sees there and the cotangents, [batch, …, channels, multiplier]."""
    images, last = _with_channels_last(images, window), _channels_last(window)
    given = _wide(_with_channels_last(cotangents, window))
    places = given.shape[1:-1]
    given = given.reshape(*given.shape[:-1], *dims[2:])
    seen = _wide(_bordered(images, last.widths(images.shape[1:-1], dims[:2]), pad))
    return (_seen(seen, offset, places, last)[..., None] * given for offset in _offsets(dims))


def _offsets(filters):
    return itertools.product(*map(range, filters[:2]))


def _seen(images, offset, places, window):
    """What the windows at these places see at an offset into them."""
    moves = zip(offset, window.dilations, places, window.strides, strict=True)
    slices = [slice(i * apart, i * apart + (m - 1) * stride + 1, stride) for i, apart, m, stride in moves]
    return images[(slice(None), *slices)]


def _sum(parts):
    check_time()
    return functools.reduce(operator.add, parts)


def _added(left, right):
    return [a + b for a, b in zip(left, right, strict=True)]


def _wide(array):
    """Short floating point numbers as float32, in which they are added up."""
    return array.astype(np.float32) if array.dtype.itemsize < 4 else array


def _channels_last(window):
    return dataclasses.replace(window, channel=3, axes=(1, 2))


def _with_channels_last(images, window):
    return images.transpose(0, 2, 3, 1) if window.channel == 1 else images


def _as_images(found, window):
    return found.transpose(0, 3, 1, 2) if window.channel == 1 else found


def _bordered(images, widths, pad):
    config = [(0, 0, 0), *[(before, after, 0) for before, after in widths], (0, 0, 0)]
    return pad(images, np.zeros((), images.dtype), config)


def _pad(images, _, config):
    """lax.pad with zeros, of NumPy arrays."""
    return padded(images, [(low, high) for low, high, _ in config[1:-1]], [between + 1 for *_, between in config[1:-1]])

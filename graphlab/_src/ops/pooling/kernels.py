"""The kernels of pooling in JAX, and of their gradients.

A small window is taken apart: one strided slice of the image for each place in it, put together element by element, which
XLA makes one loop of. A large one is left to XLA's reduce_window.
"""

import itertools
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from graphlab._src.base.errors import UnimplementedError
from graphlab._src.ops.quotient import quotient
from graphlab._src.ops.window import Window

_SMALL = 16  # places in a window; more slices than that take longer to compile than they save


def _small(ksize):
    return math.prod(ksize) <= _SMALL


def slices(images, ksize, window, fill):
    """For each place in the window, row by row: (how far it is in, what the image has there for every window).

    fill: what lies beyond the border.
    """
    places, widths = window.places(images.shape, ksize, running=True), window.widths(images.shape, ksize)
    if any(before or after for before, after in widths):
        images = lax.pad(images, jnp.asarray(fill, images.dtype), [(*pair, 0) for pair in widths])
    for place in itertools.product(*map(range, ksize)):
        offset = [i * apart for i, apart in zip(place, window.dilations, strict=True)]
        ends = [o + (n - 1) * s + 1 for o, n, s in zip(offset, places, window.strides, strict=True)]
        yield (
            offset,
            jnp.zeros(places, images.dtype) if 0 in places else lax.slice(images, offset, ends, window.strides),
        )


def put_back(dims, ksize, window, values):
    """The image in which each window's values, by how far in they are, are added up."""
    widths = window.widths(dims, ksize)
    total = None
    for offset, value in values:
        sides = []
        for n, (before, _), o, count, stride in zip(dims, widths, offset, value.shape, window.strides, strict=True):
            start = o - before
            end = n - (start + (count - 1) * stride + 1) if count else n - start
            sides.append((start, end, stride - 1))
        part = lax.pad(value, jnp.zeros((), value.dtype), sides)
        total = part if total is None else total + part
    return total


def moves(ksize, strides, padding):
    """(the window's sizes, how it moves) from attributes; the batch is left as it is."""
    ksize, strides = tuple(int(n) for n in ksize), [int(n) for n in strides]
    if ksize[0] != 1 or strides[0] != 1:
        raise UnimplementedError(None, None, "Pooling is not yet supported on the batch dimension.")
    return ksize, Window.everywhere(strides, padding)


def lowest_of(dtype):
    return jnp.finfo(dtype).min if jnp.issubdtype(dtype, jnp.floating) else jnp.iinfo(dtype).min


def highest(images, ksize, window):
    """The highest of each window; what is no number does not count, as in TensorFlow."""
    lowest = lowest_of(images.dtype)
    if not _small(ksize):
        initial = np.asarray(lowest, images.dtype)
        return lax.reduce_window(
            images, initial, lambda a, b: lax.select(lax.gt(b, a), b, a), ksize, window.strides,
            window.widths(images.shape, ksize),
        )  # fmt: skip
    found = None
    for _, part in slices(images, ksize, window, lowest):
        before = jnp.full_like(part, lowest) if found is None else found
        found = jnp.where(part > before, part, before)
    return found


def _slices_in_numpy(images, ksize, window, fill):
    """The same as `slices` of a NumPy array: views of one array with a border."""
    places, widths = window.places(images.shape, ksize, running=True), window.widths(images.shape, ksize)
    if any(before or after for before, after in widths):
        inner = tuple([slice(before, before + n) for n, (before, _) in zip(images.shape, widths, strict=True)])
        sizes = [n + before + after for n, (before, after) in zip(images.shape, widths, strict=True)]
        padded = np.full(sizes, fill, images.dtype)
        padded[inner] = images
        images = padded
    yield from _views(images, ksize, window, places)


def highest_in_numpy(images, ksize, window):
    """`highest` of NumPy arrays; None for a large window."""
    if not _small(ksize) or images.dtype.char not in "fdil" or not images.size:
        return None
    lowest = lowest_of(images.dtype)
    found = None
    for part in _slices_in_numpy(images, ksize, window, lowest):
        found = np.fmax(part, lowest) if found is None else np.fmax(found, part, out=found)  # the one that is a number
    return found


def back_from_highest_in_numpy(images, highs, cotangents, ksize, window):
    """`back_from_highest` of NumPy arrays; None for a large window."""
    if not _small(ksize) or images.dtype.char not in "fdil" or not cotangents.size:
        return None
    widths = window.widths(images.shape, ksize)
    total = np.zeros(
        [n + before + after for n, (before, after) in zip(images.shape, widths, strict=True)], images.dtype
    )
    inner = tuple([slice(before, before + n) for n, (before, _) in zip(images.shape, widths, strict=True)])
    left = np.ones(highs.shape, bool)
    parts = _slices_in_numpy(images, ksize, window, lowest_of(images.dtype))
    for part, sums in zip(parts, _views(total, ksize, window, cotangents.shape), strict=True):
        first = (part == highs) & left
        left &= ~first
        sums += np.where(first, cotangents, cotangents.dtype.type(0))
    return np.ascontiguousarray(total[inner])


def _views(padded, ksize, window, places):
    """For each place in the window what it sees of an image that has its border already."""
    for place in itertools.product(*map(range, ksize)):
        starts = [i * apart for i, apart in zip(place, window.dilations, strict=True)]
        moves = zip(starts, places, window.strides, strict=True)
        yield padded[tuple([slice(start, start + (n - 1) * stride + 1, stride) for start, n, stride in moves])]


def firsts(images, highs, ksize, window):
    """For each place in the window: (place, the windows that have their highest there and nowhere before)."""
    left = None
    for offset, part in slices(images, ksize, window, lowest_of(images.dtype)):
        here = part == highs
        yield offset, here if left is None else here & left
        left = ~here if left is None else left & ~here


def back_from_highest(images, highs, cotangents, ksize, window):
    """Each window's cotangent at its maximum: at the first of equals."""
    if not _small(ksize) and jnp.issubdtype(images.dtype, jnp.floating):
        _, back = jax.vjp(lambda x: _reduced(x, -np.inf, lax.max, ksize, window), images)
        return back(cotangents)[0]
    nothing = jnp.zeros_like(cotangents)
    parts = [(offset, jnp.where(first, cotangents, nothing)) for offset, first in firsts(images, highs, ksize, window)]
    return put_back(images.shape, ksize, window, parts)


def back_from_all_highest(images, highs, cotangents, ksize, window):
    """Each window's cotangent wherever its maximum is, at all of equals."""
    nothing = jnp.zeros_like(cotangents)
    places = slices(images, ksize, window, lowest_of(images.dtype))
    return put_back(
        images.shape,
        ksize,
        window,
        [(offset, jnp.where(part == highs, cotangents, nothing)) for offset, part in places],
    )


def at_highest(images, highs, values, ksize, window):
    """What another image has where each window of the first has its highest."""
    result = jnp.zeros_like(highs)
    chosen = firsts(images, highs, ksize, window)
    for (_, first), (_, part) in zip(chosen, slices(values, ksize, window, 0), strict=True):
        result = jnp.where(first, part, result)
    return result


def _reduced(images, initial, reduce, ksize, window):
    return lax.reduce_window(
        images, np.asarray(initial, images.dtype), reduce, ksize, window.strides, window.widths(images.shape, ksize)
    )


def _summed(images, ksize, window):
    if not _small(ksize):
        return _reduced(images, 0, lax.add, ksize, window)
    parts = [part for _, part in slices(images, ksize, window, 0)]
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def _counts(dims, ksize, window):
    """How many of a window's places lie in the image, for every window."""
    places = window.places(dims, ksize, running=True)
    widths = window.widths(dims, ksize)
    counts = np.ones([1] * len(dims))
    for axis, (n, k, stride) in enumerate(zip(dims, ksize, window.strides, strict=True)):
        starts = np.arange(places[axis]) * stride - widths[axis][0]
        inside = np.minimum(starts + k, n) - np.maximum(starts, 0)
        counts = counts * inside.reshape([-1 if i == axis else 1 for i in range(len(dims))])
    if counts.size == 0 or (counts == counts.flat[0]).all():
        return np.asarray(math.prod(ksize) if counts.size == 0 else counts.flat[0])
    return counts


def _wide(dtype):
    return jnp.promote_types(dtype, jnp.float32)


def mean(images, ksize, window):
    """The mean of each window, of that part of it which lies in the image."""
    wide = images.astype(_wide(images.dtype))
    counts = _counts(images.shape, ksize, window).astype(wide.dtype)
    return quotient(_summed(wide, ksize, window), counts).astype(images.dtype)


def back_from_mean(dims, cotangents, ksize, window):
    """The cotangent of an image with these dims, from those of the means."""
    wide = cotangents.astype(_wide(cotangents.dtype))
    wide = quotient(wide, _counts(dims, ksize, window).astype(wide.dtype))
    images = jax.ShapeDtypeStruct(dims, wide.dtype)
    (found,) = jax.linear_transpose(lambda x: _summed(x, ksize, window), images)(wide)
    return found.astype(cotangents.dtype)

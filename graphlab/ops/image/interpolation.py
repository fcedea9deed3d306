"""Where the pixels of a resized image come from: for each along an axis some places and their weights, in NumPy.

The formulas are TensorFlow's, with single precision as there, so that the same pixels are chosen.
"""

import functools

import jax.numpy as jnp
import numpy as np

_STEPS = 1024  # places between two pixels that bicubic weights are known for


def _scale(size, new_size, align_corners):
    if align_corners and new_size > 1:
        return np.float32(size - 1) / np.float32(new_size - 1)
    return np.float32(size) / np.float32(new_size)


def _places(size, new_size, align_corners, half_pixel_centers):
    """The place of each new pixel among the old ones, a fraction."""
    scale = _scale(size, new_size, align_corners)
    places = np.arange(new_size, dtype=np.float32)
    if half_pixel_centers:
        return (places + np.float32(0.5)) * scale - np.float32(0.5)
    return places * scale


def nearest(size, new_size, align_corners, half_pixel_centers):
    """[new_size] old pixels."""
    scale = _scale(size, new_size, align_corners)
    places = np.arange(new_size, dtype=np.float32)
    places = (places + np.float32(0.5) if half_pixel_centers else places) * scale
    chosen = np.floor(places + np.float32(0.5) if align_corners else places)
    return np.clip(chosen.astype(np.int32), 0, size - 1)


def bilinear(size, new_size, align_corners, half_pixel_centers):
    """(the old pixel before each new one, the one after it, how far it is from the first to the second)."""
    places = _places(size, new_size, align_corners, half_pixel_centers)
    before = np.floor(places)
    lower = np.maximum(before.astype(np.int32), 0)
    upper = np.minimum(np.ceil(places).astype(np.int32), size - 1)
    return lower, upper, places - before


@functools.cache
def _cubic_weights(a):
    """The weights of the pixel at a distance from 0 to 1, and from 1 to 2. (Keys, 1981.)"""
    x = np.arange(_STEPS + 1, dtype=np.float32) / np.float32(_STEPS)
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    x = x + np.float32(1)
    far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return near.astype(np.float32), far.astype(np.float32)


def bicubic(size, new_size, align_corners, half_pixel_centers):
    """([new_size, 4] old pixels, their weights)."""
    near, far = _cubic_weights(-0.5 if half_pixel_centers else -0.75)
    places = _places(size, new_size, align_corners, half_pixel_centers)
    before = np.floor(places)
    offset = np.rint((places - before) * np.float32(_STEPS)).astype(np.int32)
    weights = np.stack([far[offset], near[offset], near[_STEPS - offset], far[_STEPS - offset]], axis=1)
    wanted = before.astype(np.int32)[:, None] + np.arange(-1, 3, dtype=np.int32)
    chosen = np.clip(wanted, 0, size - 1)
    if half_pixel_centers:  # what lies outside of the image does not count
        weights = np.where(chosen == wanted, weights, np.float32(0))
        weights = weights / weights.sum(axis=1, keepdims=True)
    return chosen, weights


def area(size, new_size, align_corners):
    """[new_size, size] weights: how much of each old pixel lies in the new one."""
    scale = _scale(size, new_size, align_corners)
    first = np.arange(new_size, dtype=np.float32) * scale
    last = np.arange(1, new_size + 1, dtype=np.float32) * scale
    weights = np.zeros([new_size, size], np.float32)
    for row, (begin, end) in enumerate(zip(first, last, strict=True)):
        for i in range(int(np.floor(begin)), int(np.ceil(end))):
            if i < begin:
                share = scale if i + 1 > end else i + 1 - begin
            else:
                share = end - i if i + 1 > end else 1
            weights[row, min(i, size - 1)] += share
    return weights / scale


def as_matrix(chosen, weights, size):
    """[new_size, size]: the places and weights as a matrix."""
    matrix = np.zeros([len(chosen), size], np.float32)
    np.add.at(matrix, (np.arange(len(chosen))[:, None], chosen), weights)
    return matrix


def take(images, chosen, axis):
    """The pixels at these places along an axis; by broadcasting where each one is repeated as often."""
    size = images.shape[axis]
    times = len(chosen) // size
    if len(chosen) == times * size and np.array_equal(chosen, np.arange(len(chosen)) // times):
        before, after = images.shape[: axis + 1], images.shape[axis + 1 :]
        repeated = jnp.broadcast_to(jnp.expand_dims(images, axis + 1), (*before, times, *after))
        return repeated.reshape(*before[:-1], len(chosen), *after)
    return jnp.take(images, chosen, axis=axis, mode="clip")


def put_back(gradients, chosen, size, axis):
    """The sum of what belongs to each of the old pixels: the transpose of `take`."""
    times = len(chosen) // size
    if times and len(chosen) == times * size and np.array_equal(chosen, np.arange(len(chosen)) // times):
        shape = gradients.shape
        return gradients.reshape(*shape[:axis], size, times, *shape[axis + 1 :]).sum(axis + 1, dtype=gradients.dtype)
    moved = jnp.moveaxis(gradients, axis, 0)
    empty = jnp.zeros([size, *moved.shape[1:]], moved.dtype)
    return jnp.moveaxis(empty.at[chosen].add(moved), 0, axis)

"""The source pixels and weights of each pixel of a resized image along an axis, in NumPy.

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
    x = np.arange(_STEPS + 1) / _STEPS
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    x = x + 1
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
        weights = weights * (1 / weights.sum(axis=1, keepdims=True))
    return chosen, weights


def area(size, new_size, align_corners):
    """([new_size, most] old pixels that each new one covers, how much of each, of how many pixels).

    The places left over are -1.
    """
    scale = _scale(size, new_size, align_corners)
    first = np.arange(new_size, dtype=np.float32) * scale
    last = np.arange(1, new_size + 1, dtype=np.float32) * scale
    covered, shares = [], []
    for begin, end in zip(first, last, strict=True):
        places = range(int(np.floor(begin)), int(np.ceil(end)))
        covered.append([min(i, size - 1) for i in places])
        shares.append([min(i + 1, end) - max(i, begin) for i in places])
    return _as_columns(covered).astype(np.int32), _as_columns(shares).clip(0).astype(np.float32), scale


def _as_columns(rows):
    """The lists as rows of one array, filled up with -1."""
    most = max(map(len, rows))
    return np.array([[*row, *[-1] * (most - len(row))] for row in rows])


def transposed(chosen, weights, size):
    """([size, most] places, weights): where each of the old pixels went; the places left over are -1."""
    to, of = [[] for _ in range(size)], [[] for _ in range(size)]
    for place, (pixels, parts) in enumerate(zip(chosen.tolist(), weights, strict=True)):
        for pixel, part in zip(pixels, parts, strict=True):
            to[pixel].append(place)
            of[pixel].append(part)
    return _as_columns(to).astype(np.int32), _as_columns(of).astype(np.float32)


def weighted(images, places, weights, axis):
    """The weighted sums of pixels along an axis, of those alone that have a place: 0 times infinity were NaN.

    places, weights: [new size, most]; -1 where there are fewer.
    """
    before, after = images.shape[:axis], images.shape[axis + 1 :]
    taken = jnp.take(images, places.ravel(), axis=axis, mode="clip").reshape(*before, *places.shape, *after)
    ones = [1] * len(after)
    products = taken * weights.reshape(*weights.shape, *ones)
    if (places < 0).any():
        products = jnp.where(places.reshape(*places.shape, *ones) >= 0, products, np.float32(0))
    return products.sum(axis + 1)


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
    """The sum of the contributions to each of the old pixels: the transpose of `take`."""
    times = len(chosen) // size
    if times and len(chosen) == times * size and np.array_equal(chosen, np.arange(len(chosen)) // times):
        shape = gradients.shape
        return gradients.reshape(*shape[:axis], size, times, *shape[axis + 1 :]).sum(axis + 1, dtype=gradients.dtype)
    moved = jnp.moveaxis(gradients, axis, 0)
    empty = jnp.zeros([size, *moved.shape[1:]], moved.dtype)
    return jnp.moveaxis(empty.at[chosen].add(moved), 0, axis)

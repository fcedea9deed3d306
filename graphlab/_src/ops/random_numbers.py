"""Distributions from a Philox state: the same numbers as TensorFlow's kernels from the same state.

Each has the state and a number of draws as arguments, and returns a vector. TensorFlow makes them in groups, as many as
one block of the generator holds: four of 32 bits or fewer, two of 64.
"""

import math

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.ops import philox

_TWO_PI = 6.25  # most of 2 pi, in few bits
_FURTHEST = 2  # deviations that a truncated normal number is from its mean at most
_STRIDE = 64  # blocks that a number of a truncated normal distribution may take
# Float type -> (bits of its fraction, bits of 1.0, the whole number of its size).
_LAYOUT = {
    "float16": (10, 15 << 10, np.uint16),
    "bfloat16": (7, 127 << 7, np.uint16),
    "float32": (23, 127 << 23, np.uint32),
}


def uniform(state, count, dtype):
    """From 0 to 1 with as many random bits as a fraction has: random bits below a 1, less 1."""
    if dtype.name == "float64":
        return doubles(*philox.words(state, 2 * count).reshape(count, 2).T)
    return floats(philox.words(state, count), dtype)


def floats(words, dtype):
    """A number from 0 to 1 for each word."""
    fraction, one, whole = _LAYOUT[dtype.name]
    bits = words & np.uint32((1 << fraction) - 1) | np.uint32(one)
    return jax.lax.bitcast_convert_type(bits.astype(whole), dtype.as_numpy_dtype) - jnp.ones((), dtype.as_numpy_dtype)


def doubles(high, low):
    """A float64 from 0 to 1 for each pair of words."""
    bits = (high.astype(np.uint64) & np.uint64(0xFFFFF)) << np.uint64(32) | low | np.uint64(1023 << 52)
    return jax.lax.bitcast_convert_type(bits, np.float64) - 1


def whole(state, count, low, high):
    """From low, which is among them, to high, which is not."""
    drawn = bits(state, count, low.dtype)
    return low + (drawn % (high - low).astype(drawn.dtype)).astype(low.dtype)


def bits(state, count, kind):
    """Random bits, as many as a type of whole numbers has: uint32 or uint64."""
    if kind.itemsize == 4:
        return philox.words(state, count)
    pairs = philox.words(state, 2 * count).reshape(count, 2).astype(np.uint64)
    return pairs[:, 0] | pairs[:, 1] << np.uint64(32)


def normal(state, count, dtype):
    """Normal numbers in pairs from pairs of uniform ones (Box and Muller, 1958)."""
    wide = dtype.name == "float64"
    first, second = _pairs(philox.blocks(state, -(-count // (2 if wide else 4))), wide)
    lane = np.arange(first.shape[1], dtype=np.int32) % 2 == 0
    radius, angle = polar(first, second)
    return (jnp.where(lane, jnp.sin(angle), jnp.cos(angle)) * radius).reshape(-1)[:count].astype(dtype.as_numpy_dtype)


def _pairs(blocks, wide):
    """[blocks, numbers] twice: the two uniform numbers that each normal number of a block is made of."""
    a, b, c, d = blocks
    if wide:
        first, second = doubles(a, b), doubles(c, d)
        return jnp.stack([first, first], axis=1), jnp.stack([second, second], axis=1)
    first, second = jnp.stack([a, a, c, c], axis=1), jnp.stack([b, b, d, d], axis=1)
    return floats(first, dtypes.float32), floats(second, dtypes.float32)


def polar(first, second):
    radius = jnp.sqrt(-2 * jnp.log(jnp.maximum(first, 1e-7)))
    if second.dtype == np.float64:
        return radius, 2 * math.pi * second
    # TensorFlow multiplies in 64 bits. With few bits in one factor each the first product is exact, the rest small.
    coarse = jnp.floor(second * 4096) / 4096
    return radius, _TWO_PI * coarse + (_TWO_PI * (second - coarse) + (2 * math.pi - _TWO_PI) * second)


def truncated(state, count, dtype):
    """Normal numbers of which each group leaves out those that are too far out, and uses the next ones instead."""
    wide = dtype.name == "float64"
    size = 2 if wide else 4
    groups = -(-count // size)
    kind = np.float64 if wide else np.float32
    lanes = np.arange(size, dtype=np.int32)[:, None]

    def draw(progress):
        block, filled, chosen = progress
        first, second = _pairs(philox.blocks(state, groups, _STRIDE * size, block), wide)
        radius, angle = polar(first, second)
        drawn = jnp.where(lanes.T % 2 == 0, jnp.sin(angle), jnp.cos(angle)) * radius
        for number in drawn.T:
            taken = jnp.abs(number) < _FURTHEST
            chosen = jnp.where((filled == lanes) & taken, number, chosen)
            filled += taken.astype(np.int32)
        return block + np.uint32(1), filled, chosen

    start = np.uint32(0), jnp.zeros(groups, np.int32), jnp.zeros((size, groups), kind)
    *_, chosen = jax.lax.while_loop(lambda progress: (progress[1] < size).any(), draw, start)
    return chosen.T.reshape(-1)[:count].astype(dtype.as_numpy_dtype)


def categories(state, logits, count):
    """[batch, count] numbers of classes that are as likely as softmax(logits) says."""
    if count < 0:
        raise ValueError(f"num_samples should be nonnegative, got {count}")
    batch, classes = logits.shape
    wide = logits.astype(np.float64)
    finite = jnp.isfinite(wide)
    most = jnp.max(jnp.where(finite, wide, -np.inf), axis=1, keepdims=True, initial=np.finfo(np.float64).min)
    total = jnp.cumsum(jnp.where(finite, jnp.exp(wide - most), 0), axis=1)
    wanted = uniform(state, batch * count, dtypes.float64).reshape(batch, count) * total[:, -1:]
    if count == 1:
        return jnp.sum(total <= wanted, axis=1, keepdims=True)
    return jax.vmap(lambda row, value: jnp.searchsorted(row, value, side="right"))(total, wanted)


def order(state, count):
    """The numbers below count in random order, by Fisher and Yates' exchanges."""
    drawn = philox.words(state, max(count - 1, 0))

    def exchange(progress):
        i, places = progress
        other = i + (drawn[i] % (count - i).astype(np.uint32)).astype(np.int32)
        both = jnp.stack([i, other])  # two writes, one after the other, copy all places each time
        return i + np.int32(1), places.at[both].set(places[both[::-1]], mode="promise_in_bounds")

    places = jnp.arange(count, dtype=np.int32)
    if count < 2:
        return places
    return jax.lax.while_loop(lambda progress: progress[0] < count - 1, exchange, (np.int32(0), places))[1]

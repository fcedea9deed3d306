"""Philox 4×32 with ten rounds: the counter-based generator of TensorFlow's random operations.

J. K. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011. A key of 64 bits and a counter of 128 make a
block of four words of 32 bits. A state is six words, key and counter (compiler/streams.py).
"""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import shapes

_MULTIPLIERS = 0xD2511F53, 0xCD9E8D57
_STEPS = np.uint32(0x9E3779B9), np.uint32(0xBB67AE85)
_SCRAMBLE = np.uint32(0x3EC8F720), np.uint32(0x02461E29)
_LOW, _HALF = np.uint32(0xFFFF), np.uint32(16)


def state_of(seed):
    """The state for a stateless operation's seed of two whole numbers."""
    if shapes.differ(seed.shape, (2,)):
        raise ValueError(f"seed must have shape [2], not {shapes.text(seed.shape)}")
    mixed = _rounds([half for number in (seed[0], seed[1]) for half in _halves(number)], _SCRAMBLE)
    zero = jnp.zeros_like(mixed[0])
    return jnp.stack([mixed[0], mixed[1], zero, zero, mixed[2], mixed[3]])


def _halves(number):
    """The low and the high word of a number of 64 bits; one of 32 bits has its sign in the high word."""
    number = jnp.asarray(number)
    high = number >> (32 if number.dtype.itemsize == 8 else 31)
    return [number.astype(np.uint32), high.astype(np.uint32)]


def blocks(state, count, stride=1, skip: Any = 0):
    """Four vectors of `count` words: those of every stride-th block, from block number `skip` on."""
    state = jnp.asarray(state)
    places = jnp.arange(count, dtype=np.uint32)
    start = state[2] + jnp.asarray(skip, np.uint32)
    low = start + places * np.uint32(stride)
    over = (start < state[2]).astype(np.uint32) + (low < start).astype(np.uint32)
    high = state[3] + over
    if count * stride > 1 << 32:
        high += (places.astype(np.uint64) * np.uint64(stride) >> np.uint64(32)).astype(np.uint32)
    upper = [jnp.broadcast_to(word, places.shape) for word in (state[4], state[5])]
    return _rounds([low, high, *upper], state[:2])


def words(state, count):
    """The next `count` words, which lie as the blocks have them one after the other."""
    return jnp.stack(blocks(state, -(-count // 4)), axis=1).reshape(-1)[:count]


def words_from(state, begin, count):
    """`count` words from word number `begin` on, which may be known in a run only."""
    begin = jnp.asarray(begin, np.uint32)
    near = jnp.stack(blocks(state, count // 4 + 2, skip=begin // 4), axis=1).reshape(-1)
    return jax.lax.dynamic_slice(near, [begin % 4], [count])


def _rounds(counter, key):
    """Ten rounds as a loop: spelled out they are computed anew for each of the four words."""

    def iteration(state):
        done, a, b, c, d, left, right = state
        first, second = _product(a, _MULTIPLIERS[0]), _product(c, _MULTIPLIERS[1])
        return (
            done + np.int32(1),
            *(second[1] ^ b ^ left, second[0], first[1] ^ d ^ right, first[0]),
            *(left + _STEPS[0], right + _STEPS[1]),
        )

    start = np.int32(0), *counter, *(jnp.asarray(word) for word in key)
    return jax.lax.while_loop(lambda state: state[0] < 10, iteration, start)[1:5]


def _product(word, multiplier):
    """(low, high) word of a product, by halves of 16 bits: accelerators are slow with 64."""
    low, high = np.uint32(multiplier & 0xFFFF), np.uint32(multiplier >> 16)
    word_low, word_high = word & _LOW, word >> _HALF
    middle = word_high * low + (word_low * low >> _HALF)
    other = word_low * high + (middle & _LOW)
    return word * np.uint32(multiplier), word_high * high + (middle >> _HALF) + (other >> _HALF)

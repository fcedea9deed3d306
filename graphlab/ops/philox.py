"""Philox 4×32 with ten rounds: the counter-based random bits of TensorFlow's stateless operations.

J. K. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011. A key of 64 bits and a counter of 128 give
four words of 32 bits.
"""

import jax.numpy as jnp
import numpy as np

_MULTIPLIERS = 0xD2511F53, 0xCD9E8D57
_STEPS = np.uint32(0x9E3779B9), np.uint32(0xBB67AE85)
_SCRAMBLE = np.uint32(0x3EC8F720), np.uint32(0x02461E29)
_LOW, _HALF = np.uint32(0xFFFF), np.uint32(16)


def words(seed, count):
    """The first `count` words of 32 bits of the stream that belongs to a seed of two whole numbers."""
    halves = [half for number in (seed[0], seed[1]) for half in _halves(number)]
    mixed = _rounds(halves, _SCRAMBLE)
    blocks = jnp.arange(-(-count // 4), dtype=np.uint32)
    zero = jnp.zeros_like(blocks)
    counter = [blocks, zero, zero + mixed[2], zero + mixed[3]]
    return jnp.stack(_rounds(counter, mixed[:2]), axis=1).reshape(-1)[:count]


def _halves(number):
    """The low and the high word of a number of 64 bits; one of 32 bits has its sign in the high word."""
    number = jnp.asarray(number)
    high = number >> (32 if number.dtype.itemsize == 8 else 31)
    return [number.astype(np.uint32), high.astype(np.uint32)]


def _rounds(counter, key):
    key = [jnp.asarray(word) for word in key]
    a, b, c, d = counter
    for _ in range(10):
        first, second = _product(a, _MULTIPLIERS[0]), _product(c, _MULTIPLIERS[1])
        a, b, c, d = second[1] ^ b ^ key[0], second[0], first[1] ^ d ^ key[1], first[0]
        key = [word + step for word, step in zip(key, _STEPS, strict=True)]
    return [a, b, c, d]


def _product(word, multiplier):
    """(low, high) word of a product, by halves of 16 bits: accelerators are slow with 64."""
    low, high = np.uint32(multiplier & 0xFFFF), np.uint32(multiplier >> 16)
    word_low, word_high = word & _LOW, word >> _HALF
    middle = word_high * low + (word_low * low >> _HALF)
    other = word_low * high + (middle & _LOW)
    return word * np.uint32(multiplier), word_high * high + (middle >> _HALF) + (other >> _HALF)

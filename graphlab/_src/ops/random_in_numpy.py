"""The draws of random_numbers.py with NumPy, for runs without a compiler: the same words, the same numbers.

Numbers are made in parts, so that a large draw needs little more memory than its result, by several threads.
"""

import math
import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.compiler.interpreter.primitives.table import check_time

_MULTIPLIERS = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_STEPS = 0x9E3779B9, 0xBB67AE85
_MASK, _SHIFT = 0xFFFFFFFF, np.uint64(32)
PART = 1 << 16  # blocks
_FEW = 3  # parts, which one thread draws as soon as several would
_TWO_PI = 6.25  # as in random_numbers
_FURTHEST = 2
_STRIDE = 64
_LAYOUT = {
    "float16": (10, 15 << 10, np.uint16),
    "bfloat16": (7, 127 << 7, np.uint16),
    "float32": (23, 127 << 23, np.uint32),
}


def uniform(state, count, dtype):
    """From 0 to 1, as random_numbers.uniform."""
    wide = dtype.name == "float64"

    def numbers(blocks):
        if wide:
            a, b, c, d = blocks
            return np.stack([doubles(a, b), doubles(c, d)], axis=1)
        return _floats(np.stack(blocks, axis=1), dtype)

    return _in_parts(state, count, 2 if wide else 4, dtype.as_numpy_dtype, numbers)


def whole(state, count, low, high):
    """From low to below high, as random_numbers.whole."""
    wide = low.dtype == np.int64
    kind = np.uint64 if wide else np.uint32
    span = (high - low).astype(kind)

    def numbers(blocks):
        words = np.stack(blocks, axis=1)
        if wide:
            pairs = words.reshape(-1, 2).astype(np.uint64)
            words = pairs[:, 0] | pairs[:, 1] << _SHIFT
        return low + (words % span).astype(low.dtype)

    return _in_parts(state, count, 2 if wide else 4, low.dtype, numbers)


def order(state, count):
    """The numbers below count in random order, as random_numbers.order."""
    blocks = blocks_at(state, np.arange(-(-max(count - 1, 0) // 4), dtype=np.uint64))
    places = list(range(count))
    for i, word in enumerate(np.stack(blocks, axis=1).reshape(-1)[: max(count - 1, 0)].tolist()):
        other = i + word % (count - i)
        places[i], places[other] = places[other], places[i]
    return np.array(places, np.int32)


def normal(state, count, dtype):
    """Normal numbers, as random_numbers.normal."""
    wide = dtype.name == "float64"
    return _in_parts(state, count, 2 if wide else 4, dtype.as_numpy_dtype, lambda blocks: normals(blocks, wide))


def truncated(state, count, dtype):
    """Normal numbers that are not too far out, as random_numbers.truncated."""
    wide = dtype.name == "float64"
    size = 2 if wide else 4
    groups = -(-count // size)
    result = np.empty((groups, size), dtype.as_numpy_dtype)

    def draw(begin):
        part = result[begin : begin + PART]
        start = np.arange(begin, begin + len(part), dtype=np.uint64) * np.uint64(_STRIDE * size)
        part[:] = drawn = normals(blocks_at(state, start), wide)  # right where all of a group are near
        near = np.abs(drawn) < _FURTHEST
        rows, blocks = np.flatnonzero(near.view(f"u{size}") != np.ones(size, bool).view(f"u{size}")), 2
        while len(rows):
            places = (start[rows, None] + np.arange(blocks, dtype=np.uint64)).reshape(-1)
            drawn = normals(blocks_at(state, places), wide).reshape(len(rows), blocks * size)
            near = np.abs(drawn) < _FURTHEST
            found = near.sum(axis=1)
            enough, first = found >= size, np.cumsum(found) - found
            part[rows[enough]] = drawn[near][first[enough, None] + np.arange(size)]
            rows, blocks = rows[~enough], 2 * blocks

    each_part(groups, draw)
    return result.reshape(-1)[:count]


def _in_parts(state, count, size, kind, numbers):
    """So many numbers. size: how many one block makes.  numbers(blocks): those of some blocks, [blocks, size]."""
    total = -(-count // size)
    result = np.empty((total, size), kind)

    def draw(begin):
        part = result[begin : begin + PART]
        part[:] = numbers(blocks_at(state, np.arange(begin, begin + len(part), dtype=np.uint64))).reshape(part.shape)

    each_part(total, draw)
    return result.reshape(-1)[:count]


def each_part(count, draw):
    """Calls draw(begin) for each part of so many blocks, in as many threads as there are processors."""
    begins = range(0, count, PART)
    if len(begins) < _FEW:
        for begin in begins:
            draw(begin)
            check_time()
        return
    pool = ThreadPoolExecutor(min(len(begins), os.cpu_count() or 1))
    try:
        for _ in pool.map(draw, begins):
            check_time()
    finally:
        pool.shutdown(cancel_futures=True)


def blocks_at(state, places):
    """Four vectors of words: those of the blocks at some places, uint64, from the state on."""
    key, counter = (int(state[i]) | int(state[i + 1]) << 32 for i in (0, 2))
    places = places + np.uint64(counter)
    a, b = places.astype(np.uint32), (places >> _SHIFT).astype(np.uint32)
    c, d = np.asarray(state[4]), np.asarray(state[5])
    left, right = key & _MASK, key >> 32
    for _ in range(10):
        first, second = (
            np.multiply(a, _MULTIPLIERS[0], dtype=np.uint64),
            np.multiply(c, _MULTIPLIERS[1], dtype=np.uint64),
        )
        a, b, c, d = (
            (second >> _SHIFT).astype(np.uint32) ^ b ^ np.uint32(left),
            second.astype(np.uint32),
            (first >> _SHIFT).astype(np.uint32) ^ d ^ np.uint32(right),
            first.astype(np.uint32),
        )
        left, right = left + _STEPS[0] & _MASK, right + _STEPS[1] & _MASK
    return a, b, c, d


def _floats(words, dtype):
    fraction, one, whole_type = _LAYOUT[dtype.name]
    bits = words & np.uint32((1 << fraction) - 1) | np.uint32(one)
    return bits.astype(whole_type).view(dtype.as_numpy_dtype) - np.ones((), dtype.as_numpy_dtype)


def doubles(high, low):
    bits = (high.astype(np.uint64) & np.uint64(0xFFFFF)) << _SHIFT | low | np.uint64(1023 << 52)
    return bits.view(np.float64) - 1


def normals(blocks, wide):
    """[blocks, numbers] of the normal distribution: two by two from a radius and an angle (Box and Muller, 1958)."""
    a, b, c, d = blocks
    if wide:
        pairs = [(doubles(a, b), doubles(c, d))]
    else:
        pairs = [(_floats(x, dtypes.float32), _floats(y, dtypes.float32)) for x, y in ((a, b), (c, d))]
    result = np.empty((len(a), 2 * len(pairs)), np.float64 if wide else np.float32)
    for i, (first, second) in enumerate(pairs):
        if wide:
            angle = 2 * math.pi * second
        else:
            coarse = np.floor(second * np.float32(4096)) / np.float32(4096)
            angle = _TWO_PI * coarse + (_TWO_PI * (second - coarse) + (2 * math.pi - _TWO_PI) * second)
        radius = np.sqrt(-2 * np.log(np.maximum(first, first.dtype.type(1e-7))))
        np.multiply(np.sin(angle), radius, out=result[:, 2 * i])
        np.multiply(np.cos(angle), radius, out=result[:, 2 * i + 1])
    return result

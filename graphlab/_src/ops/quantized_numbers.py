"""Numbers as quantized integers, and back: the arithmetic of TensorFlow's kernels, in NumPy.

A range (low, high) says which numbers the lowest and the highest integer of a type represent.
"""

import numpy as np

from graphlab._src.base import dtypes


def numbers(values):
    """Quantized values as plain integers of 64 bits."""
    plain = values if values.dtype.names is None else values[values.dtype.names[0]][..., 0]
    return plain.astype(np.int64)


def limits(dtype):
    """(the lowest, the highest integer of a quantized type)."""
    info = np.iinfo(dtypes.storage(dtype))
    return int(info.min), int(info.max)


def stored(values, dtype):
    """Integers as a run keeps them: those beyond the type's limits are moved there."""
    return np.clip(values, *limits(dtype)).astype(dtypes.storage(dtype))


def _away(x):
    whole = np.trunc(x)
    return whole + np.copysign(np.abs(x - whole) >= 0.5, x)


def _scale(dtype, low, high):
    """How many integers there are for each 1 of a range."""
    lowest, highest = limits(dtype)
    steps = highest - lowest + 1
    return steps / (float(np.float32(high) - np.float32(low)) * (steps / (steps - 1.0)))


def to_integer(x, dtype, low, high):
    """The integers that represent numbers in a range, not yet moved to the type's limits."""
    lowest, _ = limits(dtype)
    if low == high:
        return np.full(np.shape(x), lowest, np.int64)
    scale = _scale(dtype, low, high)
    return (_away(np.asarray(x, np.float64) * scale) - _away(float(low) * scale)).astype(np.int64) + lowest


def to_number(integers, dtype, low, high):
    """The numbers that integers represent: float32."""
    lowest, _ = limits(dtype)
    if low == high:
        return np.full(np.shape(integers), low, np.float32)
    step = 1 / _scale(dtype, low, high)
    short = float(np.float32(step))
    return ((integers - float(lowest)) * step + _away(float(low) / short) * short).astype(np.float32)


def in_new_range(integers, dtype, old, new_dtype, new):
    """Integers of another type and range for the same numbers."""
    if dtype is dtypes.qint32 and new_dtype is dtypes.quint8:
        return _shifted(integers, old, new)
    return to_integer(to_number(integers, dtype, *old), new_dtype, *new)


def _shifted(integers, old, new):
    """The same from 32 to 8 bits, by multiplication and shifts alone, as kernels do it."""
    width, new_width = np.float32(old[1]) - np.float32(old[0]), np.float32(new[1]) - np.float32(new[0])
    if new_width == 0:
        return np.zeros(np.shape(integers), np.int64)
    middle = (np.float32(old[0]) + np.float32(old[1])) / np.float32(2)
    scale = int(255.0 * (1 << 16) * float(width) / float(new_width))
    offset = int(float(middle) * (255.0 / float(new_width)) * (1 << 16))
    start = int((1 << 16) * (float(new[0]) * 255.0) / float(new_width))
    return (((integers * scale) >> 32) + offset - start + (1 << 15)) >> 16


def product_range(a, a_range, b, b_range, result):
    """The range of the products of integers of the types a and b, as integers of the type `result`."""
    one = [
        (np.float32(high) - np.float32(low)) / np.float32(limits(dtype)[1] - limits(dtype)[0])
        for dtype, (low, high) in ((a, a_range), (b, b_range))
    ]
    lowest, highest = limits(result)
    step = one[0] * one[1]
    return np.float32(step * np.float32(lowest)), np.float32(step * np.float32(highest))


def zero_of(dtype, low, high):
    """The integer that represents 0."""
    return int(to_integer(0.0, dtype, low, high))

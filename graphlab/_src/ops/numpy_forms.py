"""What `interpret=` and `vectorize=` of @op take: helpers for operations as NumPy does them."""

import math

import numpy as np

_NUMBERS = 1 << 24  # numbers that two arrays have at most when they broadcast, and that no array is too large for
_LARGEST = 1 << 28  # bytes of an array that NumPy makes; XLA may not need it whole


def on_numbers(function, types="fd"):
    """The NumPy function for inputs of these types, by their characters, of which the output has the type as well."""

    def compute(*values):
        if values[0].dtype.char not in types:
            return None
        if len(values) == 2 and values[0].size * values[1].size > _NUMBERS and values[0].shape != values[1].shape:
            check_size(np.broadcast_shapes(values[0].shape, values[1].shape), values[0].itemsize)
        return function(*values)

    return compute


def of_one_shape(function, types="fdil"):
    """The NumPy function for two inputs of these types and of one shape."""
    return lambda x, y: function(x, y) if x.dtype.char in types and x.shape == y.shape else None


def check_size(dims, itemsize):
    """MemoryError for an array that XLA may compute without having it in memory."""
    if math.prod(dims) * itemsize > _LARGEST:
        raise MemoryError(f"an array of {dims} is left to XLA")


def only_first(rule):
    """A rule for many elements at once, (step, inputs) -> output, where no other input than the first one varies."""

    def vectorized(step, inputs, flags):
        return rule(step, inputs) if flags[0] and not any(flags[1:]) else None

    return vectorized


def aligned(inputs, flags):
    """Arrays of which those with a row for each element get axes after the first, so that they broadcast as elements do.

    flags: which inputs have a row for each element.
    """
    rank = max(value.ndim - flag for value, flag in zip(inputs, flags, strict=True))
    return [
        value.reshape(len(value), *[1] * (rank + 1 - value.ndim), *value.shape[1:]) if flag else value
        for value, flag in zip(inputs, flags, strict=True)
    ]

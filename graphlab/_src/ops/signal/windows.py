"""Window functions: hann_window, hamming_window."""

import math

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, convert_to_tensor, name_scope, static_value
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import ones
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.division import floormod
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.trigonometry import cos


def hann_window(window_length, periodic=True, dtype=dtypes.float32, name=None):
    """0.5 - 0.5 cos(2 pi i / n), which begins with 0.

    window_length: a number.  periodic: n is the length, so that windows follow each other; False for a symmetric one.
    dtype: a floating point one, of the result.
    """
    return _raised_cosine(name, "hann_window", window_length, periodic, dtype, 0.5, 0.5)


def hamming_window(window_length, periodic=True, dtype=dtypes.float32, name=None):
    """0.54 - 0.46 cos(2 pi i / n), which begins with 0.08.

    window_length: a number.  periodic: n is the length, so that windows follow each other; False for a symmetric one.
    dtype: a floating point one, of the result.
    """
    return _raised_cosine(name, "hamming_window", window_length, periodic, dtype, 0.54, 0.46)


def _raised_cosine(name, default_name, window_length, periodic, dtype, a, b):
    dtype = dtypes.as_dtype(dtype)
    if not dtype.is_floating:
        raise ValueError(f"dtype must be a floating point type. Found {dtype}")
    with name_scope(name, default_name, [window_length, periodic]):
        length = convert_to_tensor(window_length, dtypes.int32, name="window_length")
        length.shape.assert_has_rank(0)
        known = static_value(length)
        if known == 1:
            return ones([1], dtype=dtype)
        periodic = cast(convert_to_tensor(periodic, dtypes.bool, name="periodic"), dtypes.int32)
        periodic.shape.assert_has_rank(0)
        even = 1 - floormod(length, 2)
        n = cast(length + periodic * even - 1, dtype)
        count = cast(range_(length), dtype)
        angle = constant(2 * math.pi, dtype=dtype) * count / n
        if known is not None:
            return cast(a - b * cos(angle), dtype)
        return cond(equal(length, 1), lambda: ones([1], dtype=dtype), lambda: cast(a - b * cos(angle), dtype))

"""Hue, saturation and value changed in YIQ, where the change is one matrix."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.image.conversion import convert_image_dtype
from graphlab._src.ops.joining import stack
from graphlab._src.ops.products import tensordot
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.trigonometry import cos, sin

# Rows: Y, I and Q of red, green and blue; and the way back, to the digits that TensorFlow's kernel has.
_YIQ = np.array([[0.299, 0.587, 0.114], [0.596, -0.274, -0.322], [0.211, -0.523, 0.312]], np.float32)
_RGB = np.array([[1, 0.95617069, 0.62143257], [1, -0.2726886, -0.64681324], [1, -1.103744, 1.70062309]], np.float32)


def adjust_hsv_in_yiq(image, delta_hue: Any = 0, scale_saturation: Any = 1, scale_value: Any = 1, name=None):
    """RGB images [..., 3] with the hue shifted by delta_hue radians, and saturation and value scaled.

    Integers are converted to floating point and back, as convert_image_dtype does.
    """
    with name_scope(name, "adjust_hsv_in_yiq", [image]):
        image = convert_to_tensor(image, name="image")
        kind = image.dtype
        hue, saturation, value = (
            convert_to_tensor(number, dtypes.float32) for number in (delta_hue, scale_saturation, scale_value)
        )
        chroma, zero = value * saturation, value * 0.0
        c, s = chroma * cos(hue), chroma * sin(hue)
        change = reshape(stack([value, zero, zero, zero, c, -s, zero, s, c]), [3, 3])
        matrix = tensordot(tensordot(_RGB, change, 1), _YIQ, 1)
        result = tensordot(convert_image_dtype(image, dtypes.float32), matrix, [[-1], [1]])
        result.set_shape(image.shape)
        return convert_image_dtype(result, kind)


def random_hsv_in_yiq(
    image, max_delta_hue=0, lower_saturation=1, upper_saturation=1, lower_value=1, upper_value=1, seed=None
):
    """adjust_hsv_in_yiq with a hue in [-max_delta_hue, max_delta_hue], and a saturation and a value between two bounds."""
    if max_delta_hue < 0:
        raise ValueError("max_delta must be non-negative.")
    for name, low, high in (
        ("saturation", lower_saturation, upper_saturation),
        ("value", lower_value, upper_value),
    ):
        if low < 0:
            raise ValueError(f"lower_{name} must be non-negative.")
        if low > high:
            raise ValueError(f"lower_{name} must be < upper_{name}.")

    def drawn(low, high):
        return low if low == high else random_uniform([], low, high, seed=seed)

    hue = drawn(-max_delta_hue, max_delta_hue)
    saturation, value = drawn(lower_saturation, upper_saturation), drawn(lower_value, upper_value)
    return adjust_hsv_in_yiq(image, hue, saturation, value)

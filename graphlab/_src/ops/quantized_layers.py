"""The layers of quantized networks: convolution, matrix product, pooling and relu of integers, on the host."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.ops.define import op
from graphlab._src.ops.quantized import KINDS, ON_HOST, same_as_first, scalars
from graphlab._src.ops.quantized_numbers import limits, numbers, product_range, stored, to_integer, zero_of
from graphlab._src.ops.rules import merge_size, with_rank
from graphlab._src.ops.window import Window

_PADDING = (b"SAME", b"VALID")


def _windows(images, window, sizes, beyond):
    """[(row, column) of the window, the elements there at each place]. beyond: what surrounds the images."""
    rows, columns = window.places(images.shape[1:3], sizes, running=True)
    widths = window.widths(images.shape[1:3], sizes)
    images = np.pad(images, [(0, 0), *widths, (0, 0)], constant_values=beyond)
    reach = [(count - 1) * stride + 1 for count, stride in zip((rows, columns), window.strides, strict=True)]
    for row in range(sizes[0]):
        for column in range(sizes[1]):
            top, left = row * window.dilations[0], column * window.dilations[1]
            part = images[:, top : top + reach[0] : window.strides[0], left : left + reach[1] : window.strides[1]]
            yield (row, column), part


def _convolved(op):
    images, filters = with_rank(op.inputs[0].dims, 4), with_rank(op.inputs[1].dims, 4)
    scalars(op, 2, 3, 4, 5)
    merge_size(images[3], filters[2], "the filter's third axis is for the channels of the input")
    window = Window.of(4, op.attrs["strides"], op.attrs["padding"], b"NHWC", op.attrs["dilations"])
    return [(images[0], *window.places(images[1:3], filters[:2]), filters[3]), (), ()]


@op(
    "QuantizedConv2D",
    "input: Tinput, filter: Tfilter, min_input: float32, max_input: float32, min_filter: float32, max_filter: float32 -> "
    "output: out_type=qint32, min_output: float32, max_output: float32",
    types={"Tinput": KINDS, "Tfilter": KINDS, "out_type": KINDS, "padding": _PADDING},
    infer=_convolved,
    **ON_HOST,
)
def quantized_conv2d(
    input,
    filter,
    min_input,
    max_input,
    min_filter,
    max_filter,
    *,
    Tinput: dtypes.DType,
    Tfilter: dtypes.DType,
    strides: list[int],
    padding: bytes,
    out_type: dtypes.DType = dtypes.qint32,
    dilations: list[int] = [1, 1, 1, 1],  # noqa: B006
):
    """(a convolution of quantized images, the least and the greatest number that it can represent).

    input: [batch, height, width, channels].  filter: [height, width, channels in, channels out].
    min_input and the like: the ends of their ranges.  strides, padding, dilations: as in conv2d.  out_type: of the result.
    """
    images = (numbers(input) - zero_of(Tinput, min_input, max_input)).astype(np.float64)  # exact to 53 bits
    weights = (numbers(filter) - zero_of(Tfilter, min_filter, max_filter)).astype(np.float64)
    window = Window.of(4, strides, padding, b"NHWC", dilations)
    found: Any = 0
    for place, part in _windows(images, window, weights.shape[:2], 0):
        found = found + part @ weights[place]
    ends = product_range(Tinput, (min_input, max_input), Tfilter, (min_filter, max_filter), out_type)
    return stored(found, out_type), *ends


def _multiplied(op):
    a, b = with_rank(op.inputs[0].dims, 2), with_rank(op.inputs[1].dims, 2)
    scalars(op, 2, 3, 4, 5)
    a = a[::-1] if op.attrs["transpose_a"] else a
    b = b[::-1] if op.attrs["transpose_b"] else b
    merge_size(a[1], b[0])
    return [(a[0], b[1]), (), ()]


@op(
    "QuantizedMatMul",
    "a: T1, b: T2, min_a: float32, max_a: float32, min_b: float32, max_b: float32 -> out: Toutput=qint32, "
    "min_out: float32, max_out: float32",
    types={"T1": KINDS, "T2": KINDS, "Toutput": KINDS, "Tactivation": KINDS},
    infer=_multiplied,
    attrs={"Tactivation": (dtypes.DType, dtypes.quint8)},
    **ON_HOST,
)
def quantized_mat_mul(
    a,
    b,
    min_a,
    max_a,
    min_b,
    max_b,
    *,
    T1: dtypes.DType,
    T2: dtypes.DType,
    Toutput: dtypes.DType = dtypes.qint32,
    transpose_a: bool = False,
    transpose_b: bool = False,
):
    """(the product of quantized matrices, the least and the greatest number that it can represent)."""
    left = (numbers(a) - zero_of(T1, min_a, max_a)).astype(np.float64)
    right = (numbers(b) - zero_of(T2, min_b, max_b)).astype(np.float64)
    found = (left.T if transpose_a else left) @ (right.T if transpose_b else right)
    return stored(found, Toutput), *product_range(T1, (min_a, max_a), T2, (min_b, max_b), Toutput)


def _relu(name, doc):
    """A relu: of the features, and of the number above which nothing is, where that is an input."""
    more = ", max_value: float32" if name == "QuantizedReluX" else ""
    signature = (
        f"features: Tinput{more}, min_features: float32, max_features: float32 -> activations: out_type=quint8, "
        "min_activations: float32, max_activations: float32"
    )
    how = {"types": {"Tinput": KINDS, "out_type": KINDS}, "infer": same_as_first, **ON_HOST}

    def decorate(kernel):
        kernel.__doc__ = doc
        return op(name, signature, **how)(kernel)

    return decorate


def _above_zero(features, kind, low, high, most, out_type):
    found = np.maximum(numbers(features), np.clip(zero_of(kind, low, high), *limits(kind)))
    if most is not None:
        found = np.minimum(found, np.clip(to_integer(most, kind, low, high), *limits(kind)))
    return stored(found, out_type), low, high


@_relu("QuantizedRelu", "(max(x, 0) of quantized numbers, their range).")
def quantized_relu(
    features,
    min_features,
    max_features,
    *,
    Tinput: dtypes.DType,
    out_type: dtypes.DType = dtypes.quint8,
):
    return _above_zero(features, Tinput, min_features, max_features, None, out_type)


@_relu("QuantizedRelu6", "(min(max(x, 0), 6) of quantized numbers, their range).")
def quantized_relu6(
    features,
    min_features,
    max_features,
    *,
    Tinput: dtypes.DType,
    out_type: dtypes.DType = dtypes.quint8,
):
    return _above_zero(features, Tinput, min_features, max_features, 6.0, out_type)


@_relu("QuantizedReluX", "(min(max(x, 0), max_value) of quantized numbers, their range).")
def quantized_relu_x(
    features,
    max_value,
    min_features,
    max_features,
    *,
    Tinput: dtypes.DType,
    out_type: dtypes.DType = dtypes.quint8,
):
    return _above_zero(features, Tinput, min_features, max_features, max_value, out_type)


def _pooled(op):
    images = with_rank(op.inputs[0].dims, 4)
    scalars(op, 1, 2)
    sizes, strides = op.attrs["ksize"], op.attrs["strides"]
    if sizes[0] != 1 or sizes[3] != 1 or strides[0] != 1 or strides[3] != 1:
        raise ShapeError("Pooling is not yet supported on the batch dimension, nor on that of the channels.")
    window = Window.of(4, strides, op.attrs["padding"])
    return [(images[0], *window.places(images[1:3], sizes[1:3]), images[3]), (), ()]


_POOL: Any = {
    "signature": "input: T, min_input: float32, max_input: float32 -> output: T, min_output: float32, max_output: float32",
    "types": {"T": KINDS, "padding": _PADDING},
    "infer": _pooled,
    **ON_HOST,
}


@op("QuantizedMaxPool", **_POOL)
def quantized_max_pool(
    input,
    min_input,
    max_input,
    *,
    T: dtypes.DType,
    ksize: list[int],
    strides: list[int],
    padding: bytes,
):
    """(the greatest of the numbers in each window, their range); ksize, strides and padding as in max_pool."""
    window = Window.of(4, strides, padding)
    parts = _windows(numbers(input), window, ksize[1:3], limits(T)[0])
    return stored(np.max([part for _, part in parts], axis=0), T), min_input, max_input


@op("QuantizedAvgPool", **_POOL)
def quantized_avg_pool(
    input,
    min_input,
    max_input,
    *,
    T: dtypes.DType,
    ksize: list[int],
    strides: list[int],
    padding: bytes,
):
    """(the mean of the numbers in each window, cut to an integer, their range); ksize, strides, padding as in avg_pool."""
    window, images = Window.of(4, strides, padding), numbers(input)
    total = sum(part for _, part in _windows(images, window, ksize[1:3], 0))
    count = sum(part for _, part in _windows(np.ones_like(images), window, ksize[1:3], 0))
    found = np.trunc(np.asarray(total) / np.maximum(np.asarray(count), 1)).astype(np.int64)
    return stored(found, T), min_input, max_input

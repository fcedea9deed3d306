"""Quantized tensors with a range: other ranges and types, sums, products, concatenation; all on the host, as integers."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import constant_dims, constant_value
from graphlab._src.ops.define import no_gradient, op, undefined_gradient
from graphlab._src.ops.quantized_numbers import (
    in_new_range,
    numbers,
    product_range,
    stored,
    to_number,
    zero_of,
)
from graphlab._src.ops.rules import axis_in, broadcast_dims, merge, with_rank

KINDS = dtypes.QUANTIZED
ON_HOST: Any = {"host": True, "grad": undefined_gradient}


def scalars(op, *positions):
    """ShapeError unless these inputs are numbers, as the limits of ranges are."""
    for i in positions:
        with_rank(op.inputs[i].dims, 0)


def same_as_first(op):
    """The shape rule of a result like the first input, and its range; the other inputs are numbers."""
    scalars(op, *range(1, len(op.inputs)))
    return [op.inputs[0].dims, (), ()]


def _used(input, dtype, low, high):
    """The range of the numbers that are there, which has 0 in it."""
    integers = numbers(input)
    ends = np.asarray([integers.min(), integers.max()] if integers.size else [0, 0])
    least, most = to_number(ends, dtype, low, high)
    return min(np.float32(0), least), most


@op(
    "RequantizationRange",
    "input: Tinput, input_min: float32, input_max: float32 -> output_min: float32, output_max: float32",
    types={"Tinput": KINDS},
    infer=lambda op: same_as_first(op)[1:],
    **ON_HOST,
)
def requantization_range(input, input_min, input_max, *, Tinput: dtypes.DType):
    """The least and the greatest of the numbers that are there; the least is 0 at most."""
    return _used(input, Tinput, input_min, input_max)


@op(
    "Requantize",
    "input: Tinput, input_min: float32, input_max: float32, requested_output_min: float32, "
    "requested_output_max: float32 -> output: out_type, output_min: float32, output_max: float32",
    types={"Tinput": KINDS, "out_type": KINDS},
    infer=same_as_first,
    **ON_HOST,
)
def requantize(
    input,
    input_min,
    input_max,
    requested_output_min,
    requested_output_max,
    *,
    Tinput: dtypes.DType,
    out_type: dtypes.DType,
):
    """The same numbers in another range and type."""
    if requested_output_min > 0:
        raise ValueError(f"requested_output_min must be <= 0, but got {requested_output_min}")
    if requested_output_max < requested_output_min:
        raise ValueError(f"requested_output_max must be >= requested_output_min, but got {requested_output_max}")
    new = requested_output_min, requested_output_max
    found = in_new_range(numbers(input), Tinput, (input_min, input_max), out_type, new)
    return stored(found, out_type), *new


@op(
    "QuantizeDownAndShrinkRange",
    "input: Tinput, input_min: float32, input_max: float32 -> output: out_type, output_min: float32, output_max: float32",
    types={"Tinput": KINDS, "out_type": KINDS},
    infer=same_as_first,
    **ON_HOST,
)
def quantize_down_and_shrink_range(input, input_min, input_max, *, Tinput: dtypes.DType, out_type: dtypes.DType):
    """The same numbers in a smaller type, and in the range of those that are there."""
    new = _used(input, Tinput, input_min, input_max)
    return stored(in_new_range(numbers(input), Tinput, (input_min, input_max), out_type, new), out_type), *new


def _reshaped(op):
    scalars(op, 2, 3)
    return [constant_dims(op.inputs[1]), (), ()]


@op(
    "QuantizedReshape",
    "tensor: T, shape: Tshape=int32, input_min: float32, input_max: float32 -> output: T, output_min: float32, "
    "output_max: float32",
    types={"Tshape": dtypes.INDEX},
    infer=_reshaped,
    host=True,
    grad=no_gradient,
)
def quantized_reshape(tensor, shape, input_min, input_max):
    """The tensor in another shape, and its range."""
    return tensor.reshape([int(size) for size in shape]), input_min, input_max


def _concatenated(op):
    count = op.attrs["N"]
    values = [tensor.dims for tensor in op.inputs[1 : 1 + count]]
    scalars(op, 0, *range(1 + count, len(op.inputs)))
    axis = constant_value(op.inputs[0])
    known = [dims for dims in values if dims is not None]
    if not known:
        return [None, (), ()]
    if axis is None:
        return [(None,) * len(known[0]), (), ()]
    place = axis_in(int(axis), len(known[0]))
    result = None
    for dims in known:
        result = merge(result, (*dims[:place], None, *dims[place + 1 :]))
    sizes: Any = [None if dims is None else dims[place] for dims in values]
    assert result is not None
    return [(*result[:place], None if None in sizes else sum(sizes), *result[place + 1 :]), (), ()]


@op(
    "QuantizedConcat",
    "concat_dim: int32, values: N*T, input_mins: N*float32, input_maxes: N*float32 -> output: T, output_min: float32, "
    "output_max: float32",
    infer=_concatenated,
    minimums={"N": 2},
    **ON_HOST,
)
def quantized_concat(concat_dim, values, input_mins, input_maxes, *, T: dtypes.DType):
    """(tensors one after the other along an axis, the least and the greatest number that they can represent).

    concat_dim: the axis.  values: a list of quantized tensors.  input_mins, input_maxes: lists of the ends of their ranges.
    """
    low, high = min(np.float32(0), *input_mins), max(np.float32(0), *input_maxes)
    same = len(set(map(float, input_mins))) == len(set(map(float, input_maxes))) == 1 and low == input_mins[0]
    parts = [
        numbers(value)
        if same and high == most
        else stored(in_new_range(numbers(value), T, (least, most), T, (low, high)), T)
        for value, least, most in zip(values, input_mins, input_maxes, strict=True)
    ]
    return stored(np.concatenate(parts, int(concat_dim)), T), low, high


def _broadcast(op):
    scalars(op, 2, 3, 4, 5)
    dims = broadcast_dims(op.inputs[0].dims, op.inputs[1].dims)
    return [dims, (), ()]


_PAIR = (
    "x: T1, y: T2, min_x: float32, max_x: float32, min_y: float32, max_y: float32 -> z: Toutput=qint32, min_z: float32, "
    "max_z: float32"
)
_PAIR_TYPES = {"T1": KINDS, "T2": KINDS, "Toutput": KINDS}


@op("QuantizedMul", _PAIR, types=_PAIR_TYPES, infer=_broadcast, **ON_HOST)
def quantized_mul(
    x,
    y,
    min_x,
    max_x,
    min_y,
    max_y,
    *,
    T1: dtypes.DType,
    T2: dtypes.DType,
    Toutput: dtypes.DType = dtypes.qint32,
):
    """x · y, and its range."""
    found = (numbers(x) - zero_of(T1, min_x, max_x)) * (numbers(y) - zero_of(T2, min_y, max_y))
    return stored(found, Toutput), *product_range(T1, (min_x, max_x), T2, (min_y, max_y), Toutput)


@op("QuantizedAdd", _PAIR, types=_PAIR_TYPES, infer=_broadcast, **ON_HOST)
def quantized_add(
    x,
    y,
    min_x,
    max_x,
    min_y,
    max_y,
    *,
    T1: dtypes.DType,
    T2: dtypes.DType,
    Toutput: dtypes.DType = dtypes.qint32,
):
    """x + y, and its range, which is wide enough for many sums."""
    return _summed((x, T1, min_x, max_x), (y, T2, min_y, max_y), Toutput, 1 << 14)


def _summed(a, b, result, width):
    """The sum of two quantized tensors, each as (values, type, low, high), and its range, `width` times as wide as theirs."""
    most = np.float32(max(np.float32(abs(end)) for end in (*a[2:], *b[2:])) * width)
    parts = [
        in_new_range(numbers(values), kind, (low, high), result, (-most, most)) for values, kind, low, high in (a, b)
    ]
    return stored(parts[0] + parts[1], result), np.float32(-most), most


def _biased(op):
    scalars(op, 2, 3, 4, 5)
    size = with_rank(op.inputs[1].dims, 1)[0]
    dims = op.inputs[0].dims
    if dims is not None and shapes.merge(dims[-1:], (size,)) is False:
        raise ShapeError(f"Dimensions must be equal, but are {dims[-1]} and {size}")
    return [dims, (), ()]


@op(
    "QuantizedBiasAdd",
    "input: T1, bias: T2, min_input: float32, max_input: float32, min_bias: float32, max_bias: float32 -> "
    "output: out_type, min_out: float32, max_out: float32",
    types={"T1": KINDS, "T2": KINDS, "out_type": KINDS},
    infer=_biased,
    **ON_HOST,
)
def quantized_bias_add(
    input,
    bias,
    min_input,
    max_input,
    min_bias,
    max_bias,
    *,
    T1: dtypes.DType,
    T2: dtypes.DType,
    out_type: dtypes.DType,
):
    """The sum of a tensor and a vector along its last axis, and its range."""
    return _summed((input, T1, min_input, max_input), (bias, T2, min_bias, max_bias), out_type, 1 << 17)

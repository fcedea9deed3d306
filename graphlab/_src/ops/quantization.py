"""Quantization: quantize, dequantize, and quantize_and_dequantize.

Quantized tensors live on the host; what computes with floats that were rounded so is compiled like everything else.
"""

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.compiler.checks import Check
from graphlab._src.ops.define import op, undefined_gradient
from graphlab._src.ops.rules import with_rank

_MODES = (b"MIN_COMBINED", b"MIN_FIRST", b"SCALED")
_AWAY = b"HALF_AWAY_FROM_ZERO"
_ROUNDINGS = {_AWAY, b"HALF_TO_EVEN"}
_LEAST_RANGE = 0.01  # of the larger of 1 and the range's limits: narrower ones are widened


def _away(x):
    whole = np.trunc(x)
    return whole + np.copysign(np.abs(x - whole) >= 0.5, x)


def _quantize_scaled(x, low, high, limits, rounding):
    """(numbers, low, high): 0 stays 0, and the larger side of the range determines the scale."""
    sides = [q / r for q, r in ((float(limits.min), low), (float(limits.max), high)) if q * r > 0]
    scale = np.float32(min(sides)) if sides else np.float32(np.finfo(np.float32).max)
    low, high = np.float32(limits.min) / scale, np.float32(limits.max) / scale
    scaled = np.clip(x, low, high) * scale
    return _away(scaled) if rounding == _AWAY else np.rint(scaled), low, high


def _quantized(x, low, high, mode, rounding, dtype):
    limits = np.iinfo(dtypes.storage(dtype))
    steps = float(limits.max) - float(limits.min)
    if mode == b"SCALED":
        numbers, low, high = _quantize_scaled(x, low, high, limits, rounding)
    elif mode == b"MIN_FIRST":
        scale = (steps + 1) / ((float(high) - float(low)) * (steps + 1) / steps)
        numbers = _away(x.astype(np.float64) * scale) - _away(float(low) * scale) + float(limits.min)
    else:
        half = (steps + 1) / 2 if limits.min < 0 else 0.0
        numbers = _away((np.clip(x, low, high) - low) * np.float32(steps / (high - low)) - np.float32(half))
    return np.clip(numbers.astype(np.float64), limits.min, limits.max).astype(dtypes.storage(dtype)), low, high


def _range_of_scalars(op):
    for tensor in op.inputs[1:3]:
        with_rank(tensor.dims, 0)
    return op.inputs[0].dims


@op(
    "QuantizeV2",
    "input: float32, min_range: float32, max_range: float32 -> output: T, output_min: float32, output_max: float32",
    types={"T": dtypes.QUANTIZED, "mode": _MODES, "round_mode": _ROUNDINGS},
    infer=lambda op: [_range_of_scalars(op), (), ()],
    host=True,
)
def quantize(
    input,
    min_range,
    max_range,
    *,
    T: dtypes.DType,
    mode: bytes = b"MIN_COMBINED",
    round_mode: bytes = b"HALF_AWAY_FROM_ZERO",
):
    """(quantized integers, the least and the greatest number that they can represent).

    min_range, max_range: the numbers that the lowest and the highest integer represent, widened until they include 0.
    mode: MIN_COMBINED and MIN_FIRST divide the range into equal steps; SCALED keeps 0 at 0.
    input: float32.  T: a quantized dtype.  round_mode: "HALF_AWAY_FROM_ZERO" or "HALF_TO_EVEN".
    """
    if round_mode != _AWAY and mode != b"SCALED":
        raise ValueError(
            f"Round mode '{round_mode.decode()}' only supported for mode 'SCALED', but mode is '{mode.decode()}'."
        )
    low, high = min(np.float32(0), min_range), np.float32(max_range)
    if high < low:
        raise ValueError("input_max_range must be larger than input_min_range.")
    margin = max(1.0, abs(low), abs(high)) * _LEAST_RANGE
    high = max(high, low + margin, np.float32(0))
    numbers, low, high = _quantized(input, low, np.float32(high), mode, round_mode, T)
    return numbers, np.float32(low), np.float32(high)


@op(
    "Dequantize",
    "input: T, min_range: float32, max_range: float32 -> output: float32",
    types={"T": dtypes.QUANTIZED, "mode": _MODES},
    infer=_range_of_scalars,
    host=True,
    grad=undefined_gradient,
)
def dequantize(input, min_range, max_range, *, mode: bytes = b"MIN_COMBINED"):
    """The numbers that quantized integers represent.

    min_range, max_range: the numbers that the lowest and the highest integer represent.  mode: as in quantize.
    input: a quantized dtype.
    """
    numbers = input if input.dtype.names is None else input[input.dtype.names[0]][..., 0]
    limits = np.iinfo(numbers.dtype)
    steps = float(limits.max) - float(limits.min)
    low, high = float(min_range), float(max_range)
    if mode == b"SCALED":
        scale = high / limits.max if limits.min == 0 else max(low / limits.min, high / limits.max)
        result = numbers * scale
    elif mode == b"MIN_FIRST":
        scale = (high - low) / steps
        start = low if high == low else _away(low / scale) * scale
        result = (numbers - float(limits.min)) * scale + start
    else:
        half = (steps + 1) / 2 if limits.min < 0 else 0.0
        result = (numbers + half) * ((high - low) / steps) + low
    return np.asarray(result, np.float32)


def _there_and_back(x, low, high, bits, signed, clipped, narrow, rounding):
    least = (-(2.0 ** (bits - 1)) + (1 if narrow else 0)) if signed else 0.0
    most = 2.0 ** (bits - 1) - 1 if signed else 2.0**bits - 1
    unlimited = float(jnp.finfo(x.dtype).max)
    from_low = jnp.where(least * low > 0, least / jnp.where(low == 0, 1, low), unlimited)
    from_high = jnp.where(most * high > 0, most / jnp.where(high == 0, 1, high), unlimited)
    by_low = from_low < from_high
    scale = jnp.where(by_low, from_low, from_high)
    step = jnp.where(by_low, low / (least or 1), high / most)
    if clipped:
        x = jnp.clip(x, jnp.where(by_low, low, least * step), jnp.where(by_low, most * step, high))
    scaled = x * scale
    numbers = jnp.floor(scaled + 0.5) if rounding == b"HALF_UP" else jnp.round(scaled)
    return (numbers * step).astype(x.dtype)


def _quantize_and_dequantize(x, low, high, bits, signed, given, narrow=False, rounding=b"HALF_TO_EVEN"):
    if not 0 < bits < (62 if signed else 63):
        raise InvalidArgumentError(None, None, f"num_bits is out of range: {bits} with signed_input_ {int(signed)}")
    if not x.size:
        return x
    low, high = (low, high) if given else (jnp.min(x), jnp.max(x))
    return _there_and_back(x, low.astype(x.dtype), high.astype(x.dtype), bits, signed, given, narrow, rounding)


def _straight(op, dy):
    """As if nothing were rounded."""
    return [dy] + [None] * (len(op.inputs) - 1)


def _check_range(result, input, input_min, input_max, *_, range_given, **others):
    if not range_given:
        return []
    message = lambda: f"Invalid range: input_min {input_min:g} > input_max {input_max:g}"  # noqa: E731
    return [Check(input_min > input_max, message)]


@op(
    "QuantizeAndDequantizeV2",
    "input: T, input_min: T, input_max: T -> output: T",
    types={"T": dtypes.FLOATING, "round_mode": (b"HALF_TO_EVEN", b"HALF_UP")},
    infer=lambda op: op.inputs[0].dims,
    grad=_straight,
    checks=_check_range,
)
def _quantize_and_dequantize_v2(
    input,
    input_min,
    input_max,
    *,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: bytes = b"HALF_TO_EVEN",
    narrow_range: bool = False,
):
    """Numbers as they come back from quantized integers; its gradient is that of doing nothing."""
    return _quantize_and_dequantize(
        input, input_min, input_max, num_bits, signed_input, range_given, narrow_range, round_mode
    )


@op(
    "QuantizeAndDequantizeV3",
    "input: T, input_min: T, input_max: T, num_bits: int32 -> output: T",
    types={"T": dtypes.FLOATING},
    infer=lambda op: op.inputs[0].dims,
    static=["num_bits"],
    grad=_straight,
    checks=_check_range,
)
def _quantize_and_dequantize_v3(
    input,
    input_min,
    input_max,
    num_bits,
    *,
    signed_input: bool = True,
    range_given: bool = True,
    narrow_range: bool = False,
):
    """QuantizeAndDequantizeV2 with the number of bits as an input."""
    return _quantize_and_dequantize(input, input_min, input_max, int(num_bits), signed_input, range_given, narrow_range)


@op(
    "QuantizeAndDequantize",
    "input: T -> output: T",
    types={"T": dtypes.FLOATING},
    infer=lambda op: op.inputs[0].dims,
    grad=_straight,
)
def _quantize_and_dequantize_v1(
    input,
    *,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    input_min: float = 0.0,
    input_max: float = 0.0,
):
    """QuantizeAndDequantizeV2 with a range that is known beforehand, as old graphs have it."""
    low, high = jnp.asarray(input_min, input.dtype), jnp.asarray(input_max, input.dtype)
    return _quantize_and_dequantize(input, low, high, num_bits, signed_input, range_given)


def quantize_and_dequantize(
    input,
    input_min,
    input_max,
    signed_input=True,
    num_bits=8,
    range_given=False,
    round_mode="HALF_TO_EVEN",
    name=None,
    narrow_range=False,
):
    """Numbers as they come back from quantized integers, with the gradient of doing nothing.

    input_min, input_max: the range, when range_given is set; else the numbers' own is taken.
    round_mode: HALF_TO_EVEN or HALF_UP.  narrow_range: whether the lowest integer is left out.
    input: floating point.  signed_input: whether the integers have a sign.  num_bits: of the integers.
    """
    return _quantize_and_dequantize_v2(
        input,
        input_min,
        input_max,
        signed_input=signed_input,
        num_bits=num_bits,
        range_given=range_given,
        round_mode=round_mode,
        narrow_range=narrow_range,
        name=name,
    )


def quantize_v2(input, min_range, max_range, T, mode="MIN_COMBINED", name=None, round_mode="HALF_AWAY_FROM_ZERO"):
    """quantize under its old name.

    input, min_range, max_range, T, mode, round_mode: as in quantize.
    """
    return quantize(input, min_range, max_range, T=T, mode=mode, round_mode=round_mode, name=name)

"""Element by element: arithmetic, comparisons, bits, conversions."""

from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.compiler.interpreter.primitives.table import (
    Array,
    Compute,
    Params,
    Types,
    is_float,
    is_integer,
    plain,
    rule,
)

for _function, *_names in (
    (np.add, "add", "add_any"),
    (np.subtract, "sub"),
    (np.multiply, "mul"),
    (np.maximum, "max"),
    (np.minimum, "min"),
    (np.negative, "neg"),
    (np.abs, "abs"),
    (np.square, "square"),
    (np.exp, "exp"),
    (np.exp2, "exp2"),
    (np.expm1, "expm1"),
    (np.log, "log"),
    (np.log1p, "log1p"),
    (np.sqrt, "sqrt"),
    (np.cbrt, "cbrt"),
    (np.sin, "sin"),
    (np.cos, "cos"),
    (np.tan, "tan"),
    (np.tanh, "tanh"),
    (np.sinh, "sinh"),
    (np.cosh, "cosh"),
    (np.arcsin, "asin"),
    (np.arccos, "acos"),
    (np.arctan, "atan"),
    (np.arcsinh, "asinh"),
    (np.arccosh, "acosh"),
    (np.arctanh, "atanh"),
    (np.arctan2, "atan2"),
    (np.floor, "floor"),
    (np.ceil, "ceil"),
    (np.isfinite, "is_finite"),
    (np.invert, "not"),
    (np.bitwise_and, "and"),
    (np.bitwise_or, "or"),
    (np.bitwise_xor, "xor"),
    (np.equal, "eq"),
    (np.not_equal, "ne"),
    (np.less, "lt"),
    (np.less_equal, "le"),
    (np.greater, "gt"),
    (np.greater_equal, "ge"),
    (np.nextafter, "nextafter"),
    (np.real, "real"),
    (np.imag, "imag"),
    (np.conj, "conj"),
):
    plain(_function, *_names)


plain(lambda x: x, "copy", "copy_p", "stop_gradient")
plain(lambda *values: values, "optimization_barrier")


@rule("div")
def _div(params: Params, inputs: Types, outputs: Types) -> Compute:
    if not is_integer(outputs[0].dtype):
        return np.divide

    def divide(x: Array, y: Array) -> Array:
        zero = y == 0
        safe = np.where(zero, 1, y).astype(y.dtype)
        return np.where(zero, np.asarray(-1).astype(x.dtype), (x - np.fmod(x, safe)) // safe)

    return divide


@rule("rem")
def _rem(params: Params, inputs: Types, outputs: Types) -> Compute:
    if not is_integer(outputs[0].dtype):
        return np.fmod
    return lambda x, y: np.where(y == 0, x, np.fmod(x, np.where(y == 0, 1, y).astype(y.dtype)))


@rule("sign")
def _sign(params: Params, inputs: Types, outputs: Types) -> Compute:
    if is_float(outputs[0].dtype):
        return lambda x: np.where(x == 0, x, np.sign(x))  # keeps the sign of 0
    return np.sign


@rule("rsqrt")
def _rsqrt(params: Params, inputs: Types, outputs: Types) -> Compute:
    one, zero = np.ones((), outputs[0].dtype), np.zeros((), outputs[0].dtype)
    if outputs[0].dtype.kind != "c":
        return lambda x: one / np.sqrt(x)

    def root(x: Array) -> Array:
        found = np.sqrt(x)
        return np.where(np.isinf(found), zero, one / found)  # NumPy's quotient is NaN there

    return root


@rule("logistic")
def _logistic(params: Params, inputs: Types, outputs: Types) -> Compute:
    one = np.ones((), outputs[0].dtype)
    return lambda x: one / (one + np.exp(-x))


@rule("pow")
def _pow(params: Params, inputs: Types, outputs: Types) -> Compute:
    dtype = outputs[0].dtype
    return lambda x, y: np.power(x, y.astype(dtype))


@rule("integer_pow")
def _integer_pow(params: Params, inputs: Types, outputs: Types) -> Compute:
    exponent = params["y"]
    one = np.ones((), outputs[0].dtype)

    def power(x: Array) -> Array:
        result, base, left = None, x, abs(exponent)
        while left:
            if left & 1:
                result = base if result is None else result * base
            left >>= 1
            base = base * base if left else base
        result = np.broadcast_to(one, np.shape(x)) if result is None else result
        return one / result if exponent < 0 else result

    return power


@rule("round")
def _round(params: Params, inputs: Types, outputs: Types) -> Compute:
    if int(params["rounding_method"]) == 1:
        return np.rint
    half = np.asarray(0.5, outputs[0].dtype)

    def away_from_zero(x: Array) -> Array:
        whole = np.trunc(x)
        return whole + np.where(np.abs(x - whole) >= half, np.copysign(np.ones_like(half), x), np.zeros_like(half))

    return away_from_zero


@rule("complex")
def _complex(params: Params, inputs: Types, outputs: Types) -> Compute:
    dtype = outputs[0].dtype

    def pair(x: Array, y: Array) -> Array:
        result = np.empty(np.broadcast_shapes(np.shape(x), np.shape(y)), dtype)
        result.real, result.imag = x, y
        return result

    return pair


@rule("clamp")
def _clamp(params: Params, inputs: Types, outputs: Types) -> Compute:
    return lambda least, x, most: np.minimum(np.maximum(x, least), most)


@rule("select_n")
def _select(params: Params, inputs: Types, outputs: Types) -> Compute:
    if inputs[0].dtype == np.bool_ and len(inputs) == 3:
        return lambda which, no, yes: np.where(which, yes, no)
    return lambda which, *cases: np.choose(which.astype(np.intp), cases, mode="clip")


def total_order(compare: Compute, dtype: Any) -> Compute:
    """A comparison in which -0 comes before 0, and NaN after everything."""
    if not is_float(dtype):
        return compare
    bits = np.dtype(f"i{np.dtype(dtype).itemsize}")
    most = np.iinfo(bits).max

    def key(x: Array) -> Array:
        number = np.ascontiguousarray(x).view(bits).reshape(np.shape(x))
        return np.where(number < 0, number ^ most, number)

    return lambda x, y: compare(key(x), key(y))


rule("lt_to")(lambda params, inputs, outputs: total_order(np.less, inputs[0].dtype))
rule("le_to")(lambda params, inputs, outputs: total_order(np.less_equal, inputs[0].dtype))


def _unsigned(dtype: Any) -> np.dtype[Any]:
    return np.dtype(f"u{np.dtype(dtype).itemsize}")


@rule("shift_left")
def _shift_left(params: Params, inputs: Types, outputs: Types) -> Compute:
    unsigned, bits = _unsigned(outputs[0].dtype), 8 * outputs[0].dtype.itemsize
    zero = np.zeros((), outputs[0].dtype)
    return lambda x, by: np.where(by.astype(unsigned) < bits, x << (by & (bits - 1)), zero)


@rule("shift_right_logical")
def _shift_right_logical(params: Params, inputs: Types, outputs: Types) -> Compute:
    dtype, unsigned, bits = outputs[0].dtype, _unsigned(outputs[0].dtype), 8 * outputs[0].dtype.itemsize
    zero = np.zeros((), dtype)

    def shift(x: Array, by: Array) -> Array:
        by = by.astype(unsigned)
        return np.where(by < bits, (x.astype(unsigned) >> (by & unsigned.type(bits - 1))).astype(dtype), zero)

    return shift


@rule("shift_right_arithmetic")
def _shift_right_arithmetic(params: Params, inputs: Types, outputs: Types) -> Compute:
    dtype, unsigned, bits = outputs[0].dtype, _unsigned(outputs[0].dtype), 8 * outputs[0].dtype.itemsize
    return lambda x, by: x >> np.minimum(by.astype(unsigned), unsigned.type(bits - 1)).astype(dtype)


@rule("bitcast_convert_type")
def _bitcast(params: Params, inputs: Types, outputs: Types) -> Compute:
    old, new = np.dtype(inputs[0].dtype), np.dtype(params["new_dtype"])

    def bitcast(x: Array) -> Array:
        x = np.ascontiguousarray(x).reshape(np.shape(x))
        if old.itemsize == new.itemsize:
            return x.view(new)
        if old.itemsize > new.itemsize:
            return x[..., None].view(new)
        return x.view(new)[..., 0]

    return bitcast


@rule("convert_element_type")
def _convert(params: Params, inputs: Types, outputs: Types) -> Compute:
    return converter(np.dtype(inputs[0].dtype), np.dtype(params["new_dtype"]))


def converter(old: np.dtype[Any], new: np.dtype[Any]) -> Compute:
    """A conversion as XLA does it: what an integer can't hold becomes the nearest that it can, NaN becomes 0."""
    if old == new:
        return lambda x: x
    if new == np.bool_:
        return lambda x: x != 0
    if old.kind == "c" and new.kind != "c":
        real = np.real(np.zeros((), old)).dtype
        narrow = converter(real, new)
        return lambda x: narrow(np.real(x))
    if is_float(old) and is_integer(new):
        return _to_integer(new)
    return lambda x: x.astype(new)


def _to_integer(new: np.dtype[Any]) -> Compute:
    info = jnp.iinfo(new)
    low, beyond = float(info.min), float(info.max) + (1.0 if info.bits < 64 else 0.0)

    def convert(x: Array) -> Array:
        if x.dtype.itemsize < 4:
            x = x.astype(np.float32)
        exact = low == 0 or info.bits == 64 or info.bits == 32 and x.dtype == np.float32  # low - 1 would be rounded
        fits = (x >= low if exact else x > low - 1) & (x < beyond)
        if np.all(fits):
            return x.astype(new)
        result = np.where(fits, x, 0).astype(new)
        return np.where(x >= beyond, info.max, np.where(x < low, info.min, result)).astype(new)

    return convert

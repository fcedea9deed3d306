"""Strings as numbers and numbers as strings: parsing, formatting, raw bytes."""

import re

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.overrides import overridable
from graphlab._src.graph.constant import constant_size
from graphlab._src.ops.define import no_gradient, op, raw_ops, same_as_input
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.string_bytes import each

_FLOAT = re.compile(rb"\s*[+-]?(\d+\.?\d*([eE][+-]?\d+)?|\.\d+([eE][+-]?\d+)?|inf|nan)\s*", re.IGNORECASE)
_HEX_FLOAT = re.compile(rb"\s*[+-]?0x[0-9a-f]+\s*", re.IGNORECASE)
_INTEGER = re.compile(rb"\s*-?\d+\s*")


def parse_number(text, dtype):
    """The number that bytes spell, None when they spell none of that type."""
    if dtype.is_floating:
        if _FLOAT.fullmatch(text):
            return float(text)
        return float.fromhex(text.decode()) if _HEX_FLOAT.fullmatch(text) else None
    if not _INTEGER.fullmatch(text):
        return None
    value = int(text)
    return value if dtype.min <= value <= dtype.max else None


def _numbers_of(string_tensor, out_type):
    def number(text):
        value = parse_number(text, out_type)
        if value is None:
            raise ValueError(
                f"StringToNumberOp could not correctly convert string: {text.decode('utf-8', 'backslashreplace')}"
            )
        return value

    with np.errstate(over="ignore"):
        return each(number, string_tensor, out_type.as_numpy_dtype)


@op(
    "StringToNumber",
    "string_tensor: string -> output: out_type",
    infer=same_as_input(0),
    host=True,
    fold=_numbers_of,
    grad=no_gradient,
    types={"out_type": {dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64}},
)
def _to_number(string_tensor, *, out_type: dtypes.DType = dtypes.float32):
    """The number that each string spells."""
    return _numbers_of(string_tensor, out_type)


@overridable
def string_to_number(string_tensor=None, out_type=dtypes.float32, name=None, input=None):
    """The number that each string spells; a run fails when one spells none.

    out_type: float32, float64, int32 or int64.  input: another name of string_tensor.
    """
    return _to_number(renamed("input", input, "string_tensor", string_tensor), out_type=out_type, name=name)


_PRINTED = {
    dtypes.int8,
    dtypes.int16,
    dtypes.int32,
    dtypes.int64,
    dtypes.complex64,
    dtypes.complex128,
    dtypes.float32,
    dtypes.float64,
    dtypes.bool,
}


def _number_format(kind, precision, scientific, shortest, width, fill):
    """The printf format for numbers of a NumPy kind, None for booleans."""
    name = dtypes.runtime_name(dtypes.as_dtype(kind))
    if kind.kind not in "fc":
        if scientific or shortest:
            raise ValueError(f"scientific and shortest format not supported for datatype {name}")
        if precision >= 0:
            raise ValueError(f"precision not supported for datatype {name}")
    if scientific and shortest:
        raise ValueError("Cannot select both scientific and shortest notation")
    if len(fill) > 1:
        raise ValueError("Fill string must be one or fewer characters")
    if width < 0:
        fill = ""
    elif fill and fill not in " +-0#":
        raise ValueError(f'Fill argument not supported: "{fill}"')
    letter = "d" if kind.kind in "iu" else "g" if shortest else "e" if scientific else "f"
    size = str(width) if width >= 0 else ""
    digits = f".{precision}" if precision >= 0 else ""
    return None if kind.kind == "b" else f"%{fill}{size}{digits}{letter}"


@op(
    "AsString",
    "input: T -> output: string",
    infer=same_as_input(0),
    host=True,
    grad=no_gradient,
    types={"T": _PRINTED},
)
def as_string(
    input,
    *,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: bytes = b"",
):
    """Each number as text.

    precision: digits after the point.  scientific: 1.5e+00.  shortest: the shorter of both.
    width: the least number of characters.  fill: what fills it up, a space unless it is "0".
    input: numbers or bool, any shape.
    """
    template = _number_format(input.dtype, precision, scientific, shortest, width, fill.decode())
    if template is None:
        return each(lambda flag: b"true" if flag else b"false", input)
    if input.dtype.kind == "c":
        return each(
            lambda number: f"({_printed(template, number.real)},{_printed(template, number.imag)})".encode(), input
        )
    return each(lambda number: _printed(template, number).encode(), input)


def _printed(template, number):
    # C fills up inf and nan with spaces, whatever fills up numbers.
    return template % number if np.isfinite(number) else template.replace("%0", "%") % number


_RAW = {
    dtypes.float16,
    dtypes.float32,
    dtypes.float64,
    dtypes.int32,
    dtypes.uint16,
    dtypes.uint8,
    dtypes.int16,
    dtypes.int8,
    dtypes.int64,
    dtypes.complex64,
    dtypes.complex128,
    dtypes.bool,
}


def _numbers_in(bytes, out_type, little_endian):
    flat = list(bytes.reshape(-1))
    size = len(flat[0]) if flat else 0
    for i, text in enumerate(flat):
        if len(text) != size:
            raise ValueError(
                f"DecodeRaw requires input strings to all be the same size, but element {i} has size {size} != {len(text)}"
            )
    numbers = np.dtype(out_type.as_numpy_dtype)
    if size % numbers.itemsize:
        raise ValueError(
            f"Input to DecodeRaw has length {size} that is not a multiple of {numbers.itemsize}, the size of "
            f"{dtypes.runtime_name(out_type)}"
        )
    data = np.frombuffer(b"".join(flat), numbers.newbyteorder("<" if little_endian else ">"))
    return data.reshape((*bytes.shape, size // numbers.itemsize)).astype(numbers)


@op(
    "DecodeRaw",
    "bytes: string -> output: out_type",
    infer=lambda op: None if op.inputs[0].dims is None else (*op.inputs[0].dims, None),
    host=True,
    fold=_numbers_in,
    grad=no_gradient,
    types={"out_type": _RAW},
)
def _decode_raw(bytes, *, out_type: dtypes.DType, little_endian: bool = True):
    """The numbers whose memory each string is, along a new last axis."""
    return _numbers_in(bytes, out_type, little_endian)


def _padded_shape(op):
    size = constant_size(op.inputs[1])
    width = None if size is None else size // np.dtype(op.attrs["out_type"].as_numpy_dtype).itemsize
    return None if op.inputs[0].dims is None else (*op.inputs[0].dims, width)


@op(
    "DecodePaddedRaw",
    "input_bytes: string, fixed_length: int32 -> output: out_type",
    infer=_padded_shape,
    scalars={"fixed_length": "k must be scalar, got shape {shape}"},
    host=True,
    grad=no_gradient,
    types={"out_type": _RAW - {dtypes.complex64, dtypes.complex128, dtypes.bool}},
)
def _decode_padded_raw(input_bytes, fixed_length, *, out_type: dtypes.DType, little_endian: bool = True):
    """The numbers whose memory the first bytes of each string are, with zeros where a string has fewer."""
    length, itemsize = int(fixed_length), np.dtype(out_type.as_numpy_dtype).itemsize
    if length <= 0:
        raise ValueError(f"fixed_length must be greater than 0. Got {length}")
    if length % itemsize:
        raise ValueError(f"fixed_length ({length}) must be a multiple of the size of out_type ({itemsize})")
    padded = np.empty(input_bytes.shape, object)
    padded.reshape(-1)[:] = [text[:length].ljust(length, b"\0") for text in input_bytes.reshape(-1)]
    if not padded.size:
        return np.zeros((*input_bytes.shape, length // itemsize), out_type.as_numpy_dtype)
    return _numbers_in(padded, out_type, little_endian)


def decode_raw_v2(input_bytes, out_type, little_endian=True, fixed_length=None, name=None):
    """As decode_raw; fixed_length: how many bytes of each string count, with zeros where it has fewer."""
    if fixed_length is None:
        return _decode_raw(input_bytes, out_type=out_type, little_endian=little_endian, name=name)
    return raw_ops.DecodePaddedRaw(input_bytes, fixed_length, out_type=out_type, little_endian=little_endian, name=name)


def decode_raw(input_bytes=None, out_type=None, little_endian=True, name=None, bytes=None):
    """The numbers whose memory each string is, along a new last axis.

    out_type: of the numbers.  little_endian: False when the first byte weighs most.  bytes: old name of input_bytes.
    """
    data = renamed("input_bytes", input_bytes, "bytes", bytes)
    if out_type is None:
        raise ValueError("decode_raw_v1() missing 1 positional argument: 'out_type'")
    return _decode_raw(data, out_type=out_type, little_endian=little_endian, name=name)

"""Strings, one by one: length, substrings, case, white space, base64. A tensor's strings are bytes."""

import base64
import binascii
from typing import Any

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.overrides import overridable
from graphlab._src.ops.define import no_gradient, op, same_as_input
from graphlab._src.ops.rules import broadcast_dims, merge

_SPACE = b" \t\n\v\f\r"


def each(function, strings, kind: Any = object):
    """function(bytes) of every string, as an array of the same shape."""
    result = np.empty(strings.shape, kind)
    flat = result.reshape(-1)
    for i, text in enumerate(strings.reshape(-1)):
        flat[i] = function(text)
    return result


def _starts(text):
    """Where the characters of UTF-8 text begin: at every byte that continues none."""
    return [i for i, byte in enumerate(text) if byte & 0xC0 != 0x80]


_UNITS = {"unit": (b"BYTE", b"UTF8_CHAR")}


def _lengths(input, unit):
    return each(len if unit == b"BYTE" else lambda text: len(_starts(text)), input, np.int32)


@op(
    "StringLength",
    "input: string -> output: int32",
    types=_UNITS,
    infer=same_as_input(0),
    host=True,
    fold=_lengths,
    grad=no_gradient,
)
def _string_length(input, *, unit: bytes = b"BYTE"):
    """How many bytes, or UTF-8 characters, each string has."""
    return _lengths(input, unit)


@overridable
def string_length(input, name=None, unit="BYTE"):
    """The length of each string of `input`: int32.

    unit: "BYTE", or "UTF8_CHAR" for Unicode characters.
    """
    return _string_length(input, unit=unit, name=name)


def _substr_shape(op):
    input, pos, length = (tensor.dims for tensor in op.inputs)
    merge(pos, length, "pass pos and len of one shape")
    return broadcast_dims(input, pos)


@op(
    "Substr",
    "input: string, pos: T, len: T -> output: string",
    types={"T": dtypes.INDEX, **_UNITS},
    infer=_substr_shape,
    host=True,
    grad=no_gradient,
)
def _substr(input, pos, len, *, unit: bytes = b"BYTE"):
    """The len bytes, or characters, of each string from pos on; a negative pos counts from the end."""
    if shapes.broadcast(input.shape, pos.shape) is False:
        raise ValueError(f"Incompatible shapes: {shapes.text(input.shape)} vs. {shapes.text(pos.shape)}")
    strings, first, count = np.broadcast_arrays(input, pos, len)
    result = np.empty(strings.shape, object)
    flat = result.reshape(-1)
    for i, item in enumerate(zip(strings.reshape(-1), first.reshape(-1), count.reshape(-1), strict=True)):
        flat[i] = _part(*item, unit, i)
    return result


def _part(text, pos, count, unit, index):
    starts = range(len(text)) if unit == b"BYTE" else _starts(text)
    size = len(starts)
    if not -size <= pos <= size:
        shown = f" b'{text.decode('utf-8', 'replace')}'" if unit == b"BYTE" else ""
        raise ValueError(f"pos {pos} out of range for string{shown} at index {index}")
    start = pos if pos >= 0 else pos + size
    if count < 0:  # TensorFlow reads it as a very large number of bytes, and as no characters
        count = size if unit == b"BYTE" else 0
    stop = min(start + count, size)
    if unit == b"BYTE":
        return text[start:stop]
    ends = [*starts, len(text)]
    return text[ends[start] : ends[stop]] if stop > start else b""


@overridable
def substr(input, pos, len, name=None, unit="BYTE"):
    """The `len` bytes of each string from `pos` on; a negative pos counts from the end.

    pos, len: of one shape, which broadcasts against input's.  unit: "UTF8_CHAR" counts characters.
    A run fails with InvalidArgumentError when pos is outside a string.
    """
    return _substr(input, pos, len, unit=unit, name=name)


@op("StringStrip", "input: string -> output: string", infer=same_as_input(0), host=True, grad=no_gradient)
def string_strip(input):
    """Each string of `input` without white space at its ends."""
    return each(lambda text: text.strip(_SPACE), input)


def _cased(strings, encoding, by_bytes, by_characters):
    if encoding == b"":
        return each(by_bytes, strings)
    if encoding != b"utf-8":
        raise ValueError(f"only utf-8 or '' (no encoding) is supported, received {encoding.decode()}")
    return each(lambda text: by_characters(text.decode("utf-8", "replace")).encode(), strings)


@op("StringLower", "input: string -> output: string", infer=same_as_input(0), host=True, grad=no_gradient)
def string_lower(input, *, encoding: bytes = b""):
    """Each string in lower case: the ASCII letters only, or with encoding="utf-8" all.

    input: strings, any shape.
    """
    return _cased(input, encoding, bytes.lower, str.lower)


@op("StringUpper", "input: string -> output: string", infer=same_as_input(0), host=True, grad=no_gradient)
def string_upper(input, *, encoding: bytes = b""):
    """Each string in upper case: the ASCII letters only, or with encoding="utf-8" all.

    input: strings, any shape.
    """
    return _cased(input, encoding, bytes.upper, str.upper)


@op("EncodeBase64", "input: string -> output: string", infer=same_as_input(0), host=True, grad=no_gradient)
def encode_base64(input, *, pad: bool = False):
    """Each string of `input` in web-safe base64 (- and _ in place of + and /).

    pad: whether it is padded with =.
    """

    def encode(text):
        encoded = base64.urlsafe_b64encode(text)
        return encoded if pad else encoded.rstrip(b"=")

    return each(encode, input)


_ALPHABET = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def _decode_base64(text):
    bare = text.rstrip(b"=") if len(text) % 4 == 0 and text[-3:].count(b"=") < 3 else text
    if not _ALPHABET.issuperset(bare):
        raise ValueError("Invalid character found in base64.")
    try:
        return base64.urlsafe_b64decode(bare + b"=" * (-len(bare) % 4))
    except binascii.Error:
        raise ValueError("Base64 string length cannot be 1 modulo 4.") from None


@op("DecodeBase64", "input: string -> output: string", infer=same_as_input(0), host=True, grad=no_gradient)
def decode_base64(input):
    """The bytes that each string of `input` encodes, in web-safe base64, with or without padding."""
    return each(_decode_base64, input)

"""Texts as the code points of their characters, and back: UnicodeDecode, UnicodeEncode."""

import math

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.base.shapes import ShapeError
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.rules import with_rank
from graphlab._src.ops.unicode import characters_of

_ERRORS = (b"strict", b"replace", b"ignore")
_REPLACEMENT = 0xFFFD
_LAST = 0x10FFFF  # the largest code point


def _row_shapes(op):
    dims = op.inputs[0].dims
    splits = (None if dims is None or None in dims else math.prod(dims) + 1,)
    return [splits, *[(None,)] * (len(op.definition.outputs) - 1)]


def _decoded(input, input_encoding, errors, replacement_char, replace_control_characters, Tsplits):
    encoding, policy = (text.decode() if isinstance(text, bytes) else text for text in (input_encoding, errors))
    rows = [
        characters_of(text, encoding, policy, replacement_char, replace_control_characters)
        for text in input.reshape(-1)
    ]
    splits = np.cumsum([0, *map(len, rows)]).astype(Tsplits.as_numpy_dtype)
    points = np.asarray([point for row in rows for point, _ in row], np.int32)
    starts = np.asarray([start for row in rows for _, start in row], np.int64)
    return splits, points, starts


_DECODE = {
    "types": {"errors": _ERRORS, "Tsplits": dtypes.INDEX},
    "infer": _row_shapes,
    "host": True,
    "grad": no_gradient,
}


@op("UnicodeDecode", "input: string -> row_splits: Tsplits, char_values: int32", **_DECODE)
def unicode_decode(
    input,
    *,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = _REPLACEMENT,
    replace_control_characters: bool = False,
    Tsplits: dtypes.DType = dtypes.int64,
):
    """The code points of the characters of each text, one text behind the other."""
    return _decoded(input, input_encoding, errors, replacement_char, replace_control_characters, Tsplits)[:2]


@op(
    "UnicodeDecodeWithOffsets",
    "input: string -> row_splits: Tsplits, char_values: int32, char_to_byte_starts: int64",
    **_DECODE,
)
def unicode_decode_with_offsets(
    input,
    *,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = _REPLACEMENT,
    replace_control_characters: bool = False,
    Tsplits: dtypes.DType = dtypes.int64,
):
    """The code points of the characters of each text, and the byte at which each begins."""
    return _decoded(input, input_encoding, errors, replacement_char, replace_control_characters, Tsplits)


def _encoded_shape(op):
    with_rank(op.inputs[0].dims, 1)
    dims = with_rank(op.inputs[1].dims, 1)
    if dims[0] == 0:
        raise ShapeError("input_splits must hold at least one number")
    size = dims[0]
    return (None if size is None else size - 1,)


@op(
    "UnicodeEncode",
    "input_values: int32, input_splits: Tsplits=int64 -> output: string",
    types={
        "errors": (b"ignore", b"replace", b"strict"),
        "output_encoding": (b"UTF-8", b"UTF-16-BE", b"UTF-32-BE"),
        "Tsplits": dtypes.INDEX,
    },
    infer=_encoded_shape,
    host=True,
    grad=no_gradient,
)
def unicode_encode(
    input_values,
    input_splits,
    *,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = _REPLACEMENT,
):
    """The text of the code points of each row."""
    encoding, policy = (text.decode() if isinstance(text, bytes) else text for text in (output_encoding, errors))
    if len(input_splits) and (input_splits[0] < 0 or np.any(np.diff(input_splits) < 0)):
        raise InvalidArgumentError(None, None, "Values in input_splits must be equal or in ascending order.")
    if len(input_splits) and input_splits[-1] > len(input_values):
        message = f"Values in input_splits must be less than or equal to input_tensor length: {len(input_values)}"
        raise InvalidArgumentError(None, None, message)
    if not 0 <= replacement_char <= _LAST:
        raise InvalidArgumentError(None, None, "replacement_char out of unicode codepoint range")
    wrong = (input_values < 0) | (input_values > _LAST)
    if policy == "strict" and wrong.any():
        raise InvalidArgumentError(None, None, "Code point value out of valid Unicode range.")
    points = np.where(wrong, -1 if policy == "ignore" else replacement_char, input_values)
    result = np.empty(max(len(input_splits) - 1, 0), object)
    for i in range(len(result)):
        row = points[input_splits[i] : input_splits[i + 1]]
        result[i] = _encode("".join(chr(point) for point in row if point >= 0), encoding)
    return result


def _encode(text: str, encoding: str) -> bytes:
    """The text's bytes. Two halves of a surrogate pair are one character; a half alone has no place in UTF-8."""
    text = text.encode("utf-16-be", "surrogatepass").decode("utf-16-be", "surrogatepass")
    if encoding == "UTF-8":
        text = "".join(chr(_REPLACEMENT) if "\ud800" <= one <= "\udfff" else one for one in text)
    return text.encode(encoding, "surrogatepass")

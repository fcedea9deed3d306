"""What an argument may be to begin with: fixed values by the name of the parameter, and others that the selection decides."""

import math
from collections.abc import Callable, Sequence

from graphlab._src.base.dtypes import DType
from graphlab._src.base.source_line import literal
from graphlab._src.editor.catalog import Entry
from graphlab._src.editor.likeness import Likeness
from graphlab._src.editor.parameters import Parameter

# What is computed with a number as well as with a second tensor, and with which: of whole numbers its integer.
_SECOND = {
    **dict.fromkeys(("add", "subtract", "floordiv", "truncatediv", "squared_difference"), 1.0),
    **dict.fromkeys(("multiply", "divide", "pow", "floormod", "truncatemod", "div_no_nan"), 2.0),
    **dict.fromkeys(("maximum", "minimum", "greater", "greater_equal", "less", "less_equal"), 0.0),
    **dict.fromkeys(("equal", "not_equal"), 0.0),
    **dict.fromkeys(("bitwise.bitwise_and", "bitwise.bitwise_or", "bitwise.bitwise_xor"), 1.0),
    **dict.fromkeys(("bitwise.left_shift", "bitwise.right_shift"), 1.0),
}
_NUMBERS = {"clip_by_value.clip_value_min": 0.0, "clip_by_value.clip_value_max": 1.0, "scalar_mul.scalar": 2.0}
_OF_SHAPE: dict[str, Callable[[tuple[int | None, ...]], object]] = {
    "reshape.shape": lambda dims: _flat(dims),
    "keras.layers.Reshape.target_shape": lambda dims: [-1],
    "keras.layers.Permute.dims": lambda dims: list(range(len(dims) - 1, 0, -1)),
    "tile.multiples": lambda dims: [*[1] * (len(dims) - 1), 2],
    "pad.paddings": lambda dims: [[0, 0], *[[1, 1]] * (len(dims) - 1)] if len(dims) > 1 else [[1, 1]],
    "slice.begin": lambda dims: [0] * len(dims),
    "slice.size": lambda dims: [-1] * len(dims),
    "strided_slice.begin": lambda dims: [0] * len(dims),
    "strided_slice.end": lambda dims: [1] * len(dims),
    "broadcast_to.shape": lambda dims: [size or 1 for size in dims],
    "ensure_shape.shape": lambda dims: list(dims),
    "placeholder_with_default.shape": lambda dims: list(dims),
    "random_crop.size": lambda dims: [max(1, size // 2) if size else 1 for size in dims],
    "nn.moments.axes": lambda dims: list(range(len(dims) - 1)) or [0],
    "sparse.slice.start": lambda dims: [0] * len(dims),
    "sparse.slice.size": lambda dims: [1] * len(dims),
    "sparse.reshape.shape": lambda dims: [-1],
}
_OF_DTYPE: dict[str, Callable[[DType], str]] = {
    **dict.fromkeys(("cast", "saturate_cast"), lambda dtype: "tf.int32" if dtype.is_floating else "tf.float32"),
    **dict.fromkeys(
        ("nn.dynamic_rnn", "nn.bidirectional_dynamic_rnn", "nn.static_rnn", "nn.static_bidirectional_rnn"),
        lambda dtype: f"tf.{dtype.name}" if dtype.is_floating else "tf.float32",
    ),
}
_OF_LENGTH = {"split.num_or_size_splits": 0}  # parts of which the number divides the size of an axis


def suggestion(entry: Entry, parameter: Parameter, selected: Sequence[Likeness]) -> str | None:
    """The source text that a parameter may have for a selection, None where there is none."""
    key = f"{entry.id}.{parameter.name}"
    first = selected[0] if selected else None
    if first is None or parameter.default is not None:
        return parameter.suggestion
    if key in _NUMBERS:
        return _number(first, _NUMBERS[key])
    if parameter.name == "y" and entry.id in _SECOND and len(selected) == 1:
        return _number(first, _SECOND[entry.id])
    if parameter.kind == "dtype" and entry.id in _OF_DTYPE:
        return _OF_DTYPE[entry.id](first.dtype)
    if key == "reshape.shape" and not first.dims:
        return "[-1]"
    if key in _OF_SHAPE and first.dims:
        return literal(_OF_SHAPE[key](first.dims))
    if key in _OF_LENGTH and first.dims:
        return _parts(first.dims[_OF_LENGTH[key]])
    return parameter.suggestion


def _flat(dims: tuple[int | None, ...]) -> list[int]:
    """Each example as a row: [None, 28, 28] → [-1, 784]."""
    inner = dims[1:]
    return [-1] if not inner or None in inner else [-1, math.prod(size or 1 for size in inner)]


def _number(like: Likeness, number: float) -> str | None:
    """A number in the type of a tensor."""
    if like.dtype.is_integer:
        return str(int(number))
    return str(number) if like.dtype.is_floating or like.dtype.is_complex else None


def _parts(size: int | None) -> str:
    return str(next((number for number in (2, 3, 5, 7) if size and size % number == 0), 2 if size is None else size))

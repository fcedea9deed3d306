"""An operation's attributes as short text, for people to read."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import text_of
from graphlab._src.graph.attrs import Later
from graphlab._src.graph.operation import Operation, encode_attr
from graphlab._src.graph.tensor_proto import decode

_LONGEST = 120  # characters of one value
_LARGEST = 1 << 16  # bytes of a constant beyond which its numbers are not decoded
HIDDEN = ("_output_shapes",)  # the diagram shows shapes on the edges


def attributes(op: Operation) -> list[str]:
    """The [name, value, name, value, …] of `op`, in the order of their names."""
    return Texts().of(op)


class Texts:
    """Writes the attributes of many operations; what it has written once it remembers."""

    def __init__(self) -> None:
        self._known: dict[Any, str] = {}

    def of(self, op: Any) -> list[str]:
        """The [name, value, name, value, …] of `op`."""
        return [
            text
            for name in sorted(op.attrs)
            if name not in HIDDEN
            for text in (name, self._text(op.definition, name, op.attrs[name]))
        ]

    def _text(self, definition: Any, name: str, value: Any) -> str:
        if isinstance(value, np.ndarray) and value.dtype.kind in "biufc":
            header = f"{dtypes.as_dtype(value.dtype).name} {_dims_text(value.shape)}"
            return header if value.nbytes > _LARGEST else _shorten(_array_text(header, value))
        if isinstance(value, Later):
            return _shorten(text_of(value.text))
        # Of a definition too: it says what kind of thing the value is. True is 1, and yet another text.
        key = (definition, name, type(value), tuple(value) if isinstance(value, list) else value)
        try:
            known = self._known.get(key)
        except TypeError:  # messages and arrays have no hash
            return attribute_text(encode_attr(definition, name, value))
        if known is None:
            known = self._known[key] = attribute_text(encode_attr(definition, name, value))
        return known


def attribute_text(value):
    """One AttrValue as TensorFlow's guide would write it: `float32`, `(?, 784)`, `True`, `[1 2 3]`."""
    kind = value.WhichOneof("value")
    if kind is None:
        return ""
    if kind == "list":
        texts = [_scalar_text(field.name, item) for field, items in value.list.ListFields() for item in items[:16]]
        return _shorten(f"[{', '.join(texts)}]")
    return _shorten(_scalar_text(kind, getattr(value, kind)))


def _scalar_text(kind, value):
    match kind:
        case "type":
            return dtype_text(value)
        case "shape":
            return shape_text(value)
        case "tensor":
            return _tensor_text(value)
        case "func":
            return value.name
        case "s":
            return value.decode("utf-8", "replace")
        case "f":
            return f"{value:.7g}"
    return str(value)


def dtype_text(enum):
    """The name of a DataType; of one that there is not, its number."""
    try:
        return dtypes.as_dtype(enum).name
    except TypeError:
        return f"type {enum}"


def shape_text(shape):
    """A TensorShapeProto as `(?, 784)`."""
    if shape.unknown_rank:
        return "unknown"
    return _dims_text(dim.size for dim in shape.dim)


def _dims_text(sizes):
    return "(" + ", ".join("?" if size < 0 else str(size) for size in sizes) + ")"


def _tensor_text(tensor):
    header = f"{dtype_text(tensor.dtype)} {shape_text(tensor.tensor_shape)}"
    if tensor.ByteSize() > _LARGEST:
        return header
    try:
        array = decode(tensor)  # one number for all elements stays one number
    except (TypeError, ValueError, OverflowError, MemoryError):  # a malformed tensor: the header has dtype and shape
        return header
    return _array_text(header, array)


def _array_text(header, array):
    if array.size <= 8:
        return f"{header} = {_plain(array).tolist()!r}"
    return f"{header} = [{', '.join(str(item) for item in _plain(array.flat[:6]).tolist())}, …]"


def _plain(array):
    """The array with text in place of bytes."""
    if array.dtype != object or not array.size:
        return array
    return np.vectorize(lambda item: item.decode("utf-8", "replace"), otypes=[object])(array)


def _shorten(text):
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"

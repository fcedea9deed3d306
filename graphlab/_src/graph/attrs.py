"""Attributes of operations: plain Python values in the graph, AttrValue messages on the wire.

In the graph a "type" is a DType, a "shape" plain dims, a "string" bytes, a "tensor" a NumPy array, and a list a list
of these. Attributes that no OpDef describes, such as `_class`, stay AttrValue messages.
"""

# Values of programs have any type, which checks here narrow: to lists of unknown items, and to types that TensorFlow refuses.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false

from collections.abc import Callable
from typing import Any

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import tensor_proto
from graphlab._src.graph.frozen_arrays import frozen
from graphlab._src.proto import AttrValue, NameAttrList, TensorProto


class Later:
    """A string attribute that is computed on first use: when the graph becomes a message.

    make() -> bytes.  of: what it is made from, for kernels.  text: its description until then.
    """

    def __init__(self, make: Callable[[], bytes], of: Any, text: str) -> None:
        self._make = make
        self._made: bytes | None = None
        self.of = of
        self.text = text.encode()

    def __bytes__(self) -> bytes:
        if self._made is None:
            self._made = self._make()
        return self._made


class NoListError(TypeError):
    """A single value where an attribute is a list."""


def normalize(kind: str, value: Any) -> Any:
    """The value in the form that the graph holds; TypeError or ValueError when it is not of that kind."""
    if isinstance(value, AttrValue):
        return from_proto(kind, value)
    if kind.startswith("list("):
        if not isinstance(value, (list, tuple)):
            raise NoListError(f"Expected list, got {value!r}")
        return [normalize(kind[5:-1], item) for item in value]
    return _NORMALIZE[kind](value)


def _integer(value: Any) -> int:
    """What Python's int() makes of a number: 2 of 4 / 2, and of an array of one number."""
    try:
        if not isinstance(value, str):
            return int(value.item() if isinstance(value, np.ndarray) else value)
    except (TypeError, ValueError):
        pass
    raise TypeError(f"Expected int, got {value!r} of type '{type(value).__name__}'")


def _boolean(value: Any) -> bool:
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"Expected bool, got {value!r} of type '{type(value).__name__}'")
    return bool(value)


def _number(value: Any) -> float:
    """A float as it is in a message, where it has 32 bits."""
    with np.errstate(over="ignore"):
        return float(np.float32(value))


def _text(value: Any) -> bytes | Later:
    if isinstance(value, Later):
        return value
    if not isinstance(value, (str, bytes)):
        raise TypeError(f"Expected string, got {value!r} of type '{type(value).__name__}'")
    return tensor_proto.as_bytes(value)


def _tensor(value: Any) -> np.ndarray:
    if isinstance(value, TensorProto):
        return frozen(tensor_proto.decode(value), value)
    return frozen(tensor_proto.as_ndarray(value), value)


def _function(value: Any) -> Any:
    if isinstance(value, str):
        return NameAttrList(name=value)
    if hasattr(value, "add_to_graph"):  # a function, which the graph's library gets
        value.add_to_graph()
        return NameAttrList(name=value.name)
    message = NameAttrList()
    message.CopyFrom(value)
    return message


_NORMALIZE: dict[str, Callable[[Any], Any]] = {
    "type": lambda value: dtypes.as_dtype(value).base_dtype,
    "shape": shapes.of,
    "int": _integer,
    "float": _number,
    "bool": _boolean,
    "string": _text,
    "tensor": _tensor,
    "func": _function,
}


def to_proto(kind: str, value: Any) -> Any:
    """The AttrValue of a value in the graph's form."""
    if isinstance(value, AttrValue):
        return value
    if kind.startswith("list("):
        message = AttrValue(list=AttrValue.ListValue())
        field, convert = _FIELDS[kind[5:-1]]
        getattr(message.list, field).extend([convert(item) for item in value])
        return message
    field, convert = _FIELDS[kind]
    return AttrValue(**{field: convert(value)})


_FIELDS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "type": ("type", lambda value: value.as_datatype_enum),
    "shape": ("shape", shapes.to_proto),
    "int": ("i", int),
    "float": ("f", float),
    "bool": ("b", bool),
    "string": ("s", bytes),
    "tensor": ("tensor", tensor_proto.encode),
    "func": ("func", lambda value: value),
}


def from_proto(kind: str, message: Any) -> Any:
    """The graph's form of an AttrValue of that kind; TypeError when the message holds another kind."""
    if kind.startswith("list("):
        if message.WhichOneof("value") not in ("list", None):
            raise TypeError(f"Expected a {kind}, got {message.WhichOneof('value')}")
        field, _ = _FIELDS[kind[5:-1]]
        return [_NORMALIZE[kind[5:-1]](item) for item in getattr(message.list, field)]
    field, _ = _FIELDS[kind]
    if message.WhichOneof("value") != field:
        raise TypeError(f"Expected a value of kind {kind}, got {message.WhichOneof('value') or 'nothing'}")
    return _NORMALIZE[kind](getattr(message, field))


def public(value: Any, kind: str | None = None) -> Any:
    """The value that `Operation.get_attr` returns: bytes, numbers, DType, TensorShapeProto, TensorProto, or lists of these."""
    message = to_proto(kind, value) if kind else value
    which = message.WhichOneof("value")
    if which is None:
        return []
    if which == "list":
        for field in ("s", "i", "f", "b", "type", "shape", "tensor", "func"):
            items = list(getattr(message.list, field))
            if items:
                return [dtypes.as_dtype(item) for item in items] if field == "type" else items
        return []
    value = getattr(message, which)
    return dtypes.as_dtype(value) if which == "type" else value

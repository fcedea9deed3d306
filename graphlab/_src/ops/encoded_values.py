"""Values of dtype variant as files hold them: lists of tensors, and what a table has where it has no value."""

from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.varint import read_varint, varint
from graphlab._src.compiler.control_flow.list_value import TensorList
from graphlab._src.graph.variant import EncodedVariant
from graphlab._src.proto import TensorShapeProto

_LIST = "tensorflow::TensorList"
_NOTHING = ""
_WIDTH = 1 << 64


def encoded(values: Any) -> np.ndarray:
    """An array of EncodedVariants for an array of values, or for one value. ValueError for what files can't hold."""
    array = np.asarray(values, object)
    found = np.empty(array.shape, object)
    found.reshape(-1)[:] = [_encoded(value) for value in array.reshape(-1)]
    return found


def decoded(array: np.ndarray) -> Any:
    """The values of an array of EncodedVariants; of a scalar the value itself. What is not known here stays encoded."""
    found = np.empty(array.shape, object)
    found.reshape(-1)[:] = [_decoded(value) for value in array.reshape(-1)]
    return found if array.ndim or isinstance(found[()], EncodedVariant) else found[()]


def _encoded(value: Any) -> EncodedVariant:
    if isinstance(value, EncodedVariant):
        return value
    if value is None:
        return EncodedVariant(_NOTHING, b"", [])
    if not isinstance(value, TensorList):
        raise ValueError(f"A variant that is a {type(value).__name__} can't be written to a file")
    items = value.in_numpy(np.asarray).items
    unset = [i for i, item in enumerate(items) if item is None]
    parts = [_encoded(item) if isinstance(item, TensorList) else item for item in items if item is not None]
    holds_lists = any(isinstance(part, EncodedVariant) for part in parts)
    dtype = dtypes.variant if holds_lists else dtypes.as_dtype(value.element_type)
    numbers = [len(unset), *unset, dtype.as_datatype_enum, value.most % _WIDTH]
    shape = shapes.to_proto(value.dims).SerializeToString()
    return EncodedVariant(_LIST, b"".join(map(varint, numbers)) + shape, parts)


def _decoded(value: EncodedVariant) -> Any:
    if value.type_name == _NOTHING:
        return None
    return _list(value) if value.type_name == _LIST else value


def _list(value: EncodedVariant) -> TensorList:
    try:
        count, position = read_varint(value.metadata, 0)
        unset: set[int] = set()
        for _ in range(count):
            place, position = read_varint(value.metadata, position)
            unset.add(place)
        dtype, position = read_varint(value.metadata, position)
        most, position = read_varint(value.metadata, position)
        shape = TensorShapeProto.FromString(value.metadata[position:])
    except (IndexError, DecodeError):
        raise ValueError("A list of tensors in a file is damaged: its description is cut off") from None
    tensors = iter(value.tensors)
    items = [None if i in unset else next(tensors, None) for i in range(len(unset) + len(value.tensors))]
    items = [_decoded(item) if isinstance(item, EncodedVariant) else item for item in items]
    kind = dtypes.as_dtype(dtype).as_numpy_dtype
    return TensorList(items, shapes.of(shape), kind, most - _WIDTH if most >= _WIDTH // 2 else most)

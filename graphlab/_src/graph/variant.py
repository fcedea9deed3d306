"""HostValue: a value of dtype variant that compiled code does not have; EncodedVariant: one as files hold it."""

import itertools
import math
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.varint import read_varint, varint
from graphlab._src.graph import tensor_proto
from graphlab._src.proto import TensorProto, VariantTensorDataProto


class HostValue:
    """Base class of values of dtype variant that only the host has: the elements of an array of objects."""


class EncodedVariant(HostValue):
    """What a file holds of one variant: the name of its C++ type, bytes that describe it, and tensors.

    tensors: arrays; an EncodedVariant in place of an array is a scalar variant.
    """

    def __init__(self, type_name: str, metadata: bytes, tensors: list[Any]) -> None:
        self.type_name = type_name
        self.metadata = metadata
        self.tensors = tensors

    @classmethod
    def from_proto(cls, proto: Any) -> "EncodedVariant":
        """That of a VariantTensorDataProto."""
        return cls(proto.type_name, proto.metadata, [_decoded(tensor) for tensor in proto.tensors])

    def to_proto(self) -> Any:
        """The VariantTensorDataProto."""
        tensors = [_encoded(tensor) for tensor in self.tensors]
        return VariantTensorDataProto(type_name=self.type_name, metadata=self.metadata, tensors=tensors)


def _encoded(tensor: Any) -> Any:
    return encode_array(np.array(tensor, object)) if isinstance(tensor, EncodedVariant) else tensor_proto.encode(tensor)


def _decoded(tensor: Any) -> Any:
    if tensor.dtype == dtypes.variant.as_datatype_enum and len(tensor.variant_val) == 1:
        return EncodedVariant.from_proto(tensor.variant_val[0])
    return tensor_proto.decode(tensor)


def encode_array(array: np.ndarray) -> Any:
    """The TensorProto of an array of EncodedVariants."""
    return _message(array, variant_val=[one.to_proto() for one in array.flat])


def encode_array_as_bytes(array: np.ndarray) -> Any:
    """The TensorProto of an array of EncodedVariants with one field of bytes: the length of each, then all of them."""
    parts = [one.to_proto().SerializeToString() for one in array.flat]
    return _message(array, tensor_content=b"".join([*(varint(len(part)) for part in parts), *parts]))


def _message(array: np.ndarray, **values: Any) -> Any:
    shape = shapes.to_proto(array.shape)
    return TensorProto(dtype=dtypes.variant.as_datatype_enum, tensor_shape=shape, **values)


def decode_array(message: Any) -> np.ndarray:
    """The array of EncodedVariants that a TensorProto holds; ValueError where their number is not that of its shape."""
    shape = [dim.size for dim in message.tensor_shape.dim]
    values = _listed(message.tensor_content, math.prod(shape)) if message.tensor_content else message.variant_val
    if math.prod(shape) != len(values):
        raise ValueError(f"A TensorProto of shape {shape} can't hold {len(values)} variants")
    found = np.empty(len(values), object)
    found[:] = [EncodedVariant.from_proto(value) for value in values]
    return found.reshape(shape)


def _listed(content: bytes, count: int) -> list[Any]:
    """So many VariantTensorDataProtos that bytes hold."""
    position = 0
    ends = [0]
    try:
        for _ in range(min(count, len(content))):
            size, position = read_varint(content, position)
            ends.append(ends[-1] + size)
        content = content[position:]
        if ends[-1] != len(content):
            raise IndexError
        return [VariantTensorDataProto.FromString(content[i:j]) for i, j in itertools.pairwise(ends)]
    except (IndexError, DecodeError):
        raise ValueError("The bytes of a TensorProto hold no variants") from None


def holds_encoded(array: np.ndarray) -> bool:
    """True for an array of EncodedVariants."""
    return array.dtype == object and array.size > 0 and isinstance(array.flat[0], EncodedVariant)

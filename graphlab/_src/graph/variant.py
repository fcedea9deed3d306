"""HostValue: a value of dtype variant that compiled code does not have; EncodedVariant: one as files hold it."""

import math
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
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
    found = TensorProto(dtype=dtypes.variant.as_datatype_enum, variant_val=[one.to_proto() for one in array.flat])
    found.tensor_shape.SetInParent()
    for size in array.shape:
        found.tensor_shape.dim.add(size=size)
    return found


def decode_array(message: Any) -> np.ndarray:
    """The array of EncodedVariants that a TensorProto holds; ValueError where their number is not that of its shape."""
    shape = [dim.size for dim in message.tensor_shape.dim]
    if math.prod(shape) != len(message.variant_val):
        raise ValueError(f"A TensorProto of shape {shape} can't hold {len(message.variant_val)} variants")
    found = np.empty(len(message.variant_val), object)
    found[:] = [EncodedVariant.from_proto(value) for value in message.variant_val]
    return found.reshape(shape)


def holds_encoded(array: np.ndarray) -> bool:
    """True for an array of EncodedVariants."""
    return array.dtype == object and array.size > 0 and isinstance(array.flat[0], EncodedVariant)

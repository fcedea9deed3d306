"""EncodedVariant: a value of dtype variant in the form in which files hold it."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import tensor_proto
from graphlab._src.proto import TensorProto, VariantTensorDataProto


class EncodedVariant:
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
    if not isinstance(tensor, EncodedVariant):
        return tensor_proto.encode(tensor)
    found = TensorProto(dtype=dtypes.variant.as_datatype_enum, variant_val=[tensor.to_proto()])
    found.tensor_shape.SetInParent()
    return found


def _decoded(tensor: Any) -> Any:
    if tensor.dtype == dtypes.variant.as_datatype_enum and len(tensor.variant_val) == 1:
        return EncodedVariant.from_proto(tensor.variant_val[0])
    return tensor_proto.decode(tensor)


def holds_encoded(array: np.ndarray) -> bool:
    """True for an array of EncodedVariants."""
    return array.dtype == object and array.size > 0 and isinstance(array.flat[0], EncodedVariant)

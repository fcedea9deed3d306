"""tensorflow.core.framework.types_pb2: the numbers of the element types that TensorFlow 1.15 has."""

from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper
from tensorboard.compat.proto import types_pb2

from graphlab._src.base import dtypes

_INVALID = 0


class _DataTypes(EnumTypeWrapper):
    """DataType without the types that later releases of TensorFlow have: those here are the types that tensors can have."""

    def items(self):
        return [
            (name, number) for name, number in super().items() if number == _INVALID or dtypes.is_type_number(number)
        ]

    def keys(self):
        return [name for name, _ in self.items()]

    def values(self):
        return [number for _, number in self.items()]


globals().update({name: value for name, value in vars(types_pb2).items() if not name.startswith("__")})
DataType = _DataTypes(types_pb2.DESCRIPTOR.enum_types_by_name["DataType"])

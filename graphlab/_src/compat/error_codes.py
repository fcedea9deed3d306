"""tensorflow.core.protobuf.error_codes_pb2: the codes of errors by name."""

from google.protobuf import descriptor_pb2, descriptor_pool
from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

from graphlab._src.base import errors

_NAMES = """
    OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED UNAUTHENTICATED
    RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS
"""
_CODES: dict[str, int] = {
    **{name: getattr(errors, name) for name in _NAMES.split()},
    "DO_NOT_USE_RESERVED_FOR_FUTURE_EXPANSION_USE_DEFAULT_IN_SWITCH_INSTEAD_": 20,
}


def _enum():
    file = descriptor_pb2.FileDescriptorProto(
        name="tensorboard/compat/proto/error_codes.proto", package="tensorboard.graphlab.error", syntax="proto3"
    )
    enum = file.enum_type.add(name="Code")
    for name, number in _CODES.items():
        enum.value.add(name=name, number=number)
    pool = descriptor_pool.Default()
    pool.AddSerializedFile(file.SerializeToString())
    return pool.FindEnumTypeByName(f"{file.package}.Code")


Code = EnumTypeWrapper(_enum())
globals().update(_CODES)

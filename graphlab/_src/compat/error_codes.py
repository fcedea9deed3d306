"""tensorflow.core.protobuf.error_codes_pb2: the codes of errors by name."""

import enum

from graphlab._src.base import errors

_NAMES = """
    OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED UNAUTHENTICATED
    RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS
"""
Code = enum.IntEnum("Code", {name: getattr(errors, name) for name in _NAMES.split()})
globals().update({code.name: int(code) for code in Code})

"""tensorflow.core.protobuf.error_codes_pb2: the codes of errors by name."""

import enum

from graphlab._src.base import errors

_NAMES = """
    OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED UNAUTHENTICATED
    RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS
"""
_CODES: dict[str, int] = {name: getattr(errors, name) for name in _NAMES.split()}
Code = enum.IntEnum("Code", _CODES)
globals().update(_CODES)

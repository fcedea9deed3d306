"""Serialized tensors, and decompressed strings."""

import gzip
import zlib

import numpy as np
from google.protobuf.message import DecodeError

from graphlab._src.base import dtypes
from graphlab._src.base.errors import DataLossError
from graphlab._src.graph import tensor_proto, variant
from graphlab._src.ops.define import no_gradient, op, same_as_input, scalar, unknown
from graphlab._src.ops.encoded_values import decoded, encoded
from graphlab._src.ops.string_bytes import each
from graphlab._src.proto import TensorProto


@op("SerializeTensor", "tensor: T -> serialized: string", infer=scalar, host=True, grad=no_gradient)
def serialize_tensor(tensor, *, T: dtypes.DType):
    """The tensor as the bytes of a TensorProto."""
    result = np.empty((), object)
    message = (
        variant.encode_array_as_bytes(encoded(tensor)) if T is dtypes.variant else tensor_proto.encode_bytes(tensor)
    )
    result[()] = message.SerializeToString()
    return result


@op("ParseTensor", "serialized: string -> output: out_type", infer=unknown, host=True, grad=no_gradient)
def parse_tensor(serialized, *, out_type: dtypes.DType):
    """The tensor that the bytes of a TensorProto hold.

    out_type: its type; a run fails when the message holds another.
    serialized: a string scalar, a TensorProto.
    """
    if serialized.ndim:
        raise ValueError(f"Expected `serialized` to be a scalar, got shape: {list(serialized.shape)}")
    try:
        message = TensorProto.FromString(serialized[()])
    except DecodeError:
        raise ValueError(f"Could not parse `serialized` as TensorProto: '{serialized[()]!r}'") from None
    if not message.dtype:
        raise ValueError(f"Cannot parse tensor from proto: {message}")
    if message.dtype != out_type.as_datatype_enum:
        found = dtypes.runtime_name(dtypes.as_dtype(message.dtype))
        raise ValueError(f"Type mismatch between parsed tensor ({found}) and dtype ({dtypes.runtime_name(out_type)})")
    return decoded(variant.decode_array(message)) if out_type is dtypes.variant else tensor_proto.decode(message)


_DECOMPRESS = {b"": bytes, b"ZLIB": zlib.decompress, b"GZIP": gzip.decompress}


@op("DecodeCompressed", "bytes: string -> output: string", infer=same_as_input(0), host=True, grad=no_gradient)
def decode_compressed(bytes, *, compression_type: bytes = b""):
    """The decompressed strings.

    compression_type: "ZLIB", "GZIP", or "" for strings that are not compressed.
    bytes: strings, any shape.
    """
    decompress = _DECOMPRESS.get(compression_type)
    if decompress is None:
        raise ValueError("Only ZLIB, GZIP or NONE are supported compressions")
    try:
        return each(decompress, bytes)
    except (zlib.error, OSError, EOFError) as error:
        raise DataLossError(None, None, f"The string is not {compression_type.decode()} data: {error}") from None

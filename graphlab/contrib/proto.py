"""tf.contrib.proto: fields of protocol buffers as tensors."""

from graphlab._src.ops.parsing.protos import decode_proto, encode_proto

__all__ = ["decode_proto", "encode_proto"]

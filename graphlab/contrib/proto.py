"""tf.contrib.proto: fields of protocol buffers as tensors."""

from graphlab.io import decode_proto, encode_proto

__all__ = ["decode_proto", "encode_proto"]

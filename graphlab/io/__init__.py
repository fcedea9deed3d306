"""tf.io: graphs in TensorFlow's file formats, files of records, queues."""

from graphlab.later import later

with later(__name__):
    from graphlab.io import gfile
    from graphlab.io.files import match_filenames_once, matching_files, read_file, write_file
    from graphlab.io.graphdef import write_graph
    from graphlab.io.tf_record import TFRecordCompressionType, TFRecordOptions, TFRecordWriter, tf_record_iterator
    from graphlab.ops.image.decode_ops import (
        decode_and_crop_jpeg,
        decode_bmp,
        decode_gif,
        decode_jpeg,
        decode_png,
        extract_jpeg_shape,
    )
    from graphlab.ops.image.decoding import decode_image, is_jpeg
    from graphlab.ops.image.encoding import encode_jpeg, encode_png
    from graphlab.ops.parsing.csv import decode_csv
    from graphlab.ops.parsing.examples import parse_example, parse_single_example, parse_single_sequence_example
    from graphlab.ops.parsing.features import FixedLenFeature, FixedLenSequenceFeature, SparseFeature, VarLenFeature
    from graphlab.ops.sparse_serialized import deserialize_many_sparse, serialize_many_sparse, serialize_sparse
    from graphlab.ops.string_bytes import decode_base64, encode_base64
    from graphlab.ops.string_numbers import decode_raw
    from graphlab.ops.string_tensors import decode_compressed, parse_tensor, serialize_tensor
    from graphlab.state.queue import PaddingFIFOQueue, PriorityQueue, QueueBase, RandomShuffleQueue

__all__ = [
    "FixedLenFeature",
    "FixedLenSequenceFeature",
    "PaddingFIFOQueue",
    "PriorityQueue",
    "QueueBase",
    "RandomShuffleQueue",
    "SparseFeature",
    "TFRecordCompressionType",
    "TFRecordOptions",
    "TFRecordWriter",
    "VarLenFeature",
    "decode_and_crop_jpeg",
    "decode_base64",
    "decode_bmp",
    "decode_compressed",
    "decode_csv",
    "decode_gif",
    "decode_image",
    "decode_jpeg",
    "decode_png",
    "decode_raw",
    "deserialize_many_sparse",
    "encode_base64",
    "encode_jpeg",
    "encode_png",
    "extract_jpeg_shape",
    "gfile",
    "is_jpeg",
    "match_filenames_once",
    "matching_files",
    "parse_example",
    "parse_single_example",
    "parse_single_sequence_example",
    "parse_tensor",
    "read_file",
    "serialize_many_sparse",
    "serialize_sparse",
    "serialize_tensor",
    "tf_record_iterator",
    "write_file",
    "write_graph",
]

"""tf.io: graphs in TensorFlow's file formats, files of records, queues."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.io.file_ops import match_filenames_once, matching_files, read_file, write_file
    from graphlab._src.io.graphdef import write_graph
    from graphlab._src.io.tf_record import TFRecordCompressionType, TFRecordOptions, TFRecordWriter, tf_record_iterator
    from graphlab._src.ops.image.decode_ops import (
        decode_and_crop_jpeg,
        decode_bmp,
        decode_gif,
        decode_jpeg,
        decode_png,
        extract_jpeg_shape,
    )
    from graphlab._src.ops.image.decoding import decode_image, is_jpeg
    from graphlab._src.ops.image.encoding import encode_jpeg, encode_png
    from graphlab._src.ops.parsing.csv import decode_csv
    from graphlab._src.ops.parsing.examples import parse_example, parse_single_example, parse_single_sequence_example
    from graphlab._src.ops.parsing.features import (
        FixedLenFeature,
        FixedLenSequenceFeature,
        SparseFeature,
        VarLenFeature,
    )
    from graphlab._src.ops.parsing.protos import decode_proto, encode_proto
    from graphlab._src.ops.parsing.sequences import decode_json_example, parse_sequence_example
    from graphlab._src.ops.sparse_serialized import deserialize_many_sparse, serialize_many_sparse, serialize_sparse
    from graphlab._src.ops.string_bytes import decode_base64, encode_base64
    from graphlab._src.ops.string_numbers import decode_raw
    from graphlab._src.ops.string_tensors import decode_compressed, parse_tensor, serialize_tensor
    from graphlab._src.state.queue import PaddingFIFOQueue, PriorityQueue, QueueBase, RandomShuffleQueue
    from graphlab.io import gfile
else:
    __getattr__, __dir__ = attach(__name__)

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
    "parse_sequence_example",
    "decode_json_example",
    "decode_proto",
    "encode_proto",
    "parse_tensor",
    "read_file",
    "serialize_many_sparse",
    "serialize_sparse",
    "serialize_tensor",
    "tf_record_iterator",
    "write_file",
    "write_graph",
]

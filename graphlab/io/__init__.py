"""tf.io: graphs in TensorFlow's file formats, files of records, queues."""

from graphlab.io.files import match_filenames_once, matching_files, read_file, write_file
from graphlab.io.graphdef import write_graph
from graphlab.io.tf_record import TFRecordCompressionType, TFRecordOptions, TFRecordWriter, tf_record_iterator
from graphlab.state.queue import PaddingFIFOQueue, PriorityQueue, QueueBase, RandomShuffleQueue

__all__ = [
    "PaddingFIFOQueue",
    "PriorityQueue",
    "QueueBase",
    "RandomShuffleQueue",
    "TFRecordCompressionType",
    "TFRecordOptions",
    "TFRecordWriter",
    "match_filenames_once",
    "matching_files",
    "read_file",
    "tf_record_iterator",
    "write_file",
    "write_graph",
]

"""Readers: operations that return records of files whose names are dequeued."""

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor
from graphlab._src.graph.attributes import attribute
from graphlab._src.io import reader_ops
from graphlab._src.io.tf_record import TFRecordOptions
from graphlab._src.ops.define import raw_ops


class ReaderBase:
    """What all readers can do.

    reader_ref: the tensor that represents the reader.  supports_serialize: whether its state can be saved.
    """

    def __init__(self, reader_ref, supports_serialize=False):
        self._reader_ref = reader_ref
        self._supports_serialize = supports_serialize

    reader_ref = attribute("_reader_ref", "The tensor that represents the reader.")
    supports_serialize = attribute("_supports_serialize", "Whether the state can be saved.")

    def read(self, queue, name=None):
        """(key, value) of the next record, another one in each run: strings, scalar.

        queue: where the names of files come from; the run waits while it is empty.
        A run raises OutOfRangeError when the queue is closed and empty.
        """
        return self._op("ReaderRead")(self._reader_ref, self._queue_ref(queue), name=name)

    def read_up_to(self, queue, num_records, name=None):
        """(keys, values) of up to so many next records: strings, vectors.

        They come from one file, so there may be fewer before the end.
        """
        return self._op("ReaderReadUpTo")(self._reader_ref, self._queue_ref(queue), num_records, name=name)

    def num_records_produced(self, name=None):
        """How many records it has produced: int64, scalar."""
        return self._op("ReaderNumRecordsProduced")(self._reader_ref, name=name)

    def num_work_units_completed(self, name=None):
        """How many files it has ended: int64, scalar."""
        return self._op("ReaderNumWorkUnitsCompleted")(self._reader_ref, name=name)

    def serialize_state(self, name=None):
        """Its state: string, scalar. A run raises UnimplementedError for readers that can't be saved."""
        return self._op("ReaderSerializeState")(self._reader_ref, name=name)

    def restore_state(self, state, name=None):
        """The operation that lets it go on from a state that was saved."""
        return self._op("ReaderRestoreState")(self._reader_ref, state, name=name)

    def reset(self, name=None):
        """The operation that lets it begin anew."""
        return self._op("ReaderReset")(self._reader_ref, name=name)

    def _op(self, op_type):
        return getattr(raw_ops, f"{op_type}V2" if self._is_resource() else op_type)

    def _is_resource(self):
        return self._reader_ref.dtype == dtypes.resource

    def _queue_ref(self, queue):
        queue_ref = queue if isinstance(queue, Tensor) else queue.queue_ref
        if self._is_resource() or queue_ref.dtype != dtypes.resource:
            return queue_ref
        return raw_ops.FakeQueue(queue_ref)


class WholeFileReader(ReaderBase):
    """Reads whole files: the key is the name, the value what the file holds."""

    def __init__(self, name=None):
        super().__init__(reader_ops.whole_file_reader(name=name), supports_serialize=True)


class TextLineReader(ReaderBase):
    """Reads lines without their ends; the key is "file:number", counted from 1.

    skip_header_lines: how many at the beginning of each file are left out.
    """

    def __init__(self, skip_header_lines=None, name=None):
        super().__init__(reader_ops.text_line_reader(skip_header_lines=skip_header_lines, name=name))


class FixedLengthRecordReader(ReaderBase):
    """Reads records of one length; the key is "file:number", counted from 0.

    record_bytes: in a record.  header_bytes, footer_bytes: at both ends of each file, which are left out.
    hop_bytes: from the beginning of a record to that of the next; side by side when left out.
    encoding: "ZLIB" or "GZIP" for files that are compressed.
    """

    def __init__(self, record_bytes, header_bytes=None, footer_bytes=None, hop_bytes=None, name=None, encoding=None):
        super().__init__(
            reader_ops.fixed_length_record_reader(
                record_bytes=record_bytes,
                header_bytes=header_bytes,
                footer_bytes=footer_bytes,
                hop_bytes=hop_bytes,
                encoding=encoding,
                name=name,
            )
        )


class TFRecordReader(ReaderBase):
    """Reads the records of TFRecord files; the key is "file:offset".

    options: a TFRecordOptions, or a compression type.
    """

    def __init__(self, name=None, options=None):
        compression_type = TFRecordOptions.get_compression_type_string(options)
        super().__init__(reader_ops.tf_record_reader(compression_type=compression_type, name=name))


class IdentityReader(ReaderBase):
    """Returns what is dequeued, as key and as value."""

    def __init__(self, name=None):
        super().__init__(reader_ops.identity_reader(name=name), supports_serialize=True)

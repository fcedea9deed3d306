"""The operations of readers: those that name a reader, and those that read, count, save and restore.

Each comes twice, as those of queues do (state/named.py).
"""

from typing import Any

import numpy as np

from graphlab._src.io.reader_kinds import (
    FixedLengthRecords,
    IdentityRecords,
    TextLines,
    TFRecords,
    WholeFiles,
    check_sizes,
)
from graphlab._src.ops.define import HERE, REQUIRED, no_gradient, op, scalar, twice
from graphlab._src.ops.rules import with_rank
from graphlab._src.state.named_resources import find_or_make

_NAMED = {"container": (str, ""), "shared_name": (str, "")}


def _handle_shape(op):
    return () if op.type.endswith("V2") else (2,)


def _names_a_reader(op_type, **attrs):
    attrs = {**_NAMED, **attrs}
    return twice(op_type, "-> reader_handle: resource", _handle_shape, stateful=True, attrs=attrs)


@_names_a_reader("IdentityReader")
def identity_reader(*, context):
    """A reader that returns the names of work units as records."""
    return find_or_make(context, "reader", lambda _: IdentityRecords(context.op.name))


@_names_a_reader("WholeFileReader")
def whole_file_reader(*, context):
    """A reader that returns whole files."""
    return find_or_make(context, "reader", lambda _: WholeFiles(context.op.name))


@_names_a_reader("TextLineReader")
def text_line_reader(*, skip_header_lines: int = 0, context):
    """A reader that returns the lines of files."""
    return find_or_make(context, "reader", lambda _: TextLines(context.op.name, skip_header_lines))


@_names_a_reader("TFRecordReader", compression_type=HERE)
def tf_record_reader(*, compression_type: bytes = b"", context):
    """A reader that returns the records of TFRecord files."""
    return find_or_make(context, "reader", lambda _: TFRecords(context.op.name, compression_type.decode()))


_SIZES = ("header_bytes", "record_bytes", "footer_bytes", "hop_bytes")
_FIXED = {name: (int, REQUIRED if name == "record_bytes" else 0) for name in _SIZES}
_FIXED_OPTIONS: dict[str, Any] = {"host": True, "stateful": True, "infer": _handle_shape, "grad": no_gradient}


def _fixed_length_records(context):
    op = context.op
    sizes = header, record, footer, hop = [op.attrs[name] for name in _SIZES]
    check_sizes(op, **dict(zip(_SIZES, sizes, strict=True)))
    encoding = op.attrs.get("encoding", b"").decode()
    return find_or_make(context, "reader", lambda _: FixedLengthRecords(op.name, header, record, footer, hop, encoding))


@op("FixedLengthRecordReader", "-> reader_handle: Ref(string)", attrs={**_FIXED, **_NAMED}, **_FIXED_OPTIONS)
def _old_fixed_length_record_reader(*, context):
    """A reader that returns records of one length."""
    return _fixed_length_records(context)


@op(
    "FixedLengthRecordReaderV2",
    "-> reader_handle: resource",
    attrs={**_FIXED, **_NAMED, "encoding": (str, "")},
    **_FIXED_OPTIONS,
)
def fixed_length_record_reader(*, context):
    """A reader that returns records of one length."""
    return _fixed_length_records(context)


_BOTH = "reader_handle: resource, queue_handle: resource"


@twice("ReaderRead", f"{_BOTH} -> key: string, value: string", lambda op: [(), ()])
def reader_read(reader_handle, queue_handle, *, context):
    """The next record of a reader, which dequeues the names of work units: its key and its value."""
    ((key, value),) = reader_handle.read_up_to(context, queue_handle, 1)
    return np.asarray(key, object), np.asarray(value, object)


def _several(op):
    with_rank(op.inputs[2].dims, 0)
    return [(None,), (None,)]


@twice("ReaderReadUpTo", f"{_BOTH}, num_records: int64 -> keys: string, values: string", _several)
def reader_read_up_to(reader_handle, queue_handle, num_records, *, context):
    """Up to so many records of a reader, all of one work unit: their keys and their values."""
    records = reader_handle.read_up_to(context, queue_handle, int(num_records))
    return [np.asarray([record[i] for record in records], object) for i in (0, 1)]


@twice("ReaderNumRecordsProduced", "reader_handle: resource -> records_produced: int64", scalar)
def reader_num_records_produced(reader_handle):
    """The number of records that a reader has produced."""
    return np.asarray(reader_handle.produced, np.int64)


@twice("ReaderNumWorkUnitsCompleted", "reader_handle: resource -> units_completed: int64", scalar)
def reader_num_work_units_completed(reader_handle):
    """The number of work units that a reader has ended."""
    return np.asarray(reader_handle.finished, np.int64)


@twice("ReaderSerializeState", "reader_handle: resource -> state: string", scalar)
def reader_serialize_state(reader_handle, *, context):
    """The state of a reader, as bytes."""
    return np.asarray(reader_handle.state(context.op), object)


def _state_shape(op):
    with_rank(op.inputs[1].dims, 0)
    return []


@twice("ReaderRestoreState", "reader_handle: resource, state: string ->", _state_shape)
def reader_restore_state(reader_handle, state, *, context):
    """Lets a reader go on from a state that was saved."""
    reader_handle.restore(context.op, state.item())


@twice("ReaderReset", "reader_handle: resource ->")
def reader_reset(reader_handle):
    """Lets a reader begin anew."""
    reader_handle.reset()

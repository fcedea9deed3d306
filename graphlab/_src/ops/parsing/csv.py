"""decode_csv: lines of comma-separated values as one tensor for each column."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.string_numbers import parse_number

_TYPES = {dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64, dtypes.string}
_UNQUOTED = "Unquoted fields cannot have quotes/CRLFs inside"


def _columns_shape(op):
    for default in op.inputs[1:]:
        if default.dims is not None and len(default.dims) > 1:
            raise ShapeError(f"Shape must be at most rank 1 but is rank {len(default.dims)}")
        if default.dims and (default.dims[0] or 0) > 1:
            raise ShapeError("Shape of a default must be a length-0 or length-1 vector, or a scalar.")
    return [op.inputs[0].dims] * len(op.attrs["OUT_TYPE"])


def _fields(line, delimiter, quotes):
    """The fields of one line; raises ValueError where quotes are not as they should be."""
    if not quotes:
        if b"\n" in line or b"\r" in line:
            raise ValueError(_UNQUOTED)
        return line.split(delimiter) if line else []
    fields, at, end = [], 0, len(line)
    if not line:
        return fields
    while True:
        if line[at : at + 1] == b'"':
            field, at = _quoted(line, at + 1)
            if at < end and line[at : at + 1] != delimiter:
                raise ValueError("Quote inside a string has to be escaped by another quote")
        else:
            stop = line.find(delimiter, at)
            stop = end if stop < 0 else stop
            field = line[at:stop]
            if any(mark in field for mark in (b'"', b"\n", b"\r")):
                raise ValueError(_UNQUOTED)
            at = stop
        fields.append(field)
        if at >= end or line[at : at + 1] != delimiter:
            return fields
        at += 1


def _quoted(line, at):
    """A field from behind its first quote to its last, and where that ends; two quotes mean one."""
    parts = []
    while True:
        stop = line.find(b'"', at)
        if stop < 0:
            raise ValueError("Quoted field has to end with quote followed by delim or end")
        parts.append(line[at:stop])
        if line[stop + 1 : stop + 2] != b'"':
            return b"".join(parts), stop + 1
        parts.append(b'"')
        at = stop + 2


@op(
    "DecodeCSV",
    "records: string, record_defaults: *OUT_TYPE -> output: *OUT_TYPE",
    types={"OUT_TYPE": _TYPES},
    infer=_columns_shape,
    host=True,
    grad=no_gradient,
    minimums={"OUT_TYPE": 1},
)
def _decode_csv(
    records,
    record_defaults,
    *,
    field_delim: bytes = b",",
    use_quote_delim: bool = True,
    na_value: bytes = b"",
    select_cols: list[int] = [],  # noqa: B006
):
    """The columns of lines of comma-separated values."""
    if len(field_delim) != 1:
        raise ValueError("field_delim should be only 1 char")
    kinds = [dtypes.as_dtype(default.dtype) for default in record_defaults]
    columns = [np.empty(records.shape, kind.as_numpy_dtype) for kind in kinds]
    flat = [column.reshape(-1) for column in columns]
    for i, record in enumerate(records.reshape(-1)):
        values = decode_record(record, record_defaults, kinds, field_delim, use_quote_delim, na_value, select_cols, i)
        for column, value in zip(flat, values, strict=True):
            column[i] = value
    return columns


def decode_record(record, record_defaults, kinds, field_delim, use_quote_delim, na_value, select_cols, number):
    """The values of one line. record_defaults: arrays.  kinds: the DType of each.  number: of the line, for messages."""
    fields = _fields(record, field_delim, use_quote_delim)
    if select_cols:
        if select_cols[-1] >= len(fields):
            there = sum(column < len(fields) for column in select_cols)
            raise ValueError(f"Expect {len(record_defaults)} fields but have {there} in record {number}")
        fields = [fields[column] for column in select_cols]
    if len(fields) != len(record_defaults):
        raise ValueError(f"Expect {len(record_defaults)} fields but have {len(fields)} in record {number}")
    columns = enumerate(zip(fields, record_defaults, kinds, strict=True))
    return [_value(field, default, kind, na_value, j, number) for j, (field, default, kind) in columns]


def _value(field, default, kind, na_value, column, record):
    if field in (b"", na_value):
        if not default.size:
            raise ValueError(f"Field {column} is required but missing in record {record}!")
        return default.reshape(-1)[0]
    value = field if kind is dtypes.string else parse_number(field, kind)
    if value is None:
        raise ValueError(
            f"Field {column} in record {record} is not a valid {dtypes.runtime_name(kind)}: "
            f"{field.decode('utf-8', 'backslashreplace')}"
        )
    return value


def decode_csv(
    records, record_defaults, field_delim=",", use_quote_delim=True, name=None, na_value="", select_cols=None
):
    """The columns of lines of comma-separated values, a tensor for each, of the shape of `records`.

    record_defaults: for each column the value of an empty field, in a list or array whose type is the column's; an
    empty one when the field must be there.  field_delim: what is between fields.  na_value: more text that means
    nothing.  use_quote_delim: quotes are part of the format.  select_cols: the numbers of the columns to take.
    """
    if select_cols is not None:
        if any(a >= b for a, b in zip(select_cols, select_cols[1:], strict=False)):
            raise ValueError("select_cols is not strictly increasing.")
        if select_cols[0] < 0:
            raise ValueError("select_cols contains negative values.")
        if len(select_cols) != len(record_defaults):
            raise ValueError("Length of select_cols and record_defaults do not match.")
    return _decode_csv(
        records,
        record_defaults,
        field_delim=field_delim,
        use_quote_delim=use_quote_delim,
        na_value=na_value,
        select_cols=select_cols or [],
        name=name,
    )

"""Fields of protocol buffers as tensors, and tensors as fields: tf.io.decode_proto and encode_proto."""

import collections
import functools
from typing import Any

import numpy as np
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, text_format
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import DecodeError

from graphlab._src.base import dtypes
from graphlab._src.base.errors import DataLossError, InvalidArgumentError, NotFoundError, explain
from graphlab._src.graph import convert_to_tensor
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.rules import merge, with_rank_at_least
from graphlab._src.proto.example import Example

_BYTES = b"bytes://"
_WHOLE = {dtypes.int32, dtypes.int64}
_TYPES = {  # of a field -> of the tensors that hold it
    FieldDescriptor.TYPE_DOUBLE: {dtypes.float64},
    FieldDescriptor.TYPE_FLOAT: {dtypes.float32, dtypes.float64},
    FieldDescriptor.TYPE_INT64: {dtypes.int64},
    FieldDescriptor.TYPE_SINT64: {dtypes.int64},
    FieldDescriptor.TYPE_SFIXED64: {dtypes.int64},
    FieldDescriptor.TYPE_UINT64: {dtypes.uint64},
    FieldDescriptor.TYPE_FIXED64: {dtypes.uint64},
    FieldDescriptor.TYPE_INT32: _WHOLE,
    FieldDescriptor.TYPE_SINT32: _WHOLE,
    FieldDescriptor.TYPE_SFIXED32: _WHOLE,
    FieldDescriptor.TYPE_UINT32: {dtypes.uint32, dtypes.uint64},
    FieldDescriptor.TYPE_FIXED32: {dtypes.uint32, dtypes.uint64},
    FieldDescriptor.TYPE_BOOL: {dtypes.bool},
    FieldDescriptor.TYPE_ENUM: {dtypes.int32},
    FieldDescriptor.TYPE_STRING: {dtypes.string},
    FieldDescriptor.TYPE_BYTES: {dtypes.string},
    FieldDescriptor.TYPE_MESSAGE: {dtypes.string},
    FieldDescriptor.TYPE_GROUP: {dtypes.string},
}
_MESSAGES = {FieldDescriptor.TYPE_MESSAGE, FieldDescriptor.TYPE_GROUP}


class _Field:
    """A field of a message: its values as what arrays hold, and back."""

    def __init__(self, descriptor: Any, name: str, owner: str) -> None:
        found = descriptor.fields_by_name.get(name)
        if found is None:
            known = ", ".join(field.name for field in descriptor.fields)
            raise InvalidArgumentError(
                None, None, explain(f"Unknown field: {name} in message type {owner}", fix=f"it has {known}")
            )
        self.name, self.kind = name, found.type
        self.repeated = found.is_repeated if hasattr(found, "is_repeated") else found.label == found.LABEL_REPEATED
        self.default: Any = found.default_value
        if self.repeated:  # padding of a list is what its elements are without a value
            number = found.enum_type.values[0].number if found.type == found.TYPE_ENUM else 0
            self.default = b"" if dtypes.string in _TYPES[self.kind] else number
        elif self.kind in _MESSAGES:
            self.default = b""
        elif isinstance(self.default, str):
            self.default = self.default.encode()

    def fits(self, dtype: dtypes.DType) -> bool:
        return dtype in _TYPES[self.kind]

    def values(self, message: Any) -> list[Any]:
        """What a message has of it."""
        if self.repeated:
            found = list(getattr(message, self.name))
        elif _has(message, self.name):
            found = [getattr(message, self.name)]
        else:
            return []
        if self.kind in _MESSAGES:
            return [one.SerializeToString(deterministic=True) for one in found]
        return [one.encode() if isinstance(one, str) else one for one in found]

    def put(self, message: Any, values: Any) -> None:
        """Sets it to the elements of an array."""
        plain = [one if isinstance(one, bytes) else one.item() for one in values]
        if self.kind == FieldDescriptor.TYPE_STRING:
            plain = [one.decode() for one in plain]
        if self.kind in _MESSAGES:
            for one in plain:
                part = getattr(message, self.name).add() if self.repeated else getattr(message, self.name)
                part.MergeFromString(one)
                part.SetInParent()
        elif self.repeated:
            getattr(message, self.name).extend(plain)
        elif plain:
            setattr(message, self.name, plain[-1])


def _has(message: Any, name: str) -> bool:
    """True for a field that is set; in proto3, which does not know, for one that is not its default."""
    try:
        return message.HasField(name)
    except ValueError:
        return any(field.name == name for field, _ in message.ListFields())


def _decoded_dims(op):
    dims, count = op.inputs[0].dims, len(op.attrs["field_names"])
    return [None if dims is None else (*dims, count)] + [
        None if dims is None else (*dims, None) for _ in op.attrs["output_types"]
    ]


@op(
    "DecodeProtoV2",
    "bytes: string -> sizes: int32, values: *output_types",
    infer=_decoded_dims,
    host=True,
    grad=no_gradient,
)
def _decoded(
    bytes,
    *,
    message_type: str,
    field_names: list[str],
    output_types: list[dtypes.DType],
    descriptor_source: str = "local://",
    message_format: str = "binary",
    sanitize: bool = False,
):
    """How often each field occurs in each message, and the values of each field, padded."""
    if len(field_names) != len(output_types):
        raise InvalidArgumentError(None, None, "field_names and output_types attributes must have the same length")
    make, fields = _message(descriptor_source, message_type, field_names)
    owner = _text(message_type)
    for field, dtype in zip(fields, output_types, strict=True):
        if not field.fits(dtype):
            raise InvalidArgumentError(
                None, None, f"Unexpected output type for {owner}.{field.name}: {_wanted(field)} to {dtype.name}"
            )
    parse = _parser(make, _text(message_format))
    found = [[field.values(message) for field in fields] for message in map(parse, bytes.reshape(-1))]
    sizes = np.array([[len(values) for values in row] for row in found], np.int32).reshape(*bytes.shape, len(fields))
    columns = []
    for i, (field, dtype) in enumerate(zip(fields, output_types, strict=True)):
        width = max([1, *[len(row[i]) for row in found]])
        column = np.full((len(found), width), field.default, dtype.as_numpy_dtype)
        for row, line in zip(found, column, strict=True):
            line[: len(row[i])] = row[i]
        columns.append(column.reshape(*bytes.shape, width))
    return [sizes, *columns]


def _encoded_dims(op):
    sizes, *values = op.inputs
    dims = with_rank_at_least(sizes.dims, 1)
    batch = None if dims is None else dims[:-1]
    for tensor in values:
        known = with_rank_at_least(tensor.dims, 1)
        batch = merge(batch, None if known is None else known[:-1], "pass values of one batch")
    return batch


@op(
    "EncodeProto",
    "sizes: int32, values: *Tinput_types -> bytes: string",
    infer=_encoded_dims,
    host=True,
    grad=no_gradient,
    minimums={"Tinput_types": 1},
)
def _encoded(sizes, values, *, field_names: list[str], message_type: str, descriptor_source: str = "local://"):
    """Messages with as many of the values in each field as sizes says."""
    make, fields = _message(descriptor_source, message_type, field_names)
    if sizes.shape[-1] != len(fields) or len(values) != len(fields):
        raise InvalidArgumentError(
            None, None, f"{len(fields)} field_names need as many sizes and values: {sizes.shape[-1]}, {len(values)}"
        )
    for field, array in zip(fields, values, strict=True):
        dtype = dtypes.string if array.dtype == object else dtypes.as_dtype(array.dtype)
        if not field.fits(dtype):
            raise InvalidArgumentError(
                None,
                None,
                f"Incompatible type for field {field.name}.  Saw dtype: {dtype.name} but field type is: {_wanted(field)}",
            )
    counts = sizes.reshape(-1, len(fields))
    columns = [array.reshape(len(counts), -1) for array in values]
    result = np.empty(len(counts), object)
    for i, row in enumerate(counts):
        message = make()
        for j, (field, column, count) in enumerate(zip(fields, columns, row, strict=True)):
            if count > column.shape[1]:
                raise InvalidArgumentError(
                    None,
                    None,
                    f"Size to write must not be larger than value tensor; but saw: {count} > {column.shape[1]} "
                    f"at message {i} field {j}",
                )
            field.put(message, column[i, :count])
        result[i] = message.SerializeToString(deterministic=True)
    return result.reshape(sizes.shape[:-1])


def _wanted(field: _Field) -> str:
    return " or ".join(sorted(dtype.name for dtype in _TYPES[field.kind]))


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else value


def _parser(make: Any, message_format: str) -> Any:
    def binary(data: Any) -> Any:
        try:
            return make.FromString(data)
        except DecodeError as error:
            raise DataLossError(
                None, None, f"Failed to parse a message as {make.DESCRIPTOR.full_name}: {error}"
            ) from error

    def text(data: Any) -> Any:
        try:
            return text_format.Parse(data, make())
        except (text_format.ParseError, UnicodeDecodeError) as error:
            raise DataLossError(None, None, f"Failed to parse text as {make.DESCRIPTOR.full_name}: {error}") from error

    if message_format not in ("binary", "text"):
        raise InvalidArgumentError(None, None, f"format must be one of binary or text, not {message_format}")
    return binary if message_format == "binary" else text


def _message(source: Any, name: Any, field_names: Any) -> tuple[Any, list[_Field]]:
    """The class of a message, and its fields of those names."""
    make = _class_of(source if isinstance(source, bytes) else source.encode(), _text(name))
    return make, [_Field(make.DESCRIPTOR, _text(field), _text(name)) for field in field_names]


@functools.lru_cache(64)
def _class_of(source: bytes, name: str) -> Any:
    for pool, known in _places(source, name):
        try:
            return message_factory.GetMessageClass(pool.FindMessageTypeByName(known))
        except KeyError:
            pass
    fix = "import the module that protoc wrote for it, or pass a FileDescriptorSet as descriptor_source"
    raise InvalidArgumentError(None, None, explain(f"No descriptor found for message type {name}", fix=fix))


def _places(source: bytes, name: str) -> list[tuple[Any, str]]:
    """Where messages are described, and under which name: those of TensorFlow are in the tensorboard package's."""
    if source in (b"", b"local://"):
        default = descriptor_pool.Default()
        own = "tensorboard." + name.removeprefix("tensorflow.")
        return [(default, name), (Example.DESCRIPTOR.file.pool, name), (default, own)]
    pool = descriptor_pool.DescriptorPool()
    for file in _files(source).file:
        pool.Add(file) if hasattr(pool, "Add") else pool.AddSerializedFile(file.SerializeToString())
    return [(pool, name)]


def _files(source: bytes) -> Any:
    """The FileDescriptorSet that a source holds, or the file of that name."""
    if source.startswith(_BYTES):
        data = source.removeprefix(_BYTES)
    else:
        try:
            with open(source, "rb") as file:
                data = file.read()
        except OSError as error:
            raise NotFoundError(None, None, f"descriptor_source {_text(source)!r}: {error.strerror}") from error
    try:
        return descriptor_pb2.FileDescriptorSet.FromString(data)
    except DecodeError as error:
        raise InvalidArgumentError(None, None, "descriptor_source holds no FileDescriptorSet") from error


Decoded = collections.namedtuple("DecodeProtoV2", ["sizes", "values"])


def decode_proto(
    bytes,
    message_type,
    field_names,
    output_types,
    descriptor_source: str | bytes = "local://",
    message_format="binary",
    sanitize=False,
    name=None,
):
    """The fields of serialized messages: (sizes, values).

    bytes: strings, any shape B.  message_type: the full name.  descriptor_source: "local://" for what Python has imported,
    "bytes://" and a serialized FileDescriptorSet, or a file with one.  sizes: int32, [*B, fields]: how often a field
    occurs.  values: for each field a tensor [*B, most occurrences] of its type in output_types, padded with the field's default;
    messages inside are strings.  In the run InvalidArgumentError for what the message has not, DataLossError for other data.
    """
    strings = convert_to_tensor(bytes, dtypes.string, name="bytes")
    sizes, values = _decoded(
        strings,
        message_type=message_type,
        field_names=list(field_names),
        output_types=[dtypes.as_dtype(one) for one in output_types],
        descriptor_source=descriptor_source,
        message_format=message_format,
        sanitize=sanitize,
        name=name,
    )
    return Decoded(sizes, values)


def encode_proto(
    sizes, values, field_names, message_type, descriptor_source: str | bytes = "local://", name: str | None = None
):
    """Serialized messages from tensors, as decode_proto returns them.

    sizes: int32, [*B, fields].  values: for each field a tensor [*B, n], n as large as the largest size.  Returns strings, [*B].
    """
    return _encoded(
        sizes,
        list(values),
        field_names=list(field_names),
        message_type=message_type,
        descriptor_source=descriptor_source,
        name=name,
    )

"""tensorflow.python.saved_model.nested_structure_coder: structures of values and TypeSpecs as StructuredValue messages."""

import collections
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.data.dataset import DatasetSpec
from graphlab._src.data.optional import OptionalSpec
from graphlab._src.graph.type_spec import IndexedSlicesSpec, SparseTensorSpec, TensorSpec
from graphlab._src.ops.ragged.spec import RaggedTensorSpec
from graphlab._src.ops.tensor_array_spec import TensorArraySpec
from graphlab._src.proto import StructuredValue, TypeSpecProto

_SPECS = {
    TypeSpecProto.SPARSE_TENSOR_SPEC: SparseTensorSpec,
    TypeSpecProto.INDEXED_SLICES_SPEC: IndexedSlicesSpec,
    TypeSpecProto.RAGGED_TENSOR_SPEC: RaggedTensorSpec,
    TypeSpecProto.TENSOR_ARRAY_SPEC: TensorArraySpec,
    TypeSpecProto.DATA_DATASET_SPEC: DatasetSpec,
    TypeSpecProto.OPTIONAL_SPEC: OptionalSpec,
}
_NUMBERS = {spec: number for number, spec in _SPECS.items()}


class NotEncodableError(Exception):
    """No message describes that object."""


class StructureCoder:
    """Writes structures as messages and reads them again.

    They hold lists, tuples, dicts, numbers, strings, None, shapes, types, TensorSpecs and TypeSpecs.
    """

    _codecs: ClassVar[list[Any]] = []

    @classmethod
    def register_codec(cls, x: Any) -> None:
        """Adds an object with can_encode(value), do_encode(value, encode), can_decode(message), do_decode(message, decode)."""
        cls._codecs.append(x)

    def encode_structure(self, nested_structure: Any) -> Any:
        """The StructuredValue of a structure. NotEncodableError for what no message describes."""
        for codec in self._codecs:
            if codec.can_encode(nested_structure):
                return codec.do_encode(nested_structure, self.encode_structure)
        raise _not_encodable(nested_structure)

    def can_encode(self, nested_structure: Any) -> bool:
        """True for a structure that a message describes."""
        try:
            self.encode_structure(nested_structure)
        except NotEncodableError:
            return False
        return True

    def decode_proto(self, proto: Any) -> Any:
        """The structure that a StructuredValue describes. NotEncodableError for an empty one."""
        for codec in self._codecs:
            if codec.can_decode(proto):
                return codec.do_decode(proto, self.decode_proto)
        raise _not_encodable(proto)


def _not_encodable(value: Any) -> NotEncodableError:
    return NotEncodableError(f"No encoder for object [{value}] of type [{type(value)}].")


class _Codec(NamedTuple):
    """What a field of StructuredValue holds. can_encode: says so of a value.

    fill(message, value, encode) sets the field; read(the field, decode) returns the value.
    """

    field: str
    can_encode: Callable[[Any], bool]
    fill: Callable[[Any, Any, Callable[[Any], Any]], Any]
    read: Callable[[Any, Callable[[Any], Any]], Any]

    def do_encode(self, value: Any, encode: Callable[[Any], Any]) -> Any:
        message = StructuredValue()
        getattr(message, self.field).SetInParent()
        self.fill(getattr(message, self.field), value, encode)
        return message

    def can_decode(self, message: Any) -> bool:
        return message.HasField(self.field)

    def do_decode(self, message: Any, decode: Callable[[Any], Any]) -> Any:
        return self.read(getattr(message, self.field), decode)


class _Plain(NamedTuple):
    """The same for a field that is a number or a string. number: what is written for a value; read: what that means."""

    field: str
    can_encode: Callable[[Any], bool]
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]

    def do_encode(self, value: Any, encode: Callable[[Any], Any]) -> Any:
        return StructuredValue(**{self.field: self.write(value)})

    def can_decode(self, message: Any) -> bool:
        return message.HasField(self.field)

    def do_decode(self, message: Any, decode: Callable[[Any], Any]) -> Any:
        return self.read(getattr(message, self.field))


def _is(*kinds: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, kinds)


def _is_named_tuple(value: Any) -> bool:
    return isinstance(value, tuple) and hasattr(value, "_fields")


def _fill_values(message: Any, value: Any, encode: Callable[[Any], Any]) -> None:
    message.values.extend(encode(one) for one in value)


def _fill_dict(message: Any, value: dict[str, Any], encode: Callable[[Any], Any]) -> None:
    for key, one in value.items():
        message.fields[key].CopyFrom(encode(one))


def _fill_named_tuple(message: Any, value: Any, encode: Callable[[Any], Any]) -> None:
    message.name = type(value).__name__
    for key, one in zip(value._fields, value, strict=True):
        message.values.add(key=key, value=encode(one))


def _read_named_tuple(message: Any, decode: Callable[[Any], Any]) -> Any:
    kind: Any = collections.namedtuple(message.name, [pair.key for pair in message.values])
    return kind(*(decode(pair.value) for pair in message.values))


def _fill_tensor_spec(message: Any, value: TensorSpec, encode: Callable[[Any], Any]) -> None:
    message.shape.CopyFrom(value.shape.as_proto())
    message.dtype = value.dtype.as_datatype_enum
    message.name = value.name or ""


def _read_tensor_spec(message: Any, decode: Callable[[Any], Any]) -> TensorSpec:
    return TensorSpec(TensorShape(message.shape), message.dtype, message.name or None)


def _fill_type_spec(message: Any, value: Any, encode: Callable[[Any], Any]) -> None:
    message.type_spec_class = _NUMBERS[type(value)]
    message.type_state.CopyFrom(encode(value._serialize()))
    message.type_spec_class_name = type(value).__name__


def _read_type_spec(message: Any, decode: Callable[[Any], Any]) -> Any:
    if message.type_spec_class not in _SPECS:
        raise ValueError(
            f"graphlab has no TypeSpec '{message.type_spec_class_name}', which this message describes; "
            "a newer version of TensorFlow may have written it."
        )
    return _SPECS[message.type_spec_class]._deserialize(decode(message.type_state))


for _codec in (
    _Codec("list_value", _is(list), _fill_values, lambda message, decode: [decode(one) for one in message.values]),
    _Codec(
        "tuple_value",
        lambda value: isinstance(value, tuple) and not _is_named_tuple(value),
        _fill_values,
        lambda message, decode: tuple(decode(one) for one in message.values),
    ),
    _Codec(
        "dict_value",
        _is(dict),
        _fill_dict,
        lambda message, decode: {key: decode(one) for key, one in message.fields.items()},
    ),
    _Codec("named_tuple_value", _is_named_tuple, _fill_named_tuple, _read_named_tuple),
    _Plain("float64_value", _is(float), float, float),
    _Plain("int64_value", lambda value: isinstance(value, int) and not isinstance(value, bool), int, int),
    _Plain("string_value", _is(str), str, str),
    _Codec(
        "none_value", lambda value: value is None, lambda message, value, encode: None, lambda message, decode: None
    ),
    _Plain("bool_value", _is(bool), bool, bool),
    _Plain("tensor_shape_value", _is(TensorShape), TensorShape.as_proto, TensorShape),
    _Plain("tensor_dtype_value", _is(dtypes.DType), lambda value: value.as_datatype_enum, dtypes.as_dtype),
    _Codec("tensor_spec_value", _is(TensorSpec), _fill_tensor_spec, _read_tensor_spec),
    _Codec("type_spec_value", lambda value: type(value) in _NUMBERS, _fill_type_spec, _read_type_spec),
):
    StructureCoder.register_codec(_codec)

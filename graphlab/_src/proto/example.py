"""The messages of examples, which records of data are made of: TensorFlow's example.proto and feature.proto.

They are described here because the tensorboard package does not ship them, in a pool of their own, so that a TensorFlow
in the same process may have them too.
"""

from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

_FIELD = descriptor_pb2.FieldDescriptorProto
_REPEATED, _OPTIONAL = _FIELD.LABEL_REPEATED, _FIELD.LABEL_OPTIONAL


def _field(name, number, kind, label=_OPTIONAL, type_name=None, oneof=None, packed=None):
    field = _FIELD(name=name, number=number, type=kind, label=label)
    if type_name:
        field.type_name = f".tensorflow.{type_name}"
    if oneof is not None:
        field.oneof_index = oneof
    if packed:
        field.options.packed = True
    return field


def _message(name, *fields):
    return descriptor_pb2.DescriptorProto(name=name, field=fields)


def _map(name, field, value):
    """A message whose only field is a map from strings to messages."""
    entry = f"{field.title().replace('_', '')}Entry"
    message = _message(name, _field(field, 1, _FIELD.TYPE_MESSAGE, _REPEATED, f"{name}.{entry}"))
    pair = message.nested_type.add(name=entry)
    pair.field.extend([_field("key", 1, _FIELD.TYPE_STRING), _field("value", 2, _FIELD.TYPE_MESSAGE, type_name=value)])
    pair.options.map_entry = True
    return message


def _file():
    feature = _message(
        "Feature",
        _field("bytes_list", 1, _FIELD.TYPE_MESSAGE, type_name="BytesList", oneof=0),
        _field("float_list", 2, _FIELD.TYPE_MESSAGE, type_name="FloatList", oneof=0),
        _field("int64_list", 3, _FIELD.TYPE_MESSAGE, type_name="Int64List", oneof=0),
    )
    feature.oneof_decl.add(name="kind")
    return descriptor_pb2.FileDescriptorProto(
        name="tensorflow/core/example/example.proto",
        package="tensorflow",
        syntax="proto3",
        message_type=[
            _message("BytesList", _field("value", 1, _FIELD.TYPE_BYTES, _REPEATED)),
            _message("FloatList", _field("value", 1, _FIELD.TYPE_FLOAT, _REPEATED, packed=True)),
            _message("Int64List", _field("value", 1, _FIELD.TYPE_INT64, _REPEATED, packed=True)),
            feature,
            _map("Features", "feature", "Feature"),
            _message("FeatureList", _field("feature", 1, _FIELD.TYPE_MESSAGE, _REPEATED, "Feature")),
            _map("FeatureLists", "feature_list", "FeatureList"),
            _message("Example", _field("features", 1, _FIELD.TYPE_MESSAGE, type_name="Features")),
            _message(
                "SequenceExample",
                _field("context", 1, _FIELD.TYPE_MESSAGE, type_name="Features"),
                _field("feature_lists", 2, _FIELD.TYPE_MESSAGE, type_name="FeatureLists"),
            ),
        ],
    )


_pool = descriptor_pool.DescriptorPool()
_pool.AddSerializedFile(_file().SerializeToString())


def _class(name) -> Any:
    return message_factory.GetMessageClass(_pool.FindMessageTypeByName(f"tensorflow.{name}"))


BytesList = _class("BytesList")
FloatList = _class("FloatList")
Int64List = _class("Int64List")
Feature = _class("Feature")
Features = _class("Features")
FeatureList = _class("FeatureList")
FeatureLists = _class("FeatureLists")
Example = _class("Example")
SequenceExample = _class("SequenceExample")

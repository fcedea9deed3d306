"""Making message classes from their definitions: of the messages that the tensorboard package does not ship."""

from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

_FIELD = descriptor_pb2.FieldDescriptorProto
_PACKAGE = "tensorboard.graphlab"


def message_classes(file_name, definitions, dependencies=(), enums=None, package=_PACKAGE) -> dict[str, Any]:
    """{name: class} of messages.

    definitions: {name of a message: (name of a field, its number, its kind, and "many", or the name of its oneof)}.
    A kind is that of protobuf ("int64"), a message or an enum among them, ".Name" for one of TensorFlow's, or "map:string"
    for a map from strings.
    dependencies: the modules that hold the messages of TensorFlow's.  enums: {name of an enum: {name: number}}, where
    "Message.Name" is an enum of a message.  package: no two messages of one have the same name.
    """
    file = descriptor_pb2.FileDescriptorProto(
        name=f"tensorboard/compat/proto/{file_name}.proto",
        package=package,
        syntax="proto3",
        dependency=[module.DESCRIPTOR.name for module in dependencies],
    )
    messages = {name: file.message_type.add(name=name) for name in definitions}
    for name, values in (enums or {}).items():
        owner, _, own_name = name.rpartition(".")
        enum = (messages[owner] if owner else file).enum_type.add(name=own_name)
        for value, number in values.items():
            enum.value.add(name=value, number=number)
    for name, fields in definitions.items():
        for field in fields:
            _add_field(messages[name], (definitions, enums or {}, package), *field)
    pool = descriptor_pool.Default()
    pool.AddSerializedFile(file.SerializeToString())
    return {
        name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{package}.{name}")) for name in definitions
    }


def _add_field(message, known, name, number, kind, more=""):
    definitions, enums, package = known
    field = message.field.add(name=name, number=number)
    field.label = _FIELD.LABEL_REPEATED if more == "many" else _FIELD.LABEL_OPTIONAL
    if more and more != "many":
        field.oneof_index = _oneof(message, more)
    if kind.startswith("map:"):
        _make_map(message, known, field, kind.removeprefix("map:"))
    elif kind == ".DataType":
        field.type, field.type_name = _FIELD.TYPE_ENUM, ".tensorboard.DataType"
    elif kind[0] == ".":
        field.type, field.type_name = _FIELD.TYPE_MESSAGE, f".tensorboard{kind}"
    elif kind in definitions or kind in enums:
        field.type = _FIELD.TYPE_MESSAGE if kind in definitions else _FIELD.TYPE_ENUM
        field.type_name = f".{package}.{kind}"
    else:
        field.type = getattr(_FIELD, f"TYPE_{kind.upper()}")


def _oneof(message, name):
    names = [one.name for one in message.oneof_decl]
    if name not in names:
        message.oneof_decl.add(name=name)
        names.append(name)
    return names.index(name)


def _make_map(message, known, field, kind):
    entry = message.nested_type.add(name="".join(part.title() for part in field.name.split("_")) + "Entry")
    entry.options.map_entry = True
    _add_field(entry, known, "key", 1, "string")
    _add_field(entry, known, "value", 2, kind)
    field.label, field.type = _FIELD.LABEL_REPEATED, _FIELD.TYPE_MESSAGE
    field.type_name = f".{known[2]}.{message.name}.{entry.name}"

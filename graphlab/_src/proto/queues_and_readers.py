"""Messages of TensorFlow's that the tensorboard package does not ship, made from their definitions."""

from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

from graphlab._src.base import errors

_FILE = "tensorboard/compat/proto/queues_and_readers.proto"
_FIELD = descriptor_pb2.FieldDescriptorProto
_ONE, _MANY = _FIELD.LABEL_OPTIONAL, _FIELD.LABEL_REPEATED

# The fields are numbered from 1, as in queue_runner.proto and reader_base.proto.
_MESSAGES = {
    "QueueRunnerDef": (
        ("queue_name", _ONE, _FIELD.TYPE_STRING),
        ("enqueue_op_name", _MANY, _FIELD.TYPE_STRING),
        ("close_op_name", _ONE, _FIELD.TYPE_STRING),
        ("cancel_op_name", _ONE, _FIELD.TYPE_STRING),
        ("queue_closed_exception_types", _MANY, _FIELD.TYPE_ENUM),
    ),
    "ReaderBaseState": (
        ("work_started", _ONE, _FIELD.TYPE_INT64),
        ("work_finished", _ONE, _FIELD.TYPE_INT64),
        ("num_records_produced", _ONE, _FIELD.TYPE_INT64),
        ("current_work", _ONE, _FIELD.TYPE_BYTES),
    ),
}


def _make():
    file = descriptor_pb2.FileDescriptorProto(name=_FILE, package="tensorboard.graphlab", syntax="proto3")
    codes = file.enum_type.add(name="Code")
    for name, number in vars(errors).items():
        if name.isupper() and isinstance(number, int):
            codes.value.add(name=name, number=number)
    for message_name, fields in _MESSAGES.items():
        message = file.message_type.add(name=message_name)
        for i, (name, label, kind) in enumerate(fields):
            field = message.field.add(name=name, number=i + 1, label=label, type=kind)
            if kind == _FIELD.TYPE_ENUM:
                field.type_name = ".tensorboard.graphlab.Code"
    pool = descriptor_pool.Default()
    pool.AddSerializedFile(file.SerializeToString())
    return [
        message_factory.GetMessageClass(pool.FindMessageTypeByName(f"tensorboard.graphlab.{name}"))
        for name in _MESSAGES
    ]


_classes: list[Any] = _make()
QueueRunnerDef, ReaderBaseState = _classes

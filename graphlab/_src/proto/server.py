"""ServerDef, which the tensorboard package does not ship, made from its definition."""

from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from tensorboard.compat.proto import cluster_pb2, config_pb2

_FILE = "tensorboard/compat/proto/server.proto"
_FIELD = descriptor_pb2.FieldDescriptorProto


def _make():
    file = descriptor_pb2.FileDescriptorProto(name=_FILE, package="tensorboard.graphlab", syntax="proto3")
    file.dependency.extend([cluster_pb2.DESCRIPTOR.name, config_pb2.DESCRIPTOR.name])
    message = file.message_type.add(name="ServerDef")
    for number, (name, kind, type_name) in enumerate(
        [
            ("cluster", _FIELD.TYPE_MESSAGE, ".tensorboard.ClusterDef"),
            ("job_name", _FIELD.TYPE_STRING, None),
            ("task_index", _FIELD.TYPE_INT32, None),
            ("default_session_config", _FIELD.TYPE_MESSAGE, ".tensorboard.ConfigProto"),
            ("protocol", _FIELD.TYPE_STRING, None),
        ],
        start=1,
    ):
        field = message.field.add(name=name, number=number, label=_FIELD.LABEL_OPTIONAL, type=kind)
        if type_name:
            field.type_name = type_name
    pool = descriptor_pool.Default()
    pool.AddSerializedFile(file.SerializeToString())
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("tensorboard.graphlab.ServerDef"))


ServerDef: Any = _make()

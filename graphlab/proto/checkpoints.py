"""Messages of checkpoints and SavedModels that the tensorboard package does not ship, made from their definitions."""

from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from tensorboard.compat.proto import meta_graph_pb2, tensor_pb2, tensor_shape_pb2, types_pb2, versions_pb2

_FIELD = descriptor_pb2.FieldDescriptorProto
_PACKAGE = "tensorboard.graphlab"

_MESSAGES = {
    # tensor_slice.proto. TensorSliceProto.Extent's length is in a oneof, so that "no length" can be told from 0.
    "Extent": (("start", 1, "int64"), ("length", 2, "int64", "oneof")),
    "TensorSliceProto": (("extent", 1, "Extent", "many"),),
    # tensor_bundle.proto
    "BundleHeaderProto": (("num_shards", 1, "int32"), ("endianness", 2, "int32"), ("version", 3, ".VersionDef")),
    "BundleEntryProto": (
        ("dtype", 1, ".DataType"),
        ("shape", 2, ".TensorShapeProto"),
        ("shard_id", 3, "int32"),
        ("offset", 4, "int64"),
        ("size", 5, "int64"),
        ("crc32c", 6, "fixed32"),
        ("slices", 7, "TensorSliceProto", "many"),
    ),
    # saved_tensor_slice.proto, of checkpoints in the V1 format
    "SavedSliceMeta": (
        ("name", 1, "string"),
        ("shape", 2, ".TensorShapeProto"),
        ("type", 3, ".DataType"),
        ("slice", 4, "TensorSliceProto", "many"),
    ),
    "SavedTensorSliceMeta": (("tensor", 1, "SavedSliceMeta", "many"), ("versions", 2, ".VersionDef")),
    "SavedSlice": (("name", 1, "string"), ("slice", 2, "TensorSliceProto"), ("data", 3, ".TensorProto")),
    "SavedTensorSlices": (("meta", 1, "SavedTensorSliceMeta"), ("data", 2, "SavedSlice")),
    # checkpoint_state.proto
    "CheckpointState": (
        ("model_checkpoint_path", 1, "string"),
        ("all_model_checkpoint_paths", 2, "string", "many"),
        ("all_model_checkpoint_timestamps", 3, "double", "many"),
        ("last_preserved_timestamp", 4, "double"),
    ),
    # saved_model.proto
    "SavedModel": (("saved_model_schema_version", 1, "int64"), ("meta_graphs", 2, ".MetaGraphDef", "many")),
}


def _file():
    file = descriptor_pb2.FileDescriptorProto(
        name="tensorboard/compat/proto/checkpoints.proto",
        package=_PACKAGE,
        syntax="proto3",
        dependency=[
            module.DESCRIPTOR.name for module in (meta_graph_pb2, tensor_pb2, tensor_shape_pb2, types_pb2, versions_pb2)
        ],
    )
    for message_name, fields in _MESSAGES.items():
        message = file.message_type.add(name=message_name)
        for name, number, kind, *more in fields:
            field = message.field.add(name=name, number=number)
            field.label = _FIELD.LABEL_REPEATED if "many" in more else _FIELD.LABEL_OPTIONAL
            if "oneof" in more:
                field.oneof_index = len(message.oneof_decl)
                message.oneof_decl.add(name=f"has_{name}")
            if kind == ".DataType":
                field.type = _FIELD.TYPE_ENUM
            elif kind[0] == "." or kind in _MESSAGES:
                field.type = _FIELD.TYPE_MESSAGE
            else:
                field.type = getattr(_FIELD, f"TYPE_{kind.upper()}")
                continue
            field.type_name = f".tensorboard{kind}" if kind[0] == "." else f".{_PACKAGE}.{kind}"
    return file


_pool = descriptor_pool.Default()
_pool.AddSerializedFile(_file().SerializeToString())


def _class(name) -> Any:
    return message_factory.GetMessageClass(_pool.FindMessageTypeByName(f"{_PACKAGE}.{name}"))


BundleEntryProto = _class("BundleEntryProto")
BundleHeaderProto = _class("BundleHeaderProto")
CheckpointState = _class("CheckpointState")
SavedModel = _class("SavedModel")
SavedTensorSlices = _class("SavedTensorSlices")
TensorSliceProto = _class("TensorSliceProto")

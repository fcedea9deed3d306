"""Messages of checkpoints and SavedModels that the tensorboard package does not ship, made from their definitions."""

from tensorboard.compat.proto import meta_graph_pb2, tensor_pb2, tensor_shape_pb2, types_pb2, versions_pb2

from graphlab._src.proto.making import message_classes

_MESSAGES = {
    # tensor_slice.proto. TensorSliceProto.Extent's length is in a oneof, so that "no length" differs from 0.
    "Extent": (("start", 1, "int64"), ("length", 2, "int64", "has_length")),
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


_classes = message_classes(
    "checkpoints", _MESSAGES, (meta_graph_pb2, tensor_pb2, tensor_shape_pb2, types_pb2, versions_pb2)
)
BundleEntryProto = _classes["BundleEntryProto"]
BundleHeaderProto = _classes["BundleHeaderProto"]
CheckpointState = _classes["CheckpointState"]
SavedModel = _classes["SavedModel"]
SavedTensorSlices = _classes["SavedTensorSlices"]
TensorSliceProto = _classes["TensorSliceProto"]

"""Messages of boosted trees, which the tensorboard package does not ship, made from their definitions."""

from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

from graphlab._src.proto.making import message_classes

_MESSAGES = {
    "Vector": (("value", 1, "float", "many"),),
    "SparseVector": (("index", 1, "int32", "many"), ("value", 2, "float", "many")),
    "Leaf": (("vector", 1, "Vector", "leaf"), ("sparse_vector", 2, "SparseVector", "leaf"), ("scalar", 3, "float")),
    "BucketizedSplit": (
        ("feature_id", 1, "int32"),
        ("threshold", 2, "int32"),
        ("dimension_id", 5, "int32"),
        ("default_direction", 6, "DefaultDirection"),
        ("left_id", 3, "int32"),
        ("right_id", 4, "int32"),
    ),
    "CategoricalSplit": (
        ("feature_id", 1, "int32"),
        ("value", 2, "int32"),
        ("dimension_id", 5, "int32"),
        ("left_id", 3, "int32"),
        ("right_id", 4, "int32"),
    ),
    "DenseSplit": (
        ("feature_id", 1, "int32"),
        ("threshold", 2, "float"),
        ("left_id", 3, "int32"),
        ("right_id", 4, "int32"),
    ),
    "NodeMetadata": (("gain", 1, "float"), ("original_leaf", 2, "Leaf")),
    "Node": (
        ("leaf", 1, "Leaf", "node"),
        ("bucketized_split", 2, "BucketizedSplit", "node"),
        ("categorical_split", 3, "CategoricalSplit", "node"),
        ("dense_split", 4, "DenseSplit", "node"),
        ("metadata", 777, "NodeMetadata"),
    ),
    "Tree": (("nodes", 1, "Node", "many"),),
    "PostPruneNodeUpdate": (("new_node_id", 1, "int32"), ("logit_change", 2, "float", "many")),
    "TreeMetadata": (
        ("num_layers_grown", 2, "int32"),
        ("is_finalized", 3, "bool"),
        ("post_pruned_nodes_meta", 4, "PostPruneNodeUpdate", "many"),
    ),
    "GrowingMetadata": (
        ("num_trees_attempted", 1, "int64"),
        ("num_layers_attempted", 2, "int64"),
        ("last_layer_node_start", 3, "int32"),
        ("last_layer_node_end", 4, "int32"),
    ),
    "TreeEnsemble": (
        ("trees", 1, "Tree", "many"),
        ("tree_weights", 2, "float", "many"),
        ("tree_metadata", 3, "TreeMetadata", "many"),
        ("growing_metadata", 4, "GrowingMetadata"),
    ),
    "DebugOutput": (("feature_ids", 1, "int32", "many"), ("logits_path", 2, "float", "many")),
}

DEFAULT_LEFT, DEFAULT_RIGHT = 0, 1
INEQUALITY_DEFAULT_LEFT, INEQUALITY_DEFAULT_RIGHT, EQUALITY_DEFAULT_RIGHT = 0, 1, 3
_ENUMS = {
    "DefaultDirection": {"DEFAULT_LEFT": DEFAULT_LEFT, "DEFAULT_RIGHT": DEFAULT_RIGHT},
    "SplitTypeWithDefault": {
        "INEQUALITY_DEFAULT_LEFT": INEQUALITY_DEFAULT_LEFT,
        "INEQUALITY_DEFAULT_RIGHT": INEQUALITY_DEFAULT_RIGHT,
        "EQUALITY_DEFAULT_RIGHT": EQUALITY_DEFAULT_RIGHT,
    },
}

_classes = message_classes("boosted_trees", _MESSAGES, enums=_ENUMS)
_file = _classes["Node"].DESCRIPTOR.file
DefaultDirection, SplitTypeWithDefault = (EnumTypeWrapper(_file.enum_types_by_name[name]) for name in _ENUMS)
BucketizedSplit = _classes["BucketizedSplit"]
CategoricalSplit = _classes["CategoricalSplit"]
DebugOutput = _classes["DebugOutput"]
DenseSplit = _classes["DenseSplit"]
GrowingMetadata = _classes["GrowingMetadata"]
Leaf = _classes["Leaf"]
Node = _classes["Node"]
NodeMetadata = _classes["NodeMetadata"]
SparseVector = _classes["SparseVector"]
Tree = _classes["Tree"]
TreeEnsemble = _classes["TreeEnsemble"]
TreeMetadata = _classes["TreeMetadata"]
Vector = _classes["Vector"]

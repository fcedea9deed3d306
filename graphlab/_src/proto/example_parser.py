"""ExampleParserConfiguration, which the tensorboard package does not ship, made from its definition."""

from typing import Any

from tensorboard.compat.proto import tensor_pb2, tensor_shape_pb2, types_pb2

from graphlab._src.proto.making import message_classes

_classes = message_classes(
    "example_parser_configuration",
    {
        "VarLenFeatureProto": (
            ("dtype", 1, ".DataType"),
            ("values_output_tensor_name", 2, "string"),
            ("indices_output_tensor_name", 3, "string"),
            ("shapes_output_tensor_name", 4, "string"),
        ),
        "FixedLenFeatureProto": (
            ("dtype", 1, ".DataType"),
            ("shape", 2, ".TensorShapeProto"),
            ("default_value", 3, ".TensorProto"),
            ("values_output_tensor_name", 4, "string"),
        ),
        "FeatureConfiguration": (
            ("fixed_len_feature", 1, "FixedLenFeatureProto", "config"),
            ("var_len_feature", 2, "VarLenFeatureProto", "config"),
        ),
        "ExampleParserConfiguration": (("feature_map", 1, "map:FeatureConfiguration"),),
    },
    (tensor_pb2, tensor_shape_pb2, types_pb2),
    package="tensorboard.graphlab.examples",
)
ExampleParserConfiguration: Any = _classes["ExampleParserConfiguration"]
FeatureConfiguration: Any = _classes["FeatureConfiguration"]
FixedLenFeatureProto: Any = _classes["FixedLenFeatureProto"]
VarLenFeatureProto: Any = _classes["VarLenFeatureProto"]

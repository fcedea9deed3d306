"""tensorflow.python.util.example_parser_configuration: what a ParseExample operation parses, as a message."""

from typing import Any

from graphlab._src.graph import Operation
from graphlab._src.graph.tensor_proto import make_tensor_proto
from graphlab._src.proto.example_parser import ExampleParserConfiguration


def extract_example_parser_configuration(parse_example_op: Operation, sess: Any) -> Any:
    """The ExampleParserConfiguration of a ParseExample operation; its keys and defaults are run in the session."""
    sparse_types, dense_types = parse_example_op.get_attr("sparse_types"), parse_example_op.get_attr("Tdense")
    sparse, dense = len(sparse_types), len(dense_types)
    found = sess.run(list(parse_example_op.inputs[2:]))
    sparse_keys, dense_keys, defaults = found[:sparse], found[sparse : sparse + dense], found[sparse + dense :]
    names = [tensor.name for tensor in parse_example_op.outputs]
    config = ExampleParserConfiguration()
    for i, (key, dtype, shape) in enumerate(
        zip(dense_keys, dense_types, parse_example_op.get_attr("dense_shapes"), strict=True)
    ):
        feature = config.feature_map[key.decode()].fixed_len_feature
        feature.default_value.CopyFrom(make_tensor_proto(defaults[i]))
        feature.shape.CopyFrom(shape)
        feature.dtype = dtype.as_datatype_enum
        feature.values_output_tensor_name = names[3 * sparse + i]
    for i, (key, dtype) in enumerate(zip(sparse_keys, sparse_types, strict=True)):
        feature = config.feature_map[key.decode()].var_len_feature
        feature.dtype = dtype.as_datatype_enum
        feature.indices_output_tensor_name = names[i]
        feature.values_output_tensor_name = names[sparse + i]
        feature.shapes_output_tensor_name = names[2 * sparse + i]
    return config

"""tf.contrib.util: values as messages and back; the operations that a graph uses."""

from graphlab._src.graph.constant import get_static_value as constant_value
from graphlab._src.graph.tensor_proto import make_ndarray, make_tensor_proto
from graphlab._src.io.export_meta_graph import ops_used_by_graph_def, stripped_op_list_for_graph

__all__ = [
    "constant_value",
    "make_ndarray",
    "make_tensor_proto",
    "ops_used_by_graph_def",
    "stripped_op_list_for_graph",
]

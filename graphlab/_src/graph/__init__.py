"""The dataflow graph: operations, tensors, scopes, devices and collections. Knows no JAX."""

from graphlab._src.graph.apply import apply_op
from graphlab._src.graph.constant import constant_dims, constant_value, static_dims, static_value
from graphlab._src.graph.convert import (
    constant,
    convert_n_to_tensor,
    convert_to_tensor,
    is_tensor,
    register_tensor_conversion_function,
)
from graphlab._src.graph.device import DeviceSpec
from graphlab._src.graph.graph import Graph, default_graphs, get_default_graph, graph_from_inputs, reset_default_graph
from graphlab._src.graph.graph_keys import GraphKeys
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.scopes import name_scope
from graphlab._src.graph.sparse_tensor import convert_to_tensor_or_indexed_slices
from graphlab._src.graph.tensor import IndexedSlices, Tensor

__all__ = [
    "DeviceSpec",
    "Graph",
    "GraphKeys",
    "IndexedSlices",
    "Operation",
    "Tensor",
    "apply_op",
    "constant",
    "constant_dims",
    "constant_value",
    "convert_n_to_tensor",
    "convert_to_tensor",
    "convert_to_tensor_or_indexed_slices",
    "default_graphs",
    "get_default_graph",
    "graph_from_inputs",
    "is_tensor",
    "name_scope",
    "register_tensor_conversion_function",
    "reset_default_graph",
    "static_dims",
    "static_value",
]

"""The operation types that a graph uses, as tf.contrib.util lists them."""

from graphlab._src.graph.opdef import lookup
from graphlab._src.graph.operation import op_def_proto
from graphlab._src.proto import OpList


def ops_used_by_graph_def(graph_def):
    """A list of the types of all operations of a GraphDef, also those of the functions that it calls."""
    functions = {function.signature.name: function for function in graph_def.library.function}
    found, waiting = set(), [graph_def.node]
    while waiting:
        types = {node.op for node in waiting.pop()} - found
        waiting += [functions[op_type].node_def for op_type in types if op_type in functions]
        found |= types
    return sorted(found - functions.keys())


def stripped_op_list_for_graph(graph_def):
    """An OpList of the operations of a GraphDef; ValueError for types that graphlab does not know."""
    types = [one for one in ops_used_by_graph_def(graph_def) if one not in ("_Arg", "_Retval")]
    for op_type in types:
        if lookup(op_type) is None:
            raise ValueError(f"Op {op_type} is used by the graph, but is not registered")
    return OpList(op=[op_def_proto(op_type) for op_type in types])

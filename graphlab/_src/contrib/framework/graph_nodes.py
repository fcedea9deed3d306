"""Parts of a graph: the open name scope, placeholders, and nodes of a GraphDef that become one."""

import copy

from graphlab._src.graph import Graph, get_default_graph
from graphlab._src.proto import GraphDef, NodeDef


def get_name_scope():
    """The name scope that is open in the default graph, or ""."""
    return get_default_graph().get_name_scope()


def get_placeholders(graph):
    """The tensors of all placeholders of a graph, as a list."""
    if not isinstance(graph, Graph):
        raise TypeError(f"Input graph needs to be a Graph: {graph}")
    return [op.outputs[0] for op in graph.get_operations() if op.type == "Placeholder"]


def _name(text):
    return text.removeprefix("^").split(":")[0]


def _reachable(names, inputs):
    found, waiting = set(), list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(inputs[name])
    return found


def fuse_op(graph_def, input_nodes, output_nodes, output_dtypes, output_quantized, op_name, op_type):
    """A GraphDef in which one node is in the place of what lies between input_nodes and output_nodes.

    input_nodes, output_nodes: lists of names.  output_dtypes, output_quantized: the new node's attributes
    _output_types and _output_quantized.  op_name, op_type: of the new node.
    Raises TypeError when a node between has an input that input_nodes do not have.
    """
    if not isinstance(graph_def, GraphDef):
        raise TypeError("graph_def must be a graph_pb2.GraphDef proto.")
    for what, names in (("input_nodes", input_nodes), ("output_nodes", output_nodes)):
        if isinstance(names, str):
            raise TypeError(f"{what} must be a list.")
    nodes = {_name(node.name): node for node in graph_def.node}
    inputs = {name: [_name(text) for text in node.input] for name, node in nodes.items()}
    for name in (*input_nodes, *output_nodes):
        assert name in nodes, f"{name} is not in graph"
    before, inside = _reachable(input_nodes, inputs), _reachable(output_nodes, inputs)
    for name in inside - before - set(output_nodes):
        seen, waiting = set(), [name]
        while waiting:
            one = waiting.pop()
            if one in seen or one in input_nodes:
                continue
            seen.add(one)
            if one in before:
                raise TypeError(f"Node {name} uses input {one} not in input_nodes.")
            waiting.extend(inputs[one])
    result = GraphDef(library=graph_def.library, versions=graph_def.versions)
    result.node.extend(node for name, node in nodes.items() if name in before)
    fused = NodeDef(name=op_name, op=op_type, input=input_nodes)
    fused.attr["_output_types"].list.type.extend(output_dtypes)
    fused.attr["_output_quantized"].b = output_quantized
    result.node.append(fused)
    for i, name in enumerate(output_nodes):
        assert len(nodes[name].input) == 1
        node = copy.deepcopy(nodes[name])
        node.input[:] = [f"{op_name}:{i}" if i else op_name]
        result.node.append(node)
    result.node.extend(node for name, node in nodes.items() if name not in before and name not in inside)
    return result

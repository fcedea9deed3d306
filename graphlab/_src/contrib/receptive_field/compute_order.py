"""The order in which the nodes of a graph are computed, and the sizes of what they compute."""

import collections
import math

from graphlab._src.contrib.receptive_field.layer_parameters import layer_parameters, node_of

NodeInfo = collections.namedtuple("NodeInfo", ["order", "node", "input_size", "output_size"])


def parse_graph_nodes(graph_def):
    """{name: NodeDef}."""
    return {node.name: node for node in graph_def.node}


def _resolution(size, kernel, stride, padding):
    if None in (size, kernel, stride, padding):
        return None
    return math.ceil((size + padding - kernel + 1) / stride)


def _info(node, found, name_to_node):
    """The NodeInfo of a node whose inputs have theirs."""
    inputs = [found[node_of(name)] for name in node.input if not name.startswith("^")]
    size = inputs[0].output_size if inputs else None
    output_size = None
    if size is not None:
        layer = layer_parameters(node, name_to_node, None if None in size else size, force=True)
        axes = zip(size[::-1], layer.kernel, layer.stride, layer.total_padding, strict=True)
        output_size = [_resolution(*axis) for axis in axes][::-1]
    return NodeInfo(max((one.order + 1 for one in inputs), default=0), node, size, output_size)


def get_compute_order(graph_def, input_node_name="", input_node_size=None):
    """({name: NodeInfo}, {name: NodeDef}). An order is greater than those of all inputs; the input node has 0.

    input_node_size: [height, width] of the input, or None.  ValueError for a graph with a loop.
    """
    name_to_node = parse_graph_nodes(graph_def)
    found = {}
    if input_node_name in name_to_node:
        found[input_node_name] = NodeInfo(0, name_to_node[input_node_name], None, input_node_size)
    for start in name_to_node:
        pending, entered = [start], set()
        while pending:
            name = pending[-1]
            if name in found:
                pending.pop()
                continue
            node = name_to_node[name]
            missing = [one for one in map(node_of, (i for i in node.input if i[0] != "^")) if one not in found]
            if not missing:
                found[name] = _info(node, found, name_to_node)
            elif name in entered:
                raise ValueError(f"The graph has a loop through {name}: a receptive field is of a graph without loops.")
            entered.add(name)
            pending.extend(missing)
    return found, name_to_node

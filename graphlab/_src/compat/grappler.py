"""tensorflow.python.grappler.tf_optimizer: a graph as a session would run it, with what is known computed in advance."""

from collections.abc import Iterable
from typing import Any

from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.compat.graph_transforms.folding import fold_constants
from graphlab._src.compat.graph_transforms.parameters import GraphMessage, Transform
from graphlab._src.graph import Graph, GraphKeys
from graphlab._src.io.freeze import node_name_from_input
from graphlab._src.io.graphdef import import_graph_def
from graphlab._src.proto import GraphDef, VariableDef


def optimize_graph(
    config_proto: Any, metagraph: Any, verbose: bool = True, graph_id: bytes = b"graph_to_optimize", cluster: Any = None
) -> GraphMessage:
    """The GraphDef of what the nodes in the collection `train_op` of a MetaGraphDef need, with its constants folded.

    It also has the variables, the nodes in other collections and those with a true `_grappler_do_not_remove`.
    config_proto, verbose, graph_id, cluster: are not read; the graph is equivalent to that which they lead to.
    Raises InvalidArgumentError where the collection is empty, or names what is not in the graph.
    """
    del config_proto, verbose, graph_id, cluster
    fetches = [node_name_from_input(name) for name in metagraph.collection_def[GraphKeys.TRAIN_OP].node_list.value]
    if not fetches or not {node.name for node in metagraph.graph_def.node}.issuperset(fetches):
        raise InvalidArgumentError(None, None, "Failed to import metagraph: train_op must name nodes of the graph.")
    return folded(metagraph.graph_def, [*fetches, *_preserved(metagraph)])


def _preserved(metagraph: Any) -> list[str]:
    """The names of the nodes that programs may look for."""
    named = [value for one in metagraph.collection_def.values() for value in one.node_list.value]
    for message in metagraph.collection_def[GraphKeys.GLOBAL_VARIABLES].bytes_list.value:
        variable = VariableDef.FromString(message)
        named += [variable.variable_name, variable.initializer_name]
    found = dict.fromkeys(map(node_name_from_input, named))
    marked = "_grappler_do_not_remove"
    nodes = metagraph.graph_def.node
    return [node.name for node in nodes if node.name in found or marked in node.attr and node.attr[marked].b]


def folded(graph_def: GraphMessage, fetches: Iterable[str]) -> GraphMessage:
    """What nodes need, with a constant for each tensor that is known before a run; of the nodes themselves it has their name."""
    graph = Graph()
    with graph.as_default():
        import_graph_def(graph_def, name="")
    operations = [graph.get_operation_by_name(name) for name in dict.fromkeys(fetches)]
    probed = GraphDef()
    probed.CopyFrom(graph_def)
    probes = dict[str, str]()  # an Identity of each fetched tensor, which itself is folded then -> its operation
    for op in operations:
        for tensor in op.outputs[:1]:
            probe = probed.node.add(name=graph.unique_name(f"{op.name}/fetched", mark_as_used=False), op="Identity")
            probe.input.append(tensor.name)
            probe.attr["T"].type = tensor.dtype.base_dtype.as_datatype_enum
            probes[probe.name] = op.name
    outputs = [*probes, *(op.name for op in operations if not op.outputs)]
    found = fold_constants(probed, [], outputs, Transform("fold_constants", {}))
    ours = {node.name for node in probed.node}
    sources = {node.input[0]: probes[node.name] for node in found.node if node.name in probes}
    renamed = {source: name for source, name in sources.items() if source not in ours}
    result = GraphDef(versions=graph_def.versions, library=graph_def.library)
    for node in found.node:
        if node.name not in probes:
            copy = result.node.add()
            copy.CopyFrom(node)
            copy.name = renamed.get(node.name, node.name)
            copy.input[:] = [renamed.get(value, value) for value in node.input]
    names = {f"loc:@{node.name}".encode() for node in result.node}
    for node in result.node:
        if not names.issuperset(node.attr["_class"].list.s if "_class" in node.attr else ()):
            del node.attr["_class"]  # it is at the place of a node that is folded
    return result

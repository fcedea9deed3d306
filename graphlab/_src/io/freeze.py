"""tf.graph_util: GraphDefs made smaller, and variables made constants."""

import logging

from graphlab._src.base import dtypes
from graphlab._src.graph import Operation
from graphlab._src.graph.opdef import capabilities_of
from graphlab._src.graph.tensor_proto import make_tensor_proto
from graphlab._src.io.graphdef import colocated_nodes
from graphlab._src.proto import GraphDef, NodeDef

_log = logging.getLogger("graphlab")

_PASSING = frozenset(["switch", "enter", "exit", "merge", "next_iteration"])


def _passes_handle(node):
    capabilities = capabilities_of(node.op)
    return capabilities.control_flow in _PASSING or capabilities.identity == "value"


def node_name_from_input(node_name):
    """The name of the node that an input comes from."""
    return node_name.removeprefix("^").partition(":")[0]


def needed_nodes(nodes, names, stop=()):
    """The names of what some nodes need, their own among them, back to `stop`, whose inputs are not followed.

    nodes: {name: NodeDef}.  Names of inputs that are not among them are there, too.
    """
    inputs = {name: map(node_name_from_input, node.input) for name, node in nodes.items() if name not in stop}
    return bfs_for_reachable_nodes(names, inputs)


def must_run_on_cpu(node, pin_variables_on_cpu=False):
    """True for an Operation or NodeDef that TensorFlow has to run on the CPU: constants of strings and int32, and such.

    pin_variables_on_cpu: whether variables and what changes them are among them.
    """
    node = node.node_def if isinstance(node, Operation) else node
    if not isinstance(node, NodeDef):
        raise TypeError(f"node must be an Operation or a NodeDef, not {type(node)}")
    capabilities = capabilities_of(node.op)
    if pin_variables_on_cpu and (capabilities.changes_pinned or capabilities.variable == "reference"):
        return True
    if capabilities.cpu_types is None:
        return False
    name, types = capabilities.cpu_types
    return node.attr[name].type in [dtype.as_datatype_enum for dtype in types]


def extract_graph_summary(graph_def):
    """({node: what it needs}, {node: NodeDef}, {node: its place}) of a GraphDef; a node needs those that it is placed with, too."""
    nodes = {node_name_from_input(node.name): node for node in graph_def.node}
    needs = {name: [*map(node_name_from_input, node.input), *colocated_nodes(node)] for name, node in nodes.items()}
    return needs, nodes, {node_name_from_input(node.name): place for place, node in enumerate(graph_def.node)}


def assert_nodes_are_present(name_to_node, nodes):
    """AssertionError that names the first of the nodes that is not a key of the dict."""
    for name in nodes:
        assert name in name_to_node, f"{name} is not in graph"


def bfs_for_reachable_nodes(target_nodes, name_to_input_name):
    """The names of some nodes and of all that they need. name_to_input_name: {node: what it needs}."""
    found, waiting = set(), list(target_nodes)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(name_to_input_name.get(name, ()))
    return found


def extract_sub_graph(graph_def, dest_nodes):
    """The part of a GraphDef that some nodes need, and what these are placed with. dest_nodes: a list of their names."""
    if not isinstance(graph_def, GraphDef):
        raise TypeError("graph_def must be a graph_pb2.GraphDef proto.")
    if isinstance(dest_nodes, str):
        raise TypeError("dest_nodes must be a list.")
    needs, nodes, _ = extract_graph_summary(graph_def)
    assert_nodes_are_present(nodes, dest_nodes)
    needed = bfs_for_reachable_nodes(dest_nodes, needs)
    part = GraphDef(versions=graph_def.versions, library=graph_def.library)
    part.node.extend(node for node in graph_def.node if node.name in needed)
    return part


def tensor_shape_from_node_def_name(graph, input_name):
    """The static shape of a tensor that is named as NodeDefs name their inputs: "op" or "op:1"."""
    name = input_name.removeprefix("^")
    return graph.get_tensor_by_name(name if ":" in name else f"{name}:0").get_shape()


def remove_training_nodes(input_graph, protected_nodes=None):
    """A GraphDef without what only training needs: CheckNumerics and Identity nodes.

    protected_nodes: names of nodes that stay. Nodes that wait for others than checks, or that others wait for, stay too.
    """
    protected = set(protected_nodes or ())
    checks = {
        node.name for node in input_graph.node if capabilities_of(node.op).only_checks and node.name not in protected
    }
    waits = {node.name: {text[1:] for text in node.input if text[0] == "^"} - checks for node in input_graph.node}
    waited = {name for node in input_graph.node if node.name not in checks for name in waits[node.name]}
    through = {
        node.name: node.input[0]
        for node in input_graph.node
        if node.name in checks
        or (
            capabilities_of(node.op).identity == "value"
            and node.name not in protected | waited
            and node.input
            and not waits[node.name]
        )
    }
    result = GraphDef()
    for node in input_graph.node:
        if node.name not in through:
            copy = result.node.add()
            copy.CopyFrom(node)
            del copy.input[:]
            copy.input.extend(_source(text, through) for text in node.input if text[0] != "^" or text[1:] not in checks)
    return result


def _source(text, through):
    while text in through:
        text = through[text]
    return text


def convert_variables_to_constants(
    sess, input_graph_def, output_node_names, variable_names_whitelist=None, variable_names_blacklist=None
):
    """The part of a GraphDef that some nodes need, with constants in the place of variables: a frozen graph.

    sess: the session that has the values.  output_node_names: a list of names.
    variable_names_whitelist: which variables; all when left out.  variable_names_blacklist: which stay.
    """
    graph_def = extract_sub_graph(input_graph_def, output_node_names)
    nodes = {node.name: node for node in graph_def.node}
    wanted = [
        node
        for node in graph_def.node
        if capabilities_of(node.op).variable in ("reference", "resource")
        and (variable_names_whitelist is None or node.name in variable_names_whitelist)
        and (variable_names_blacklist is None or node.name not in variable_names_blacklist)
    ]
    reads = [f"{node.name}/Read/ReadVariableOp:0" if _is_handle(node) else f"{node.name}:0" for node in wanted]
    values = sess.run(reads) if reads else []
    values = {node.name: value for node, value in zip(wanted, values, strict=True)}
    passing = _that_pass_handles(nodes, values)
    frozen = GraphDef(library=graph_def.library)
    for node in graph_def.node:
        frozen.node.extend(_frozen(node, values, passing))
    _log.info("Froze %d variables.", len(values))
    return frozen


def _is_handle(node):
    return capabilities_of(node.op).variable == "resource"


def _that_pass_handles(nodes, values):
    """{name: type of the variable} of nodes between a variable's handle and those who read it."""
    found = {}
    for node in nodes.values():
        if capabilities_of(node.op).access not in ("read", "gather"):
            continue
        waiting = [node_name_from_input(node.input[0])]
        while waiting:
            name = waiting.pop()
            source = nodes[name]
            if _passes_handle(source):
                if name not in found:
                    found[name] = node.attr["dtype"]
                    waiting.extend(
                        node_name_from_input(text)
                        for text in source.input[: 2 if capabilities_of(source.op).control_flow == "merge" else 1]
                    )
            elif not _is_handle(source):
                raise ValueError("Cannot find the variable that is an input to the ReadVariableOp.")
    return {name: dtype for name, dtype in found.items() if _origin(nodes, name) in values}


def _origin(nodes, name):
    while _passes_handle(nodes[name]):
        name = node_name_from_input(nodes[name].input[0])
    return name


def _frozen(node, values, passing):
    """The replacement of a node: one node, or two."""
    source, access = node_name_from_input(node.input[0]) if node.input else None, capabilities_of(node.op).access
    frozen_input = source in values or source in passing
    if node.name in values:
        yield _constant(node.name, node.attr["dtype"], values[node.name])
        return
    copy = NodeDef()
    copy.CopyFrom(node)
    if node.name in passing:
        copy.attr.pop("_output_shapes", None)
        copy.attr["T"].CopyFrom(passing[node.name])
    elif access == "read" and frozen_input:
        _become(copy, "Identity", {"T": node.attr["dtype"]})
    elif access == "gather" and frozen_input:
        if node.attr["batch_dims"].i:
            raise ValueError("batch_dims != 0 is not supported by freeze_graph.")
        indices = node.attr["Tindices"]
        yield _constant(f"{node.name}/axis", indices, 0)
        copy.input.append(f"{node.name}/axis")
        _become(copy, "GatherV2", {"Tparams": node.attr["dtype"], "Tindices": indices, "Taxis": indices})
    yield copy


def _become(node, op_type, attrs):
    colocation = {"_class": node.attr["_class"]} if "_class" in node.attr else {}
    attrs = {name: type(value).FromString(value.SerializeToString()) for name, value in {**attrs, **colocation}.items()}
    node.op = op_type
    node.attr.clear()
    for name, value in attrs.items():
        node.attr[name].CopyFrom(value)


def _constant(name, dtype, value):
    node = NodeDef(name=name, op="Const")
    node.attr["dtype"].CopyFrom(dtype)
    node.attr["value"].tensor.CopyFrom(make_tensor_proto(value, dtype=dtypes.as_dtype(dtype.type)))
    return node

"""Transforms of which nodes there are, and how they are connected."""

from collections.abc import Sequence

from graphlab._src.base import dtypes
from graphlab._src.base.errors import invalid
from graphlab._src.compat.graph_transforms.messages import copied, rewired
from graphlab._src.compat.graph_transforms.parameters import GraphMessage, NodeMessage, Transform
from graphlab._src.graph.opdef import lookup
from graphlab._src.io.freeze import needed_nodes
from graphlab._src.io.freeze import node_name_from_input as source_of
from graphlab._src.proto import GraphDef, NodeDef


def check_inputs(graph_def: GraphMessage) -> None:
    """InvalidArgumentError where an input comes from a node that is not there."""
    names = {node.name for node in graph_def.node}
    for node in graph_def.node:
        for value in node.input:
            if source_of(value) not in names:
                raise invalid(f"Invalid input {value} of node {node.name}: there is no node {source_of(value)}")


def needed_by(graph_def: GraphMessage, outputs: Sequence[str], stop: Sequence[str] = ()) -> set[str]:
    """The names of the nodes that outputs need, back to those of `stop`, whose own inputs are not needed."""
    nodes = {node.name: node for node in graph_def.node}
    found = needed_nodes(nodes, map(source_of, outputs), stop)
    for name in found:
        if name not in nodes:
            raise invalid(f"Input node {name} not found in graph")
    return found


def strip_unused_nodes(
    graph_def: GraphMessage, inputs: Sequence[str], outputs: Sequence[str], transform: Transform
) -> GraphMessage:
    """What outputs need; inputs, and nodes that `name` names, become placeholders.

    type, shape: of the placeholders.  type_for_name, shape_for_name: of the node of each `name`.
    """
    names = transform.all("name")
    kinds, shapes = transform.all("type_for_name"), transform.all("shape_for_name")
    for given, what in ((kinds, "type_for_name"), (shapes, "shape_for_name")):
        if given and len(given) != len(names):
            raise invalid(f"strip_unused_nodes expects as many {what} as name arguments, found {len(given)}")
    places = {*inputs, *names}
    kind_of, shape_of = dict(zip(names, kinds, strict=False)), dict(zip(names, shapes, strict=False))
    result = GraphDef()
    needed = needed_by(graph_def, outputs, list(places))
    for node in graph_def.node:
        if node.name not in needed:
            continue
        if node.name not in places or node.op == "Placeholder":
            result.node.add().CopyFrom(node)
            continue
        place = result.node.add(op="Placeholder", name=node.name)
        place.attr["dtype"].type = _type_number(kind_of.get(node.name, transform.one("type", "float")))
        shape = place.attr["shape"].shape
        shape.SetInParent()
        for size in _sizes(shape_of.get(node.name, transform.one("shape"))):
            shape.dim.add(size=size)
    return result


def _type_number(name: str) -> int:
    try:
        return dtypes.as_dtype(
            {"float": "float32", "double": "float64", "half": "float16"}.get(name, name)
        ).as_datatype_enum
    except TypeError:
        raise invalid(f"Couldn't understand type argument '{name}'") from None


def _sizes(text: str) -> list[int]:
    try:
        return [int(size) for size in text.split(",")] if text else []
    except ValueError:
        raise invalid(f"Couldn't understand shape argument '{text}'") from None


def remove_nodes(
    graph_def: GraphMessage, inputs: Sequence[str], outputs: Sequence[str], transform: Transform
) -> GraphMessage:
    """Without the nodes of some ops: what used one uses its first input. Inputs and outputs stay.

    max_inputs: how many inputs, control dependencies included, a node may have that is removed.
    """
    ops = transform.all("op")
    if not ops:
        raise invalid("remove_nodes expects at least one 'op'argument, e.g. remove_nodes(op=Identity)")
    most, retained = transform.number("max_inputs", 1), {*inputs, *outputs}
    removed = {
        node.name: node.input[0]
        for node in graph_def.node
        if node.op in ops
        and node.name not in retained
        and 0 < len(node.input) <= most
        and not node.input[0].startswith("^")
    }
    for name in list(removed):
        seen = {name}
        while (before := source_of(removed[name])) in removed and before not in seen:
            seen.add(before)
            removed[name] = removed[before]
    return rewired(graph_def, removed)


def remove_control_dependencies(
    graph_def: GraphMessage, inputs: Sequence[str], outputs: Sequence[str], transform: Transform
) -> GraphMessage:
    """With nodes that wait for nothing but their inputs."""
    result = copied(graph_def)
    for node in result.node:
        node.input[:] = [value for value in node.input if not value.startswith("^")]
    return result


def sort_by_execution_order(
    graph_def: GraphMessage, inputs: Sequence[str], outputs: Sequence[str], transform: Transform
) -> GraphMessage:
    """With each node behind those that it needs; the loops of TensorFlow 1 begin with their Merge."""
    places = {node.name: i for i, node in enumerate(graph_def.node)}
    followers: list[list[int]] = [[] for _ in graph_def.node]
    missing: list[int] = []
    loops = {node.name for node in graph_def.node if node.op in ("NextIteration", "RefNextIteration")}
    for i, node in enumerate(graph_def.node):
        closes = node.op in ("Merge", "RefMerge") and any(source_of(value) in loops for value in node.input)
        waits = [value for value in node.input if not (closes and source_of(value) in loops)]
        missing.append(len(waits))
        for value in waits:
            followers[places[source_of(value)]].append(i)
    ready = [i for i, count in enumerate(missing) if not count]
    result = GraphDef()
    while ready:
        i = ready.pop()
        result.node.add().CopyFrom(graph_def.node[i])
        for follower in followers[i]:
            missing[follower] -= 1
            if not missing[follower]:
                ready.append(follower)
    if len(result.node) < len(graph_def.node):
        raise invalid(f"{len(graph_def.node) - len(result.node)} nodes in a cycle")
    return result


def merge_duplicate_nodes(
    graph_def: GraphMessage, inputs: Sequence[str], outputs: Sequence[str], transform: Transform
) -> GraphMessage:
    """With one node in place of several that compute the same; inputs and outputs stay, and what has state."""
    retained = {*inputs, *outputs}
    result = copied(graph_def)
    while True:
        first: dict[bytes, str] = {}
        merged: dict[str, str] = {}
        for node in result.node:
            key = _content(node)
            if node.name in retained or not is_pure(node):
                continue
            if key in first:
                merged[node.name] = first[key]
            else:
                first[key] = node.name
        if not merged:
            return result
        result = rewired(result, merged)


def _content(node: NodeMessage) -> bytes:
    copy = NodeDef()
    copy.CopyFrom(node)
    copy.ClearField("name")
    return copy.SerializeToString(deterministic=True)


def is_pure(node: NodeMessage) -> bool:
    definition = lookup(node.op)
    return definition is not None and not (
        definition.stateful or definition.random or definition.holds_state or definition.makes_state or definition.feed
    )


def backport_concatv2(
    graph_def: GraphMessage, inputs: Sequence[str], outputs: Sequence[str], transform: Transform
) -> GraphMessage:
    """With Concat, whose axis is the first input, for ConcatV2."""
    result = copied(graph_def)
    for node in result.node:
        if node.op == "ConcatV2":
            count = node.attr["N"].i
            values = list(node.input)
            node.op = "Concat"
            node.input[:] = [values[count], *values[:count], *values[count + 1 :]]
            node.attr.pop("Tidx", None)
    return result

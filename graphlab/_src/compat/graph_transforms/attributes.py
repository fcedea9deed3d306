"""Transforms of attributes and devices."""

from collections.abc import Sequence

from graphlab._src.compat.graph_transforms.messages import copied
from graphlab._src.compat.graph_transforms.parameters import GraphMessage, NodeMessage, Transform
from graphlab._src.io.export_meta_graph import op_definitions

_ANY = "*"


def _is_named(node: NodeMessage, op_name: str) -> bool:
    return op_name in (_ANY, node.op)


def remove_attribute(
    graph_def: GraphMessage, inputs: Sequence[str], outputs: Sequence[str], transform: Transform
) -> GraphMessage:
    """Without one attribute, of all nodes or of those of one op."""
    [name] = transform.needed(["attribute_name"], "op_name=Mul, attribute_name=foo")
    result = copied(graph_def)
    for node in result.node:
        if _is_named(node, transform.one("op_name", _ANY)):
            node.attr.pop(name, None)
    return result


def rename_attribute(
    graph_def: GraphMessage, inputs: Sequence[str], outputs: Sequence[str], transform: Transform
) -> GraphMessage:
    """With another name for one attribute, of all nodes or of those of one op."""
    old, new = transform.needed(
        ["old_attribute_name", "new_attribute_name"], "old_attribute_name=foo, new_attribute_name=bar"
    )
    result = copied(graph_def)
    for node in result.node:
        if _is_named(node, transform.one("op_name", _ANY)) and old in node.attr:
            node.attr[new].CopyFrom(node.attr[old])
            del node.attr[old]
    return result


def add_default_attributes(
    graph_def: GraphMessage, inputs: Sequence[str], outputs: Sequence[str], transform: Transform
) -> GraphMessage:
    """With the attributes that have a default and are not there."""
    result = copied(graph_def)
    definitions = {definition.name: definition for definition in op_definitions(graph_def)}
    for node in result.node:
        for attr in definitions[node.op].attr if node.op in definitions else []:
            if attr.HasField("default_value") and attr.name not in node.attr:
                node.attr[attr.name].CopyFrom(attr.default_value)
    return result


def remove_device(
    graph_def: GraphMessage, inputs: Sequence[str], outputs: Sequence[str], transform: Transform
) -> GraphMessage:
    """With nodes that request no device."""
    result = copied(graph_def)
    for node in result.node:
        node.ClearField("device")
    return result


def set_device(
    graph_def: GraphMessage, inputs: Sequence[str], outputs: Sequence[str], transform: Transform
) -> GraphMessage:
    """With one device for all nodes, or where `if_default` is true for those that request none."""
    result = copied(graph_def)
    for node in result.node:
        if not (transform.flag("if_default", False) and node.device):
            node.device = transform.one("device")
    return result

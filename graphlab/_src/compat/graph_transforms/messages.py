"""GraphDefs copied, and with other inputs."""

from collections.abc import Mapping

from graphlab._src.compat.graph_transforms.parameters import GraphMessage
from graphlab._src.proto import GraphDef


def copied(graph_def: GraphMessage) -> GraphMessage:
    """A copy, which a transform may change."""
    result = GraphDef()
    result.CopyFrom(graph_def)
    return result


def rewired(graph_def: GraphMessage, replaced: Mapping[str, str]) -> GraphMessage:
    """A copy without some nodes: what used one uses what replaces it, another node or "node:1", one of its outputs."""
    result = GraphDef()
    for node in graph_def.node:
        if node.name not in replaced:
            copy = result.node.add()
            copy.CopyFrom(node)
            copy.input[:] = [with_source(value, replaced) for value in node.input]
    return result


def with_source(value: str, replaced: Mapping[str, str]) -> str:
    """An input, from what replaces its node."""
    control = value.startswith("^")
    name, _, port = value.removeprefix("^").partition(":")
    if name not in replaced:
        return value
    source = replaced[name]
    if control:
        return "^" + source.partition(":")[0]
    return source if ":" in source or port in ("", "0") else f"{source}:{port}"

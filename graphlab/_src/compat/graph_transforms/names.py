"""Transforms of the names of nodes and ops."""

import itertools
import string
from collections.abc import Iterator, Mapping, Sequence

from graphlab._src.compat.graph_transforms.messages import copied, with_source
from graphlab._src.compat.graph_transforms.parameters import GraphMessage, Transform

_DIGITS = string.digits + string.ascii_lowercase


def rename_op(
    graph_def: GraphMessage, inputs: Sequence[str], outputs: Sequence[str], transform: Transform
) -> GraphMessage:
    """With another name for one op."""
    old, new = transform.needed(["old_op_name", "new_op_name"], "old_op_name=Mul, new_op_name=Multiply")
    result = copied(graph_def)
    for node in result.node:
        if node.op == old:
            node.op = new
    return result


def obfuscate_names(
    graph_def: GraphMessage, inputs: Sequence[str], outputs: Sequence[str], transform: Transform
) -> GraphMessage:
    """With the shortest names for all nodes but inputs and outputs."""
    retained = {*inputs, *outputs}
    short = (name for name in _short_names() if name not in retained)
    renamed = {node.name: next(short) for node in graph_def.node if node.name not in retained}
    result = copied(graph_def)
    for node in result.node:
        node.name = renamed.get(node.name, node.name)
        node.input[:] = [with_source(value, renamed) for value in node.input]
        if "_class" in node.attr:
            groups = node.attr["_class"].list
            groups.s[:] = [_renamed_group(group, renamed) for group in groups.s]
    return result


def _renamed_group(group: bytes, renamed: Mapping[str, str]) -> bytes:
    prefix = b"loc:@"
    name = group.removeprefix(prefix).decode()
    return prefix + renamed.get(name, name).encode()


def _short_names() -> Iterator[str]:
    for length in itertools.count(1):
        yield from map("".join, itertools.product(_DIGITS, repeat=length))

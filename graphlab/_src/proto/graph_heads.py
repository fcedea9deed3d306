"""Heads: the nodes of a GraphDef as lists, with attributes that stay bytes.

Most nodes of a file state what others did, and their bytes say so in a fraction of the time that messages need.
"""

from typing import Any, NamedTuple

from tensorboard.compat.proto import attr_value_pb2

from graphlab._src.proto.making import message_classes

_CLASSES = message_classes(
    "graph_heads",
    {
        "NodeHead": [
            ("name", 1, "string"),
            ("op", 2, "string"),
            ("input", 3, "string", "many"),
            ("device", 4, "string"),
            ("attr", 5, "bytes", "many"),  # of each an Attribute
        ],
        "GraphHeads": [("node", 1, "NodeHead", "many")],
        "Attribute": [("key", 1, "string"), ("value", 2, ".AttrValue")],
    },
    [attr_value_pb2],
)
Attribute: Any = _CLASSES["Attribute"]


class Heads(NamedTuple):
    """A list for each field of nodes; `attrs` has for each node the bytes of its Attributes."""

    names: tuple[str, ...]
    types: tuple[str, ...]
    devices: tuple[str, ...]
    inputs: tuple[list[str], ...]
    attrs: tuple[tuple[bytes, ...], ...]


def heads(graph_def: bytes) -> Heads:
    """The Heads of the nodes of a GraphDef, which is serialized."""
    message = _CLASSES["GraphHeads"].FromString(graph_def)
    # Slices are copied at once, in C.
    rows = [(node.name, node.op, node.device, node.input[:], tuple(node.attr[:])) for node in message.node]
    return Heads(*zip(*rows, strict=True)) if rows else Heads((), (), (), (), ())

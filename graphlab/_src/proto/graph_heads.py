"""Heads: the nodes of a GraphDef as lists, with attributes and sets of them numbered.

Most nodes of a file state what others did, and their bytes say so in a fraction of the time that messages need.
"""

import functools
import itertools
from typing import Any, NamedTuple

from tensorboard.compat.proto import attr_value_pb2

from graphlab._src.proto import GraphDef
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
        "GraphHeads": [("node", 1, "NodeHead", "many")],  # the other fields are unknown, and stay
        "Attribute": [("key", 1, "string"), ("value", 2, ".AttrValue")],
    },
    [attr_value_pb2],
)
_Attribute: Any = _CLASSES["Attribute"]


class Heads(NamedTuple):
    """A list for each field of nodes."""

    names: tuple[str, ...]
    types: tuple[str, ...]
    devices: tuple[str, ...]
    inputs: tuple[list[str], ...]
    attribute_sets: list[int]  # the number of each node's set of attributes
    sets: list[tuple[int, ...]]  # the numbers of the attributes in each set, ascending
    attributes: list[Any]  # messages with a key and a value, an AttrValue; in the order of the keys

    def attribute(self, node, key):
        """The AttrValue of a node's attribute; None when the file states none."""
        stated = [self.attributes[i] for i in self.sets[self.attribute_sets[node]]]
        return next((one.value for one in stated if one.key == key), None)


class StoredGraph:
    """A GraphDef as a file has it: its nodes, and the rest of it once that is needed."""

    def __init__(self, data: bytes):
        """data: the serialized GraphDef; DecodeError when it is none."""
        self._data = data
        stored = _CLASSES["GraphHeads"].FromString(data)
        self.nodes = _heads(stored.node)
        stored.ClearField("node")
        self.without_nodes: Any = GraphDef.FromString(stored.SerializeToString())  # its library and versions

    @classmethod
    def of(cls, graph_def):
        """The StoredGraph of a GraphDef."""
        return cls(graph_def.SerializeToString())

    @functools.cached_property
    def message(self) -> Any:
        """The GraphDef."""
        return GraphDef.FromString(self._data)


def _heads(nodes):
    # Slices are copied at once, in C.
    rows = [(node.name, node.op, node.device, node.input[:], tuple(node.attr[:])) for node in nodes]
    names, types, devices, inputs, stated = zip(*rows, strict=True) if rows else ((), (), (), (), ())
    return Heads(names, types, devices, inputs, *_numbered(stated))


def _numbered(stated):
    """The numbers of nodes' sets of attributes, the sets, and the attributes, from the attributes' bytes."""
    orders = dict.fromkeys(stated, 0)
    parsed = [(_Attribute.FromString(data), data) for data in dict.fromkeys(itertools.chain.from_iterable(orders))]
    parsed.sort(key=lambda one: one[0].key)
    attributes = [attribute for attribute, _ in parsed]
    places = {data: i for i, (_, data) in enumerate(parsed)}
    keys = [attribute.key for attribute in attributes]
    sets = {}
    for order in orders:
        own = {keys[i]: i for i in map(places.__getitem__, order)}  # of two with one key the last is valid
        orders[order] = sets.setdefault(tuple(sorted(own.values())), len(sets))
    return [orders[order] for order in stated], list(sets), attributes

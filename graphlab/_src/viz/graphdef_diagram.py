"""The diagram of a file's graph without making a Graph of it: a GraphDef that has its shapes holds all that is drawn."""

import itertools
import uuid
from typing import NamedTuple

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.garbage import none_collected
from graphlab._src.graph import opdef
from graphlab._src.graph.device import DeviceSpec
from graphlab._src.io.graphdef import split_input
from graphlab._src.proto.graph_heads import Heads
from graphlab._src.viz import protocol
from graphlab._src.viz.attributes import HIDDEN, attribute_text

_MOST_OUTPUTS = 1 << 16  # of a node
INFERRED_UP_TO = 5_000  # nodes of a file that states no shapes; of larger ones what the attributes say is drawn


class Sketch(NamedTuple):
    """What is drawn of a graph."""

    uid: str
    piece: bytes  # that holds all of it
    shapeless: int  # nodes that say nothing of the shapes of their outputs
    outputs: list[tuple[tuple[str, shapes.Dims], ...]]  # of each node: the name of the DType, and the dims
    in_order: bool  # nodes follow their inputs, but those that close a loop: a Graph of them has the same order


def sketch(nodes: Heads, infers=None):
    """The Sketch of a GraphDef with these nodes; None where a Graph is needed.

    That is so where a node is of a type that graphlab does not know, or is not right in some way: making the Graph says in
    which. And where shapes are not stated: making the Graph infers them, which lasts long for a large one.
    infers: whether it is made for that; None: if it has at most INFERRED_UP_TO nodes.
    """
    if infers is None:
        infers = len(nodes.names) <= INFERRED_UP_TO
    with none_collected():
        try:
            return _Reader(nodes, infers).read()
        except (KeyError, IndexError, ValueError, TypeError):
            return None


class _Form(NamedTuple):
    """What nodes of one type with the same attributes share: the numbers of their outputs and attributes in the tables."""

    count: int
    outputs: int
    attributes: int
    is_shapeless: bool


class _Set(NamedTuple):
    """A set of attributes: those that decide about outputs, the stated shapes, and the number of their texts in the tables."""

    deciding: tuple[int, ...]
    shapes: int | None
    attributes: int


class _Reader:
    def __init__(self, nodes: Heads, infers):
        self._nodes, self._infers = nodes, infers
        self._tables = protocol.Tables()
        self._forms = {}
        self._sets = {}
        self._outputs = {}  # (type, deciding attributes) → (names of DTypes, dims that the node states by itself)
        self._dims = {}  # number of an attribute → the dims of outputs

    def read(self):
        nodes, tables, forms = self._nodes, self._tables, self._forms
        count = len(nodes.names)
        self._texts = [self._text(attribute) for attribute in nodes.attributes]
        self._ways = [_way(attribute.key) for attribute in nodes.attributes]
        found = []
        for key in zip(nodes.types, nodes.attribute_sets, strict=True):
            form = forms.get(key)
            if form is None:
                form = forms[key] = self._form(*key)
            found.append(form)
        shapeless = sum(form.is_shapeless for form in forms.values()) and sum([form.is_shapeless for form in found])
        if shapeless and self._infers:
            return None
        places = dict(zip(nodes.names, range(count), strict=True))
        if len(places) != count:
            raise KeyError("two nodes have one name")
        devices = {text: DeviceSpec.from_string(text).to_string() if text else "" for text in set(nodes.devices)}
        edges = _edges(nodes.inputs, places, found)
        rows = {
            "ids": range(count),
            "names": nodes.names,
            "types": [tables.texts[op_type] for op_type in nodes.types],
            "devices": [tables.texts[devices[text]] for text in nodes.devices],
            **edges,
            "outputs": [form.outputs for form in found],
            "attributes": [form.attributes for form in found],
            "sources": [0] * count,
            "subgraphs": [],
        }
        uid = uuid.uuid4().hex
        piece = protocol.written(uid, rows, tables, 0, count)
        known = list(tables.outputs)
        return Sketch(uid, piece, shapeless, [known[form.outputs] for form in found], _is_in_order(edges, nodes.types))

    def _form(self, op_type, number):
        stated = self._sets.get(number)
        if stated is None:
            stated = self._sets[number] = self._set(self._nodes.sets[number])
        types, dims = self._own(op_type, stated.deciding)
        if stated.shapes is not None:
            dims = self._stated_dims(stated.shapes)
        is_shapeless = dims is None
        if dims is None:
            dims = [None] * len(types)
        if len(types) != len(dims):
            raise ValueError("The shapes are not those of the outputs")
        outputs = self._tables.outputs[tuple(zip(types, dims, strict=True))]
        return _Form(len(types), outputs, stated.attributes, is_shapeless)

    def _set(self, numbers):
        ways, texts = self._ways, self._texts
        shown = itertools.chain.from_iterable([texts[i] for i in numbers if ways[i] != _SHAPES])
        return _Set(
            tuple([i for i in numbers if ways[i] == _DECIDES]),
            next((i for i in numbers if ways[i] == _SHAPES), None),
            self._tables.attributes[tuple(shown)],
        )

    def _text(self, attribute):
        """The numbers of the texts of an attribute's name and value."""
        if attribute.key in HIDDEN:
            return ()
        texts = self._tables.texts
        return texts[attribute.key], texts[attribute_text(attribute.value)]

    def _own(self, op_type, deciding):
        """The names of the DTypes of a node's outputs, and their dims where it states these by itself."""
        key = op_type, deciding
        found = self._outputs.get(key)
        if found is None:
            stated = [self._nodes.attributes[i] for i in deciding]
            attrs = {attribute.key: attribute.value for attribute in stated}
            types = [dtype.name for dtype in _types(op_type, attrs)]
            dims = _own_dims(op_type, attrs) if len(types) == 1 else None
            found = self._outputs[key] = types, [dims] if dims is not None else None if types else []
        return found

    def _stated_dims(self, number):
        dims = self._dims.get(number)
        if dims is None:
            stated = self._nodes.attributes[number].value
            dims = self._dims[number] = [shapes.of(shape) for shape in stated.list.shape]
        return dims


_DECIDES, _SHOWN, _SHAPES = range(3)  # what an attribute is for


def _way(name):
    """What an attribute of this name is for: those with an underscore are notes, which no operation type declares."""
    if name in HIDDEN:
        return _SHAPES
    return _SHOWN if name.startswith("_") else _DECIDES


def _edges(inputs, places, forms):
    """The columns for inputs and control inputs."""
    texts = list(itertools.chain.from_iterable(inputs))
    found = list(map(places.get, texts))  # most name an operation, which means its output 0
    outputs = np.zeros(len(texts), np.int64)
    for i, place in enumerate(found):
        if place is None:
            name, outputs[i] = split_input(texts[i])
            found[i] = places[name]
    producers = np.array(found, np.int64)
    if (outputs >= np.array([form.count for form in forms])[producers]).any():
        raise IndexError("an input is no output of its operation")
    nodes = np.repeat(np.arange(len(inputs)), list(map(len, inputs)))
    controls = outputs < 0
    return {
        "inputCounts": np.bincount(nodes[~controls], minlength=len(inputs)),
        "inputs": producers[~controls],
        "inputOutputs": outputs[~controls],
        "controlCounts": np.bincount(nodes[controls], minlength=len(inputs)),
        "controls": producers[controls],
    }


def _is_in_order(edges, types):
    back = {op_type for op_type in set(types) if opdef.capabilities_of(op_type).control_flow == "next_iteration"}
    closes = np.array([op_type in back for op_type in types], bool)
    for counts, producers in (("inputCounts", "inputs"), ("controlCounts", "controls")):
        nodes = np.repeat(np.arange(len(types)), edges[counts])
        late = edges[producers] >= nodes
        if (late & ~closes[edges[producers]]).any():
            return False
    return True


def _own_dims(op_type, attrs):
    """The dims that a constant, a placeholder or a variable states by itself; None where it states none."""
    if op_type == "Const":
        return shapes.of(attrs["value"].tensor.tensor_shape)
    said = opdef.capabilities_of(op_type)
    if "shape" in attrs and (said.feed is not None or said.variable == "reference"):
        return shapes.of(attrs["shape"].shape) or None  # in old files [] says that nothing is known
    return None


def _types(op_type, attrs):
    outputs = opdef.outputs_of(op_type)
    if outputs is None:
        raise KeyError(op_type)
    types = []
    for arg in outputs:
        if arg.type_list:
            types += map(dtypes.as_dtype, attrs[arg.type_attr].list.type)
            continue
        dtype = arg.dtype or dtypes.as_dtype(attrs[arg.type_attr].type)
        if arg.is_ref:
            dtype = dtype.as_ref
        count = attrs[arg.number_attr].i if arg.number_attr else 1
        if count > _MOST_OUTPUTS:
            raise ValueError(f"{count} outputs")
        types += [dtype] * count
    return types

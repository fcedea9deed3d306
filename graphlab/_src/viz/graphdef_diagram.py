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
from graphlab._src.proto.graph_heads import Attribute, Heads
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
            return _Reader(infers).read(nodes)
        except (KeyError, IndexError, ValueError, TypeError):
            return None


class _Form(NamedTuple):
    """What nodes of one type with the same attributes share: the numbers of their outputs and attributes in the tables."""

    count: int
    outputs: int
    attributes: int
    is_shapeless: bool


class _Reader:
    def __init__(self, infers):
        self._infers = infers
        self._tables = protocol.Tables()
        self._forms = {}
        self._values = {}  # bytes of an attribute → (name, AttrValue, text)
        self._types = {}
        self._dims = {}

    def read(self, nodes):
        tables, forms = self._tables, self._forms
        count = len(nodes.names)
        found = []
        for key in zip(nodes.types, nodes.attrs, strict=True):
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

    def _form(self, op_type, stated):
        attrs = dict(map(self._value, stated))
        types = self._output_types(op_type, attrs)
        dims, is_shapeless = self._output_dims(op_type, attrs, len(types))
        if len(types) != len(dims):
            raise ValueError("The shapes are not those of the outputs")
        words = [text for name in sorted(attrs) if name not in HIDDEN for text in (name, attrs[name][1])]
        outputs = tuple([(dtype.name, sizes) for dtype, sizes in zip(types, dims, strict=True)])
        return _Form(len(types), self._tables.outputs[outputs], self._tables.attributes[tuple(words)], is_shapeless)

    def _value(self, data):
        """(name, (AttrValue, text, bytes)) of an attribute as a file has it."""
        known = self._values.get(data)
        if known is None:
            stated = Attribute.FromString(data)
            text = "" if stated.key in HIDDEN else attribute_text(stated.value)
            known = self._values[data] = (stated.key, (stated.value, text, data))
        return known

    def _output_types(self, op_type, attrs):
        """The DTypes of a node's outputs, by the definition of its type."""
        by = "T" if "T" in attrs else "dtype"
        sort = (op_type, by, attrs[by][0].type if by in attrs else 0)
        types = self._types.get(sort)
        if types is None:
            types = _types(op_type, attrs)
            if _only_by(*sort):
                self._types[sort] = types
        return types

    def _output_dims(self, op_type, attrs, count):
        """The dims of a node's outputs, and whether the file says nothing of them."""
        if "_output_shapes" not in attrs:
            if not count:
                return [], False
            known = _own_dims(op_type, attrs) if count == 1 else None
            return ([None] * count, True) if known is None else ([known], False)
        value, _, data = attrs["_output_shapes"]
        dims = self._dims.get(data)
        if dims is None:
            dims = self._dims[data] = [shapes.of(shape) for shape in value.list.shape]
        return dims, False


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
        return shapes.of(attrs["value"][0].tensor.tensor_shape)
    said = opdef.capabilities_of(op_type)
    if "shape" in attrs and (said.feed is not None or said.variable == "reference"):
        return shapes.of(attrs["shape"][0].shape) or None  # in old files [] says that nothing is known
    return None


def _only_by(op_type, name, dtype):
    """Whether the DTypes of such outputs depend on nothing but the attribute of this name, which is not 0."""
    return dtype and all(
        arg.type_attr in (None, name) and not arg.type_list and not arg.number_attr
        for arg in opdef.outputs_of(op_type) or ()
    )


def _types(op_type, attrs):
    outputs = opdef.outputs_of(op_type)
    if outputs is None:
        raise KeyError(op_type)
    types = []
    for arg in outputs:
        if arg.type_list:
            types += map(dtypes.as_dtype, attrs[arg.type_attr][0].list.type)
            continue
        dtype = arg.dtype or dtypes.as_dtype(attrs[arg.type_attr][0].type)
        if arg.is_ref:
            dtype = dtype.as_ref
        count = attrs[arg.number_attr][0].i if arg.number_attr else 1
        if count > _MOST_OUTPUTS:
            raise ValueError(f"{count} outputs")
        types += [dtype] * count
    return types

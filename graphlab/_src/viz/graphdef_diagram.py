"""The diagram of a file's graph without making a Graph of it: a GraphDef that has its shapes holds all that is drawn."""

import uuid

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.garbage import none_collected
from graphlab._src.graph import opdef
from graphlab._src.graph.device import DeviceSpec
from graphlab._src.io.graphdef import split_input
from graphlab._src.viz import protocol
from graphlab._src.viz.attributes import Texts, attribute_text


def graph_def_piece(graph_def):
    """Returns (uid, piece) of a GraphDef, as protocol.packed does; None where a Graph is needed.

    That is so where a node states no shapes, is of a type that graphlab does not know, or is not right in some way: making
    the Graph says in which.
    """
    with none_collected():
        try:
            operations = _operations(graph_def)
        except (KeyError, IndexError, ValueError, TypeError):
            return None
        uid = uuid.uuid4().hex
        return uid, protocol.encode(uid, operations, 0, len(operations), alone=True, words=_Words())


class _Operation:
    """The attributes of an Operation that the protocol reads."""

    definition = None  # the file's own messages say how its attributes are written
    __slots__ = ("attrs", "control_inputs", "device", "id", "inputs", "name", "outputs", "type")

    def __init__(self, number, node, attrs, device, types, dims):
        self.id, self.name, self.type, self.device, self.attrs = number, node.name, node.op, device, attrs
        if len(types) != len(dims):
            raise ValueError("The shapes are not those of the outputs")
        self.outputs = [_Tensor(self, i, *each) for i, each in enumerate(zip(types, dims, strict=True))]
        self.inputs, self.control_inputs = [], []


class _Tensor:
    """The attributes of a Tensor that the protocol reads."""

    __slots__ = ("dims", "dtype", "op", "value_index")

    def __init__(self, op, index, dtype, dims):
        self.op, self.value_index, self.dtype, self.dims = op, index, dtype, dims


def _operations(graph_def):
    devices = {"": ""}
    found, known_dims, known_types = {}, {}, {}  # most nodes state what others did
    for number, node in enumerate(graph_def.node):
        device = devices.get(node.device)
        if device is None:
            device = devices[node.device] = DeviceSpec.from_string(node.device).to_string()
        if node.name in found:
            raise KeyError(node.name)
        attrs = node.attr
        stated = attrs["_output_shapes"].SerializeToString() if "_output_shapes" in attrs else b""
        dims = known_dims.get(stated)
        if dims is None:
            dims = [shapes.of(shape) for shape in attrs["_output_shapes"].list.shape] if stated else []
            known_dims[stated] = dims
        by = "T" if "T" in attrs else "dtype"
        sort = (node.op, by, attrs[by].type if by in attrs else 0)
        types = known_types.get(sort)
        if types is None:
            types = _output_types(node)
            if _only_by(*sort):
                known_types[sort] = types
        found[node.name] = _Operation(number, node, attrs, device, types, dims)
    for node, op in zip(graph_def.node, found.values(), strict=True):
        for text in node.input:
            name, index = split_input(text)
            if index < 0:
                op.control_inputs.append(found[name])
            else:
                op.inputs.append(found[name].outputs[index])
    return list(found.values())


def _only_by(op_type, name, dtype):
    """Whether the DTypes of such outputs depend on nothing but the attribute of this name, which is not 0."""
    return dtype and all(
        arg.type_attr in (None, name) and not arg.type_list and not arg.number_attr
        for arg in opdef.outputs_of(op_type) or ()
    )


def _output_types(node):
    """The DTypes of a node's outputs, by the definition of its type."""
    outputs = opdef.outputs_of(node.op)
    if outputs is None:
        raise KeyError(node.op)
    types = []
    for arg in outputs:
        if arg.type_list:
            types += map(dtypes.as_dtype, node.attr[arg.type_attr].list.type)
            continue
        dtype = arg.dtype or dtypes.as_dtype(node.attr[arg.type_attr].type)
        if arg.is_ref:
            dtype = dtype.as_ref
        types += [dtype] * (node.attr[arg.number_attr].i if arg.number_attr else 1)
    return types


class _Words(Texts):
    """Writes attributes as they are in the file."""

    def _text(self, _definition, _name, value):
        key = value.SerializeToString()
        text = self._known.get(key)
        if text is None:
            text = self._known[key] = attribute_text(value)
        return text

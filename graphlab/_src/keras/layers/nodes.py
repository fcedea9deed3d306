"""How Keras' layers are connected: one Node for each call of a layer on tensors that come from an Input."""

import contextlib
from typing import Any, NamedTuple

import numpy as np

from graphlab._src.base.shapes import Dimension, TensorShape
from graphlab._src.graph import Tensor, get_default_graph, name_scope, nest
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.graph.traversal import ancestors, topological
from graphlab._src.ops.identity import identity
from graphlab._src.ops.ragged.tensor import RaggedTensor

_INPUTS = ("__keras_inputs",)
_symbolic_types: list[type] = []


class KerasHistory(NamedTuple):
    """Where a tensor comes from: a layer, the number of its Node, and that of the tensor among the Node's outputs."""

    layer: Any
    node_index: int
    tensor_index: int


class Node:
    """One call of a layer: its input tensors, its output tensors, and its other arguments."""

    def __init__(self, layer, inputs, outputs, arguments):
        self.outbound_layer = layer
        self.input_tensors = inputs
        self.output_tensors = outputs
        self.arguments = arguments
        self.input_shapes = shapes_of(inputs)
        self.output_shapes = shapes_of(outputs)

    @property
    def inbound_layers(self):
        """The layers whose outputs the inputs are: one, or a list as the inputs are."""
        return nest.map_structure(lambda tensor: tensor._keras_history[0], self.input_tensors)

    def iterate_inbound(self, include_arguments=False):
        """(layer, number of its node, number of its output, tensor) for each input, and for tensors among the arguments."""
        for tensor in nest.flatten((self.input_tensors, self.arguments) if include_arguments else self.input_tensors):
            if has_history(tensor):
                layer, node, output = tensor._keras_history
                if layer._inbound_nodes[node] is not self:
                    yield layer, node, output, tensor

    def sources(self):
        """The nodes that the inputs and arguments come from."""
        return [layer._inbound_nodes[index] for layer, index, _, _ in self.iterate_inbound(include_arguments=True)]


def shapes_of(tensors) -> Any:
    """The shapes as tuples, in the same structure."""
    return nest.map_structure(lambda tensor: shape_tuple(tensor.shape), tensors)


def shape_tuple(shape):
    """A TensorShape as a tuple with None for what is not known; None when the rank is not."""
    return None if shape.ndims is None else tuple(shape.as_list())


def shapes_in(given) -> Any:
    """The TensorShapes in a structure of shapes: of TensorShapes, or of tuples or lists of sizes."""
    if given is None or isinstance(given, TensorShape):
        return TensorShape(given)
    if isinstance(given, dict):
        return {key: shapes_in(shape) for key, shape in given.items()}
    if all(size is None or isinstance(size, (int, np.integer, Dimension)) for size in given):
        return TensorShape(given)
    return [shapes_in(shape) for shape in given]


def register_symbolic_tensor_type(cls):
    """Lets layers take and return objects of that class, which convert to a Tensor, as they are."""
    if cls not in _symbolic_types:
        _symbolic_types.append(cls)


def is_symbolic(item):
    """True for a Tensor, a SparseTensor, a RaggedTensor, an object of a class that was registered, and a variable that a layer returned."""
    return isinstance(item, (Tensor, SparseTensor, RaggedTensor, *_symbolic_types)) or has_history(item)


def has_history(tensor):
    """Whether the tensor is known to come from an Input."""
    return getattr(tensor, "_keras_history", None) is not None


@contextlib.contextmanager
def without_history(tensors):
    """Inside, these are tensors of no Input, and calls of layers on them add neither Nodes nor Identities.

    A model that is built for its data is called so: TensorFlow feeds it plain placeholders, and the number of operations,
    which seeds of later ones follow from, depends on it.
    """
    histories = [(tensor, tensor._keras_history) for tensor in tensors]
    try:
        for tensor, _ in histories:
            del tensor._keras_history
        yield
    finally:
        for tensor, history in histories:
            tensor._keras_history = history


def there_are_inputs():
    """Whether the default graph has an Input, so that the history of tensors is needed."""
    return bool(get_default_graph().get_collection_ref(_INPUTS))


def note_input(tensor):
    """Remembers that the tensor is an Input."""
    nest.flatten(tensor, expand_composites=True)[0].graph.get_collection_ref(_INPUTS).append(tensor)


def connect(layer, inputs, outputs, arguments):
    """Adds the Node of a call, and returns the outputs; what was an input among them comes through an Identity."""
    given = [tensor for tensor in nest.flatten(inputs) if is_symbolic(tensor)]

    def own(output):
        if not any(output is tensor for tensor in given):
            return output
        with name_scope(layer.name):
            return identity(output)

    outputs = nest.map_structure(own, outputs)
    add_node(layer, inputs, outputs, arguments)
    return outputs


def add_node(layer, inputs, outputs, arguments):
    """Adds a Node to the layer, and records it as the source of the outputs."""
    nodes = layer._inbound_nodes
    nodes.append(Node(layer, inputs, outputs, arguments))
    for number, tensor in enumerate(nest.flatten(outputs)):
        tensor._keras_history = KerasHistory(layer, len(nodes) - 1, number)


def operations_between(tensors):
    """The operations that lead from what is known to come from Inputs to these tensors, in order."""
    known = set()
    for operation in ancestors([tensor.op for tensor in tensors if not has_history(tensor)]):
        known.update(tensor for tensor in operation.inputs if has_history(tensor))
    if not known:  # nothing comes from an Input, and loops, which have no order, may lie on the way
        return []
    between, reached = [], set(known)
    for operation in topological(ancestors([tensor.op for tensor in tensors if not has_history(tensor)], cut=known)):
        if any(tensor in reached for tensor in operation.inputs):
            reached.update(operation.outputs)
            if not any(has_history(output) for output in operation.outputs):
                between.append(operation)
    return between

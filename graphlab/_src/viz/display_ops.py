"""Copies of operations in a graph that is only displayed: nothing checks that their inputs fit."""

from graphlab._src.graph.operation import InputList, Operation
from graphlab._src.graph.tensor import Tensor


def display_copy(op, graph, name=None, kind=None, outputs=None):
    """Returns an operation for `graph` that looks like `op`; connect() sets its inputs and adds it to the graph.

    name, kind: its name and type, if they differ.  outputs: the tensors whose types and shapes its outputs have, if not op's.
    """
    copy = Operation.detached(graph, kind or op.type, name or op.name, [], [], {} if kind else op.attrs)
    copy.device_name, copy.frames = op.device, op.frames
    tensors = op.outputs if outputs is None else outputs
    copy.outputs = [Tensor(copy, i, tensor.dtype, tensor.dims) for i, tensor in enumerate(tensors)]
    return copy


def connect(copy, inputs, control_inputs=()):
    """Sets the inputs of an operation that display_copy() made, and adds it to its graph."""
    copy.inputs = InputList(inputs)
    copy.controls = list(control_inputs)
    copy.graph.append(copy)

"""Operations in a graph that is only looked at: nothing checks that their inputs fit."""

from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor


def lookalike(op, graph, name=None, kind=None, outputs=None):
    """An operation for `graph` that looks like `op`, without inputs; it is in the graph after graph._add.

    name, kind: its name and type, if these are others.  outputs: the tensors that its own are like, if not op's.
    """
    copy = Operation._make(graph, kind or op.type, name or op.name, [], [], {} if kind else op._attrs)
    copy._device, copy._frames = op._device, op._frames
    tensors = op._outputs if outputs is None else outputs
    copy._outputs = [Tensor(copy, i, tensor.dtype, tensor._dims) for i, tensor in enumerate(tensors)]
    return copy

"""Where the values of a notebook have tensors: in attributes of graphlab's objects, and as parts of sparse or ragged tensors."""

from collections.abc import Iterator, Sequence
from typing import Any

from graphlab._src.graph.graph import Graph
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.graph.tensor import Tensor
from graphlab._src.ops.ragged.tensor import RaggedTensor
from graphlab._src.session.base_session import BaseSession
from graphlab._src.state.variable import Variable

_ATTRIBUTES = (
    "output",
    "input",
    "values",
    "indices",
    "dense_shape",
    "flat_values",
    "kernel",
    "bias",
    "loss",
    "predictions",
)


def named_things(expression: str, value: Any) -> Iterator[tuple[Any, str]]:
    """(thing, expression) of what a tensor may be found by."""
    if isinstance(value, (Tensor, Operation, Variable, Graph, BaseSession)):
        yield value, expression
        return
    kind = type(value)
    if not getattr(kind, "__module__", "").startswith("graphlab."):
        return
    yield value, expression
    for attribute in _ATTRIBUTES:
        inner = _attribute(value, attribute)
        if isinstance(inner, (Tensor, Variable)):
            yield inner, f"{expression}.{attribute}"


def _attribute(value: Any, name: str) -> Any:
    """An attribute of an object of graphlab's; None where reading it fails, as Keras' of a layer that was not called does."""
    try:
        return getattr(value, name, None)
    except Exception:
        return None


def components_of(thing: Any) -> list[Tensor]:
    """The tensors that a SparseTensor or RaggedTensor consists of."""
    if isinstance(thing, SparseTensor):
        return [thing.indices, thing.values, thing.dense_shape]
    return [thing.flat_values, *thing.nested_row_splits] if isinstance(thing, RaggedTensor) else []


def is_whole(thing: Any, tensors: Sequence[Any]) -> bool:
    """Whether all components of a thing are among tensors, the first of which is one of them."""
    parts = components_of(thing)
    among = all(any(part is tensor for tensor in tensors) for part in parts)
    return bool(parts) and among and any(part is tensors[0] for part in parts)


def tensors_of(variable: Any) -> list[Any]:
    """The tensors of a variable: its handle or reference, and the value that was read with it."""
    return [getattr(variable, name, None) for name in ("_handle", "_variable", "_snapshot", "_graph_element")]

"""tensorflow.python.framework.ops: what its own modules and libraries use of graphs, names and collections."""

import contextlib
from collections.abc import Callable, Iterable
from typing import Any

from graphlab._src.graph import Graph, Operation, Tensor, convert_to_tensor_or_indexed_slices, graph_from_inputs
from graphlab._src.graph.convert import convert_to_tensor, convert_to_tensor_or_composite
from graphlab._src.graph.device import DeviceSpecV2
from graphlab._src.graph.operation import VALID_OP_NAME as _VALID_OP_NAME_REGEX  # noqa: F401
from graphlab._src.graph.unique_names import VALID_SCOPE_NAME as _VALID_SCOPE_NAME_REGEX  # noqa: F401
from graphlab._src.io.proto_functions import proto_functions
from graphlab._src.session.session import get_default_session

_USE_C_API = _USE_C_SHAPES = True


class NullContextmanager(contextlib.nullcontext[Any]):
    """A block that changes nothing, whatever it is made with."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()


def tensor_id(tensor: Tensor) -> int:
    """A number that no other tensor has."""
    return id(tensor)


def assert_same_graph(original_item: Any, item: Any) -> None:
    """ValueError unless two tensors or operations are in the same graph."""
    if original_item.graph is not item.graph:
        raise ValueError(f"{item} must be from the same graph as {original_item}.")


def _get_graph_from_inputs(op_input_list: Iterable[Any], graph: Any = None) -> Graph:
    """The graph that tensors and operations are in, else the default graph.

    graph: the one that they have to be in; ValueError when one of them is in another.
    """
    if graph is None:
        return graph_from_inputs(op_input_list)
    if not isinstance(graph, Graph):
        raise TypeError(f"Input graph needs to be a Graph: {graph}")
    for value in op_input_list:
        if isinstance(getattr(value, "graph", None), Graph) and value.graph is not graph:
            raise ValueError(f"{value} is not from the passed-in graph.")
    return graph


def device_string(dev_spec: Any) -> Any:
    """The text of a DeviceSpec; anything else itself."""
    return dev_spec.to_string() if isinstance(dev_spec, DeviceSpecV2) else dev_spec


def op_to_colocate_with(v: Any, graph: Any) -> Operation | None:
    """The operation that others are placed beside: a variable's handle or reference, a tensor's operation."""
    if v is None or isinstance(v, Operation):
        return v
    if hasattr(v, "handle") and isinstance(v.handle, Tensor):
        return v.handle.op
    return v.op if hasattr(v, "op") else graph.as_graph_element(v).op


def operation_conversion_error(op: Operation, dtype: Any = None, name: str | None = None, as_ref: bool = False) -> None:
    """Raises the TypeError of an operation that is used as a tensor."""
    raise TypeError(f"Can't convert Operation '{op.name}' to Tensor (target dtype={dtype!r}, {name=}, {as_ref=})")


def eval_using_default_session(tensors: Any, feed_dict: Any, graph: Any, session: Any = None) -> Any:
    """The value of a tensor in a session, the default one when left out. ValueError when that has another graph, or is None."""
    session = session or get_default_session()
    if session is None:
        raise ValueError(
            "Cannot evaluate tensor using `eval()`: No default session is registered. Use `with sess.as_default()` or pass "
            "an explicit session to `eval(session=sess)`"
        )
    if session.graph is not graph:
        raise ValueError(
            "Cannot use the default session to evaluate tensor: the tensor's graph is different from the session's graph. "
            "Pass an explicit session to `eval(session=sess)`."
        )
    return session.run(tensors, feed_dict)


def _each(values: Iterable[Any], name: str | None, convert: Callable[..., Any], dtype: Any) -> list[Any]:
    return [
        None if value is None else convert(value, dtype, None if name is None else f"{name}_{i}")
        for i, value in enumerate(values)
    ]


def convert_n_to_tensor_or_indexed_slices(
    values: Iterable[Any], dtype: Any = None, name: str | None = None
) -> list[Any]:
    """convert_to_tensor_or_indexed_slices of each value that is not None."""
    return _each(values, name, convert_to_tensor_or_indexed_slices, dtype)


def convert_n_to_tensor_or_composite(values: Iterable[Any], dtype: Any = None, name: str | None = None) -> list[Any]:
    """convert_to_tensor_or_composite of each value that is not None."""
    return _each(values, name, convert_to_tensor_or_composite, dtype)


def internal_convert_to_tensor(
    value: Any,
    dtype: Any = None,
    name: str | None = None,
    as_ref: bool = False,
    preferred_dtype: Any = None,
    ctx: Any = None,
    accept_composite_tensors: bool = False,
) -> Any:
    """convert_to_tensor. as_ref: of a variable that is used by reference, the reference."""
    del ctx, accept_composite_tensors
    if as_ref and hasattr(value, "_ref"):
        return value._ref()
    return convert_to_tensor(value, dtype, name, preferred_dtype)


def internal_convert_n_to_tensor(
    values: Iterable[Any],
    dtype: Any = None,
    name: str | None = None,
    as_ref: bool = False,
    preferred_dtype: Any = None,
    ctx: Any = None,
) -> list[Any]:
    """internal_convert_to_tensor of each value."""

    def convert(value: Any, dtype: Any, name: str | None) -> Any:
        return internal_convert_to_tensor(value, dtype, name, as_ref, preferred_dtype, ctx)

    return _each(values, name, convert, dtype)


def internal_convert_to_tensor_or_indexed_slices(
    value: Any, dtype: Any = None, name: str | None = None, as_ref: bool = False
) -> Any:
    """convert_to_tensor_or_indexed_slices. as_ref: as in internal_convert_to_tensor."""
    if as_ref and hasattr(value, "_ref"):
        return value._ref()
    return convert_to_tensor_or_indexed_slices(value, dtype, name)


def internal_convert_to_tensor_or_composite(
    value: Any, dtype: Any = None, name: str | None = None, as_ref: bool = False
) -> Any:
    """convert_to_tensor_or_composite. as_ref: as in internal_convert_to_tensor."""
    if as_ref and hasattr(value, "_ref"):
        return value._ref()
    return convert_to_tensor_or_composite(value, dtype, name)


def get_collection_proto_type(collection_name: str) -> Any:
    """The class of the messages that a collection's items become, or None."""
    return getattr(proto_functions(collection_name), "proto_type", None)


def get_to_proto_function(collection_name: str) -> Any:
    """The function that makes a message of an item of a collection, or None."""
    return getattr(proto_functions(collection_name), "to_proto", None)


def get_from_proto_function(collection_name: str) -> Any:
    """The function that makes an item of a collection's message, or None."""
    return getattr(proto_functions(collection_name), "from_proto", None)

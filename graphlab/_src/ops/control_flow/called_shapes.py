"""The shapes of what a call of a function returns, by the shapes of the inputs of that call, as TensorFlow infers them."""

import contextlib
import threading
import weakref
from collections.abc import Iterator, Sequence
from typing import Any

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import OpError
from graphlab._src.base.shapes import Dims, ShapeError
from graphlab._src.graph.control_flow_context import is_merge, is_next_iteration, is_switch
from graphlab._src.graph.input_texts import inputs_text
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import declared_owner, is_variable, state_dims, state_dtype
from graphlab._src.graph.tensor import Tensor
from graphlab._src.graph.traversal import ancestors
from graphlab._src.ops.rules import merge

_found: weakref.WeakKeyDictionary[Any, dict[tuple[Any, ...], list[Dims]]] = weakref.WeakKeyDictionary()


class _Open(threading.local):
    """The functions that this thread is looking at: one that calls itself says nothing of what it returns."""

    def __init__(self) -> None:
        self.functions: list[Any] = []

    @contextlib.contextmanager
    def entered(self, function: Any) -> Iterator[None]:
        self.functions.append(function)
        try:
            yield
        finally:
            self.functions.pop()


_open = _Open()


def returned_dims(op: Operation) -> list[Dims]:
    """The dims of what a call returns: of the function's outputs where its arguments have those of the call's inputs.

    The shape rules of the operations between decide, loops and what calls functions as branches aside: what these return
    has the dims that it has in the function. Nothing is known of a function that is not there, or whose body can't be built: the
    run says why. Nor is anything known of an imported function that was traced for other shapes than those of the inputs, or
    for shapes of which these say less.
    ShapeError where the operations do not allow such arguments.
    """
    unknown: list[Dims] = [None] * len(op.attrs["Tout"])
    function = op.graph.functions.get(op.attrs["f"].name)
    if function is None or function in _open.functions:
        return unknown
    with _open.entered(function):
        try:
            arguments, results = function.inputs, function.outputs
        except (ValueError, LookupError, TypeError, OpError):
            return unknown
        if len(arguments) != len(op.inputs) or len(results) != len(unknown) or not function.infers_shapes:
            return unknown
        pairs = zip(arguments, op.inputs, strict=True)
        if not function.requires_shapes and any(shapes.merge(one.dims, two.dims) != two.dims for one, two in pairs):
            return unknown
        known = _found.setdefault(function, {})
        key = tuple((tensor.dims, _variable(tensor)) for tensor in op.inputs)
        if key not in known:
            known[key] = _infer(function, op.inputs)
        return known[key]


def _variable(tensor: Tensor) -> Any:
    """(dims, dtype) of the variable that a handle refers to; None for any other tensor."""
    owner = declared_owner(tensor) if tensor.dtype is dtypes.resource else None
    if owner is None or not is_variable(owner):
        return None
    return state_dims(owner), state_dtype(owner)


def _infer(function: Any, given: Sequence[Tensor]) -> list[Dims]:
    values: dict[Tensor, Tensor] = {}  # what is known better in this call -> with what is known of it there
    for argument, tensor in zip(function.inputs, given, strict=True):
        merged = merge(argument.dims, tensor.dims)
        if _variable(tensor) is not None and _variable(argument) is None:
            values[argument] = tensor
        elif merged != argument.dims:
            values[argument] = Tensor(argument.op, argument.value_index, argument.dtype, merged)
    if values:
        needed = ancestors({tensor.op for tensor in function.outputs})
        for op in function.graph.operations:
            if op in needed and not values.keys().isdisjoint(op.inputs) and _has_rule(op):
                values.update(zip(op.outputs, _outputs(op, values), strict=True))
    outputs: list[Tensor] = function.outputs
    return [values.get(tensor, tensor).dims for tensor in outputs]


def _has_rule(op: Operation) -> bool:
    """Whether the shapes of its inputs decide those of its outputs; in a loop the next iteration's do, too."""
    definition = op.definition
    if definition is None or definition.infer is None:
        return False
    if is_merge(op):
        return not any(is_next_iteration(tensor.op) for tensor in op.inputs)
    return definition.control_flow is None or is_switch(op)


def _outputs(op: Operation, values: dict[Tensor, Tensor]) -> list[Tensor]:
    """The outputs of an operation as they are with these values for its inputs."""
    inputs = [values.get(tensor, tensor) for tensor in op.inputs]
    again = Operation.detached(op.graph, op.type, op.name, inputs, [], op.attrs)
    definition: Any = op.definition
    try:
        found = definition.infer(again)
        all_dims = [found] if definition.single_output else found
        merged = [merge(old.dims, dims) for old, dims in zip(op.outputs, all_dims, strict=True)]
    except ShapeError as error:
        place = f"for '{op.name}' (op: '{op.type}') with input shapes: {inputs_text(again)}"
        raise ShapeError(f"{error.message} {place}", error.fix) from None
    again.outputs = [
        Tensor(again, i, old.dtype, dims) for i, (old, dims) in enumerate(zip(op.outputs, merged, strict=True))
    ]
    return again.outputs

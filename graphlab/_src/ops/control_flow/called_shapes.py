"""The shapes of what a call of a function returns, by the shapes of the inputs of that call, as TensorFlow infers them."""

import weakref
from typing import Any

from graphlab._src.base import shapes
from graphlab._src.base.shapes import Dims, ShapeError
from graphlab._src.graph.input_texts import inputs_text
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor
from graphlab._src.graph.traversal import ancestors

_found: weakref.WeakKeyDictionary[Any, dict[tuple[Dims, ...], list[Dims]]] = weakref.WeakKeyDictionary()


def returned_dims(function: Any, given: list[Dims]) -> list[Dims]:
    """The dims of a function's outputs where its arguments have the dims `given`, as far as these say more than its own.

    The shape rules of the operations between decide, branches and loops aside: what these return has the dims that it has
    in the function. ShapeError where the operations do not allow such arguments.
    """
    known = _found.setdefault(function, {})
    key = tuple(given)
    if key not in known:
        known[key] = _infer(function, given)
    return known[key]


def _infer(function: Any, given: list[Dims]) -> list[Dims]:
    values: dict[Tensor, Tensor] = {}  # what is known better in this call -> with the dims that it has there
    for argument, dims in zip(function.inputs, given, strict=True):
        merged = _merged(argument.dims, dims)
        if merged != argument.dims:
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
    return definition is not None and definition.infer is not None and definition.control_flow is None


def _outputs(op: Operation, values: dict[Tensor, Tensor]) -> list[Tensor]:
    """The outputs of an operation as they are with these values for its inputs."""
    inputs = [values.get(tensor, tensor) for tensor in op.inputs]
    again = Operation.detached(op.graph, op.type, op.name, inputs, [], op.attrs)
    definition: Any = op.definition
    try:
        found = definition.infer(again)
        all_dims = [found] if definition.single_output else found
        merged = [_merged(old.dims, dims) for old, dims in zip(op.outputs, all_dims, strict=True)]
    except ShapeError as error:
        place = f"for '{op.name}' (op: '{op.type}') with input shapes: {inputs_text(again)}"
        raise ShapeError(f"{error.message} {place}", error.fix) from None
    again.outputs = [
        Tensor(again, i, old.dtype, dims) for i, (old, dims) in enumerate(zip(op.outputs, merged, strict=True))
    ]
    return again.outputs


def _merged(one: Dims, other: Dims) -> Dims:
    """What two shapes say together."""
    if one is None or other is None:
        return other if one is None else one
    merged = shapes.merge(one, other)
    if merged is False:
        raise ShapeError(f"Incompatible shapes: {shapes.text(one)} and {shapes.text(other)}")
    return merged

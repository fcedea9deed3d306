"""What one operation does, as a NumPy function of a list of arrays or of a list of slots."""

import functools
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import OpError
from graphlab._src.compiler.checks import CheckFailedError, checks_of
from graphlab._src.compiler.effects import Owner
from graphlab._src.compiler.interpreter.primitives.table import UnknownPrimitiveError
from graphlab._src.compiler.kernel_calls import WRONG, Folding, cast, check_shape, failed, placed
from graphlab._src.compiler.random_streams import reserved, set_forward
from graphlab._src.graph.constant import group_inputs, kernel_attrs
from graphlab._src.graph.operation import Operation

OfArrays: TypeAlias = Callable[[list[Any]], Sequence[Any]]
OnSlots: TypeAlias = Callable[[list[Any], Folding], object]  # runs a step on the list of slots


def on_slots(compute: OfArrays, inputs: list[int], outputs: list[int]) -> OnSlots:
    """A function of arrays as one of slots."""
    if len(outputs) == 1:
        (single,) = outputs

        def run_single(slots: list[Any], folding: Folding) -> None:
            (slots[single],) = compute([slots[i] for i in inputs])

        return run_single

    def run(slots: list[Any], folding: Folding) -> None:
        for slot, value in zip(outputs, compute([slots[i] for i in inputs]), strict=True):
            slots[slot] = value

    return run


def handing_on(source: int, outputs: list[int]) -> OnSlots:
    """What hands on the value of a slot."""

    def run(slots: list[Any], folding: Folding) -> None:
        for slot in outputs:
            slots[slot] = slots[source]

    return run


def quick_on_slots(kernel: OfArrays, quick: Callable[..., Any], inputs: list[int], output: int) -> OnSlots:
    """A NumPy function of one or two arrays, or of several; the kernel where that does not know what to do."""
    if len(inputs) == 2:
        first, second = inputs

        def run_two(slots: list[Any], folding: Folding) -> None:
            result = quick(slots[first], slots[second])
            slots[output] = kernel([slots[first], slots[second]])[0] if result is None else result

        return run_two

    def run(slots: list[Any], folding: Folding) -> None:
        values = [slots[i] for i in inputs]
        result = quick(*values)
        slots[output] = kernel(values)[0] if result is None else result

    return run


def in_type(value: Any, dtype: dtypes.DType) -> Any:
    """A result in the type that the graph says."""
    if value is None:
        raise UnknownPrimitiveError("a result that has no value")
    return cast(value, dtype)


def moving(op: Operation) -> OfArrays:
    """An operation's NumPy form, as a function of a list of arrays."""
    definition = op.definition
    attributes = kernel_attrs(op, definition)
    fold: Callable[..., Any] = functools.partial(definition.fold, **attributes) if attributes else definition.fold
    places = group_inputs(definition, op, range(len(op.inputs)))  # for each argument: which input, or a list of them
    types = [dtypes.storage(tensor.dtype) for tensor in op.outputs]
    single = types[0] if definition.single_output else None

    def compute(values: list[Any]) -> Sequence[Any]:
        result = fold(*[values[i] if isinstance(i, int) else [values[k] for k in i] for i in places])
        if single is not None:
            return (np.asarray(result, single),)
        return [np.asarray(item, numpy_type) for item, numpy_type in zip(result, types, strict=True)]

    return compute


def on_lists(op: Operation) -> OfArrays:
    """An operation on lists of tensors or Optionals, which says itself what is wrong."""
    definition = op.definition
    attributes = kernel_attrs(op, definition)

    def compute(values: list[Any]) -> Sequence[Any]:
        try:
            result = definition.kernel(*group_inputs(definition, op, values), **attributes)
        except OpError as error:
            raise placed(error, op) from error
        except WRONG as error:
            raise failed(op, error, values) from error
        results = [result] if definition.single_output else result
        return [cast(value, tensor.dtype) for value, tensor in zip(results, op.outputs, strict=True)]

    return compute


def checking(op: Operation) -> OfArrays:
    """An operation without outputs that may end the run: an Assert."""
    definition = op.definition
    attributes = kernel_attrs(op, definition)

    def compute(values: list[Any]) -> Sequence[Any]:
        definition.kernel(*group_inputs(definition, op, values), **attributes)
        return ()

    return compute


def checked(op: Operation, kernel: OfArrays, owners: Sequence[Owner]) -> OfArrays:
    """A kernel that returns new state, which has to have the shape that the variable says."""

    def compute(values: list[Any]) -> Sequence[Any]:
        results = kernel(values)
        for owner, value, before in zip(owners, results, values, strict=False):
            check_shape(op, owner, value, before)
        return results

    return compute


def looking(op: Operation, kernel: OfArrays) -> OfArrays:
    """A kernel that looks for what is wrong with values; CheckFailedError where it finds something."""
    definition, attributes = op.definition, kernel_attrs(op, op.definition)

    def compute(values: list[Any]) -> Sequence[Any]:
        results = kernel(values)
        result = None if definition.updates else results[0] if definition.single_output else results
        found = checks_of(op, values[: len(op.inputs)], result, attributes)
        if any(np.any(check.bad) for check in found):
            raise CheckFailedError
        return results

    return compute


def drawing(op: Operation, kernel: OfArrays) -> OfArrays:
    """A kernel that draws random numbers, with the state that is left after them in front of its outputs."""

    def compute(values: list[Any]) -> Sequence[Any]:
        results = kernel(values)
        return [set_forward(values[-1], reserved(op, results[0].shape)), *results]

    return compute

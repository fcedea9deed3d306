"""Values that are known before anything runs: constants, and arithmetic on constants and static shapes."""

import math
from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.dtypes import DType
from graphlab._src.base.errors import UnimplementedError
from graphlab._src.base.shapes import Dims, ShapeError
from graphlab._src.graph.opdef import OpDef
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor

_MAX_FOLDED = 1 << 16  # elements; larger results are not worth knowing while a graph is built
_MAX_RANK = 254  # dimensions that a tensor can have, in TensorFlow too


_OF_ONE_SHAPE = ("shape", "size", "rank")


def is_constant(op: Operation) -> bool:
    """True for a Const: its value is in its attributes."""
    return op.type == "Const"


def stacks(op: Operation) -> bool:
    """True for an operation whose inputs are the elements of its output: a Pack."""
    return op.definition is not None and op.definition.stacks


def get_static_value(tensor: Any, partial: bool = False) -> Any:
    """The tensor's value as a NumPy array if it can be known now, else None. What is known can't be fed any more.

    partial: of elements stacked together some may be unknown; they are None in an array of objects.
    """
    if not isinstance(tensor, Tensor):  # a number is its own value; programs pass either
        return None if hasattr(tensor, "_as_graph_element") or hasattr(tensor, "dense_shape") else tensor
    value = static_value(tensor)
    if value is None and partial and stacks(tensor.op) and not tensor.op.attrs.get("axis"):
        return np.array([get_static_value(part, partial) for part in tensor.op.inputs], object)
    return None if value is None else np.array(value)  # the caller may write to it; the graph's own stays as it is


def static_value(tensor: Tensor) -> Any:
    """The tensor's value where TensorFlow knows it, to build a graph by: the tensor can't be fed any more.

    None where the value is known in a run only.
    """
    followed, waiting = {tensor}, [tensor]
    while waiting:
        op = waiting.pop().op
        if op.definition is None or not op.definition.static_value or (stacks(op) and op.attrs.get("axis")):
            return None
        if not (is_constant(op) or op.definition.of_shape):
            new = [item for item in op.inputs if item not in followed]
            followed.update(new)
            waiting += new
    value = constant_value(tensor)
    if value is not None:
        for item in followed:
            item.graph.prevent_feeding(item)
    return value


def static_dims(tensor: Tensor) -> Dims:
    """The dims in a shape tensor's value, to build a graph by: the tensors that they come from can't be fed any more."""
    value = static_value(tensor)
    try:
        if value is None and stacks(tensor.op):  # of sizes, each of which TensorFlow knows or does not
            sizes = [static_value(size) for size in tensor.op.inputs]
            return tuple(None if size is None or size < 0 else int(size) for size in sizes)
        return constant_dims(tensor)
    except ShapeError as error:  # there is no operation yet that the message could name
        raise ValueError(error.message) from None


def constant_value(
    tensor: Tensor, known: dict[Tensor, Any] | None = None, has_open_shape: Callable[[Tensor], bool] | None = None
) -> Any:
    """The tensor's value as a NumPy array if it can be known now, else None.

    Follows constants, the static shapes of tensors, and operations on these that have a NumPy form. In a function's body that
    is being built, constant shapes that it captures count too, as in TensorFlow; they can't be fed any more.
    known: what earlier calls found, {tensor: value or None}, as long as the graph has not changed.
    has_open_shape(tensor): True where the static shape is not to be relied on.
    """
    captured: list[Tensor] | None = [] if known is None else None
    known = {} if known is None else known
    waiting = [tensor]  # not a recursion: a chain may be longer than Python's stack
    on_the_way = {tensor}
    while waiting:
        item = waiting[-1]
        following = None
        if item not in known:
            following = _needed_first(item, known)
            if following is None:
                known[item] = _value(item, known, has_open_shape)
                if captured is not None and (outside := _captured_sizes(item)) is not None:
                    captured.append(outside)
                    known[item] = outside.op.attrs["value"]
        if following is None:
            on_the_way.discard(waiting.pop())
        elif following in on_the_way:
            known[following] = None  # nothing is known of a loop
        else:
            on_the_way.add(following)
            waiting.append(following)
    if captured and known[tensor] is not None:
        for outside in captured:
            outside.graph.prevent_feeding(outside)
    return known[tensor]


def _captured_sizes(tensor: Tensor) -> Tensor | None:
    """The constant list of whole numbers that an argument of a function's body represents."""
    outside = tensor.graph.outside(tensor)
    if outside is tensor or not is_constant(outside.op):
        return None
    return outside if outside.dtype.is_integer and outside.op.attrs["value"].ndim == 1 else None


def _needed_first(tensor: Tensor, known: dict[Tensor, Any]) -> Tensor | None:
    """An input whose value is needed before the tensor's can be computed, or None."""
    if folds(tensor.op):
        for item in tensor.op.inputs:
            if item not in known:
                return item
            if known[item] is None:
                return None
    return None


def _value(tensor: Tensor, known: dict[Tensor, Any], has_open_shape: Callable[[Tensor], bool] | None) -> Any:
    op = tensor.op
    if is_constant(op):
        return op.attrs["value"]
    definition = op.definition
    if definition is not None and definition.of_shape in _OF_ONE_SHAPE:
        return None if has_open_shape is not None and has_open_shape(op.inputs[0]) else _of_shape(op)
    if not folds(op) or any(known[item] is None for item in op.inputs if item in known):
        return None
    try:
        return fold(op, definition, [known[item] for item in op.inputs])[tensor.value_index]
    except (ValueError, TypeError, ZeroDivisionError, IndexError, OverflowError, MemoryError, UnimplementedError):
        return None  # the run will say what is wrong, at the right node


def folds(op: Operation) -> bool:
    """True when the operation's outputs can follow from the values of its inputs."""
    definition = op.definition
    if definition is None or definition.fold is None or definition.of_shape in _OF_ONE_SHAPE or is_constant(op):
        return False
    for tensor in op.outputs:
        if tensor.dtype.base_dtype is dtypes.string:
            return False
        if shapes.fully_defined(tensor.dims) and math.prod(tensor.dims) > _MAX_FOLDED:
            return False
    return True


def _of_shape(op: Operation) -> np.ndarray | None:
    dims = op.inputs[0].dims
    wanted = op.definition.of_shape
    if wanted == "rank":
        return None if dims is None else np.asarray(len(dims), np.int32)
    if not shapes.fully_defined(dims):
        return None
    numpy_type = op.attrs["out_type"].as_numpy_dtype
    return np.asarray(dims if wanted == "shape" else np.prod(dims, dtype=np.int64), numpy_type)


def fold(op: Operation, definition: OpDef | None, values: Sequence[Any]) -> list[np.ndarray]:
    """The outputs of an operation on NumPy values, as arrays of the types that the graph says."""
    if definition is None or definition.fold is None:
        raise TypeError(f"{op.type} has no form on NumPy values")
    with np.errstate(all="ignore"):  # 1/0 is inf here as it is in a run
        result = definition.fold(*group_inputs(definition, op, values), **kernel_attrs(op, definition))
    results = [result] if definition.single_output else result
    return [_of_type(item, tensor.dtype) for item, tensor in zip(results, op.outputs, strict=True)]


def _of_type(value: Any, dtype: DType) -> np.ndarray:
    # Whole numbers that are objects are sizes that an export leaves open.
    value = np.asarray(value)
    open_sizes = dtype.is_integer and value.dtype == object
    return value if open_sizes else np.asarray(value, dtype.as_numpy_dtype)


def group_inputs(definition: OpDef, op: Operation, values: Sequence[Any]) -> Sequence[Any]:
    """values, one per input tensor, as the kernel's arguments: a list for an argument that is a list."""
    if not any(arg.is_list for arg in definition.inputs):
        return values
    grouped: list[Any] = []
    rest = list(values)
    for arg in definition.inputs:
        if not arg.is_list:
            grouped.append(rest.pop(0))
            continue
        count = arg.count(op.attrs)
        grouped.append(rest[:count])
        del rest[:count]
    return grouped


def kernel_attrs(op: Operation, definition: OpDef) -> dict[str, Any]:
    """The attributes that an operation's kernel has as keyword arguments."""
    found = {name: op.attrs[name] for name in definition.kernel_attrs}
    if definition.later_flags:
        found |= {name: op.attrs[name].b for name in definition.later_flags if name in op.attrs}
    return found


def constant_dims(tensor: Tensor) -> Dims:
    """The dims in a shape tensor's value, with None for the sizes and the rank that are not known yet."""
    value = constant_value(tensor)
    if value is not None:
        if value.ndim > 1:
            raise ShapeError(f"Shape must be rank 1 but is rank {value.ndim}")
        if value.ndim == 0 or value.size > _MAX_RANK:
            return None
        for size in value:
            if size < -1:
                raise ShapeError(f"Invalid value in tensor used for shape: {size}")
        return tuple([None if size == -1 else int(size) for size in value])
    definition = tensor.op.definition
    if definition is not None and definition.of_shape in ("shape", "shapes"):
        return tensor.op.inputs[tensor.value_index].dims
    if definition is not None and definition.partial_value is not None:
        found = definition.partial_value(tensor.op)
        if isinstance(found, tuple):
            return cast("Dims", found)
    dims = tensor.dims
    return None if dims is None or len(dims) != 1 or dims[0] is None or dims[0] > _MAX_RANK else (None,) * dims[0]


def constant_size(tensor: Tensor) -> int | None:
    """The size that a scalar holds, or None where that is not known yet."""
    value = constant_value(tensor)
    if value is not None:
        return None if value.ndim or value < 0 else int(value)
    definition = tensor.op.definition
    if definition is None or definition.partial_value is None:
        return None
    found = definition.partial_value(tensor.op)
    return found if isinstance(found, int) else None

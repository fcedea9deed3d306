"""What messages say of an operation's inputs: their shapes, and the values that decide shapes."""

from typing import Any

import numpy as np

from graphlab._src.base import shapes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph.constant import constant_dims, constant_value
from graphlab._src.graph.opdef import OpDef
from graphlab._src.graph.operation import Operation, dims_text
from graphlab._src.graph.tensor import Tensor

_SHAPES = {"shape", "dims", "multiples", "output_shape", "input_sizes", "filter_sizes"}  # inputs that are shapes
_MOST = 256  # elements of a value that are shown


def inputs_text(op: Operation) -> str:
    """The static shapes of the inputs, and what is known of those inputs whose values decide shapes."""
    definition: OpDef = op.definition
    names = [arg.name for arg in definition.inputs for _ in range(arg.count(op.attrs))]
    values: list[str] = []
    parts: list[str] = []
    for i in definition.static_positions(op):
        dims = _dims(op, i) if names[i] in _SHAPES else None
        value = constant_value(op.inputs[i]) if dims is None else None
        if dims is not None:
            parts.append(f"input[{i}] = {shapes.text(dims)}")
        elif value is not None:
            values.append(f"input[{i}] = <{_elements(value[:_MOST] if value.ndim else value)}>")
    text = dims_text(op)
    if values:
        text += f" and with computed input tensors: {', '.join(values)}"
    if parts:
        text += f" and with input tensors computed as partial shapes: {', '.join(parts)}"
    return text


def _dims(op: Operation, position: int) -> shapes.Dims:
    """The sizes that an input says, some of which are known; else None."""
    tensor: Tensor = op.inputs[position]
    if tensor.dims is None or len(tensor.dims) != 1:
        return None
    try:
        dims = constant_dims(tensor)
    except ShapeError:
        return None
    return None if dims is None or all(size is None for size in dims) else dims


def _elements(value: Any) -> str:
    if not value.ndim:
        item = value.item()
        return item.decode(errors="replace") if isinstance(item, bytes) else str(item)
    if value.ndim == 1:
        return " ".join(_elements(np.asarray(item)) for item in value)
    return "".join(f"[{_elements(item)}]" for item in value)

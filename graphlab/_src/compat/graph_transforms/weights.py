"""Transforms that make the constants of a graph smaller, in a file or once it is compressed."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.compat.graph_transforms.parameters import GraphMessage, NodeMessage, Transform
from graphlab._src.graph.tensor_proto import decode, make_tensor_proto
from graphlab._src.proto import GraphDef, NodeDef

_FEW = 16  # constants with fewer elements are not rounded


def constant(name: str, value: Any, dtype: dtypes.DType | None = None) -> NodeMessage:
    """A Const of a NumPy array."""
    node = NodeDef(op="Const", name=name)
    node.attr["dtype"].type = (dtypes.as_dtype(value.dtype) if dtype is None else dtype).as_datatype_enum
    node.attr["value"].tensor.CopyFrom(make_tensor_proto(value, dtype))
    return node


def _floats(node: NodeMessage, least: int) -> Any:
    """The value of a Const of at least so many float32, or None."""
    if node.op != "Const" or node.attr["dtype"].type != dtypes.float32.as_datatype_enum:
        return None
    value = decode(node.attr["value"].tensor)
    return value if value.size >= least else None


def round_weights(
    graph_def: GraphMessage, inputs: Sequence[str], outputs: Sequence[str], transform: Transform
) -> GraphMessage:
    """With float32 constants whose elements have `num_steps` values, so that the file is compressed better."""
    steps = transform.number("num_steps", 256)
    result = GraphDef()
    for node in graph_def.node:
        copy = result.node.add()
        copy.CopyFrom(node)
        value = _floats(node, _FEW)
        if value is None:
            continue
        least, most = np.float32(value.min()), np.float32(max(value.max(), 0))
        if least == most:
            most = 2 * least
        if least < most:
            step = (most - least) / np.float32(steps)
            rounded = np.floor((value - least) / step) * step + (least + np.float32(0.5) * step)
            copy.attr["value"].tensor.CopyFrom(make_tensor_proto(rounded.astype(np.float32)))
    return result


def _round(value: Any) -> Any:
    """The nearest integers; halves go away from 0."""
    return np.trunc(value + np.copysign(0.5, value))


def quantize_weights(
    graph_def: GraphMessage, inputs: Sequence[str], outputs: Sequence[str], transform: Transform
) -> GraphMessage:
    """With 8 bits for each element of the float32 constants of at least `minimum_size` elements, and a Dequantize of them."""
    result = GraphDef()
    for node in graph_def.node:
        value = _floats(node, transform.number("minimum_size", 1024))
        if value is None:
            result.node.add().CopyFrom(node)
            continue
        least, most = np.float32(min(value.min(), 0)), np.float32(max(value.max(), 0))
        if least < most:
            scale = 255 / (float(most) - float(least))
            numbers = np.clip(_round(value.astype(np.float64) * scale) - _round(least * scale), 0, 255)
        else:
            numbers = np.zeros_like(value)
        parts = [
            constant(f"{node.name}_quantized_const", numbers.astype(dtypes.quint8.as_numpy_dtype), dtypes.quint8),
            constant(f"{node.name}_quantized_min", least),
            constant(f"{node.name}_quantized_max", most),
        ]
        result.node.extend(parts)
        whole = result.node.add(op="Dequantize", name=node.name, input=[part.name for part in parts])
        whole.attr["T"].type = dtypes.quint8.as_datatype_enum
        whole.attr["mode"].s = b"MIN_FIRST"
    return result

"""What the attributes and inputs of an operation say about what it computes: "32 filters of 3×3, stride 1, padding SAME"."""

import re
from collections.abc import Callable
from typing import Any

from graphlab._src.graph.constant import constant_value
from graphlab._src.viz.attributes import attributes
from graphlab._src.viz.explanation.shape_words import axes, sizes_of, spatial, stride, times

_PHRASES: dict[str, Callable[[Any], str]] = {}


def phrase(op: Any) -> str:
    """What its attributes and static inputs add to its documentation; "" for most operations."""
    make = _PHRASES.get(op.type)
    return "" if make is None else make(op)


def _of(*types: str) -> Callable[[Callable[[Any], str]], Callable[[Any], str]]:
    def register(make: Callable[[Any], str]) -> Callable[[Any], str]:
        _PHRASES.update(dict.fromkeys(types, make))
        return make

    return register


@_of("Conv2D", "Conv3D")
def _convolution(op: Any) -> str:
    dims = op.inputs[1].dims
    parts = []
    if dims is not None and dims[-1] is not None:
        parts.append(_filters(dims[-1], dims[:-2]))
    return ", ".join([*parts, *_moved(op)])


@_of("DepthwiseConv2dNative")
def _depthwise(op: Any) -> str:
    dims = op.inputs[1].dims
    parts = []
    if dims is not None and None not in dims[-2:]:
        parts.append(f"{_filters(dims[-1], dims[:-2])} for each of {dims[-2]} channels")
    return ", ".join([*parts, *_moved(op)])


def _filters(number: int, window: Any) -> str:
    return f"{number} filter{'' if number == 1 else 's'} of {times(window)}"


def _moved(op: Any) -> list[str]:
    """How the windows of a convolution move."""
    parts = [stride(spatial(op, "strides")), _padding(op)]
    if "dilations" in op.attrs and set(spatial(op, "dilations")) != {1}:
        parts.append(f"dilation {times(spatial(op, 'dilations'))}")
    return parts


def _padding(op: Any) -> str:
    return f"padding {bytes(op.attrs['padding']).decode()}"


@_of("MaxPool", "AvgPool", "MaxPool3D", "AvgPool3D")
def _pooling(op: Any) -> str:
    return f"windows of {times(spatial(op, 'ksize'))}, {stride(spatial(op, 'strides'))}, {_padding(op)}"


@_of("MatMul", "BatchMatMul", "BatchMatMulV2")
def _product(op: Any) -> str:
    flags = ("transpose_a", "transpose_b") if op.type == "MatMul" else ("adj_x", "adj_y")
    factors = [
        f"{sizes_of(tensor)}{', transposed' if op.attrs[flag] else ''}"
        for tensor, flag in zip(op.inputs, flags, strict=True)
    ]
    known = all(sizes_of(tensor) for tensor in op.inputs)
    return f"{factors[0]} times {factors[1]}" if known else ""


@_of("Sum", "Mean", "Max", "Min", "Prod", "All", "Any")
def _reduction(op: Any) -> str:
    over = axes(op)
    again = ", retained with size 1" if op.attrs["keep_dims"] else ""
    return f"over {over}{again}" if over else ""


@_of("ArgMax", "ArgMin")
def _arg(op: Any) -> str:
    return _along(op.inputs[1])


@_of("ConcatV2")
def _concat(op: Any) -> str:
    return _along(op.inputs[-1], f"{len(op.inputs) - 1} tensors ")


@_of("Pack")
def _pack(op: Any) -> str:
    return f"{len(op.inputs)} tensors along a new axis {op.attrs['axis']}"


@_of("Split")
def _split(op: Any) -> str:
    return _along(op.inputs[0], f"{len(op.outputs)} parts ")


@_of("GatherV2")
def _gather(op: Any) -> str:
    return _along(op.inputs[2])


def _along(axis: Any, what: str = "") -> str:
    """`2 parts along axis 1`; "" where the axis is not known before a run."""
    number = constant_value(axis)
    return "" if number is None else f"{what}along axis {int(number)}"


@_of("Transpose")
def _transpose(op: Any) -> str:
    axes_ = constant_value(op.inputs[1])
    return "" if axes_ is None else f"axes in the order {', '.join(str(int(axis)) for axis in axes_)}"


@_of("Cast")
def _cast(op: Any) -> str:
    return f"from {op.inputs[0].dtype.base_dtype.name} to {op.outputs[0].dtype.base_dtype.name}"


@_of("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")
def _batch_norm(op: Any) -> str:
    how = (
        "with the mean and variance of the batch itself, as in training"
        if op.attrs["is_training"]
        else "with a mean and a variance that are its inputs, as after training"
    )
    return f"{how}; epsilon {op.attrs['epsilon']:.4g}"


@_of("Const")
def _constant(op: Any) -> str:
    texts = attributes(op)
    found = dict(zip(texts[::2], texts[1::2], strict=True)).get("value", "")
    return re.sub(r"^\S+ (\([^)]*\))? ?=? ?", "", found)

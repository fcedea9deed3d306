"""Sizes, windows and axes in words."""

from collections.abc import Sequence
from typing import Any

from graphlab._src.graph import Tensor
from graphlab._src.graph.constant import constant_value
from graphlab._src.viz.outline import sizes_text


def times(sizes: Sequence[Any]) -> str:
    """`3×3`"""
    return "×".join("?" if size is None else str(size) for size in sizes)


def sizes_of(tensor: Tensor) -> str:
    """`?×784`, `[784]`, `scalar`; "" where the rank is unknown."""
    dims = tensor.dims
    return "" if dims is None else sizes_text(["?" if size is None else str(size) for size in dims])


def stride(sizes: Sequence[int]) -> str:
    """`stride 2`, or `strides 2×1`"""
    return f"stride {sizes[0]}" if len(set(sizes)) == 1 else f"strides {times(sizes)}"


def spatial(op: Any, name: str) -> list[int]:
    """Of an attribute with a number for each axis of a batch of images, those of height and width."""
    sizes = list(op.attrs[name])
    form = op.attrs.get("data_format", b"NHWC")
    return sizes[2:] if bytes(form).startswith(b"NC") else sizes[1:-1]


def axes(op: Any, index: int = 1) -> str:
    """`axis 1`, `axes 1 and 2` or `all axes` of a reduction; "" where they are not known before a run."""
    value, rank = constant_value(op.inputs[index]), op.inputs[0].shape.ndims
    if value is None:
        return ""
    found = [int(axis) for axis in value.reshape(-1)]
    if rank is not None and len({axis % rank for axis in found if rank}) == rank:
        return "all axes"
    if not found:
        return "no axis"
    return f"axis {found[0]}" if len(found) == 1 else f"axes {', '.join(map(str, found[:-1]))} and {found[-1]}"

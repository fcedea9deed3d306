"""Slices like x[:, i], and of known sizes, whose places only a run knows: loops with them are compiled."""

from collections.abc import Iterator
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.core import Tracer

from graphlab._src.compiler.checks import Check
from graphlab._src.graph import constant_dims, constant_value


def varying_places(op):
    """The inputs of a strided slice that vary: where all but single places is whole axes, and axes that are added."""
    attrs = op.attrs
    whole = attrs["begin_mask"] & attrs["end_mask"]
    simple = whole | attrs["ellipsis_mask"] | attrs["new_axis_mask"] | attrs["shrink_axis_mask"]
    if not attrs["shrink_axis_mask"]:
        return ()
    _, begin, _, strides = op.inputs
    return ("begin", "end") if _varies(begin, strides, simple) else ()


def varying_around(op):
    """The inputs of a strided slice's gradient that vary: dy says the sizes."""
    _, begin, _, strides, _ = op.inputs
    return ("begin", "end") if _varies(begin, strides, -1) else ()


def _varies(begin, strides, simple):
    count = strides.dims and strides.dims[0]
    if not count or simple & ((1 << count) - 1) != (1 << count) - 1 or constant_value(begin) is not None:
        return False
    steps = constant_value(strides)
    return steps is not None and bool((steps == 1).all())


def varying_begin(op):
    """The inputs of a slice that vary: where its sizes are known; what is all the rest of an axis begins at 0."""
    _, begin, size = op.inputs
    sizes = constant_value(size)
    if sizes is None or sizes.ndim != 1 or constant_value(begin) is not None:
        return ()
    rest = np.flatnonzero(sizes == -1)
    if len(rest):
        known = constant_dims(begin)
        if known is None or any(known[i] != 0 for i in rest):
            return ()
    return ("begin",)


def _entries(rank, count, masks) -> Iterator[tuple[int, int, int, bool]]:
    """(entry, axis of the tensor, axis of the slice, whether it is one place) of each entry that begins somewhere."""
    added = masks["ellipsis_mask"] | masks["new_axis_mask"]
    axis = taken = 0
    for i in range(count):
        if masks["ellipsis_mask"] >> i & 1:
            behind = rank - len([j for j in range(i + 1, count) if not added >> j & 1])
            axis, taken = behind, taken + behind - axis
        elif masks["new_axis_mask"] >> i & 1:
            taken += 1
        elif masks["shrink_axis_mask"] >> i & 1:
            yield i, axis, taken, True
            axis += 1
        else:
            if not masks["begin_mask"] >> i & 1:
                yield i, axis, taken, False
            axis, taken = axis + 1, taken + 1


def check_places(dims, begin, masks):
    """The Checks that the places are within a tensor of those dims."""
    entries = _entries(len(dims), len(begin), masks)
    return [_inside(begin[i], dims[axis], axis) for i, axis, _, one in entries if one]


def _inside(place, size, axis):
    bad = (place < -size) | (place >= size)
    return Check(bad, lambda: f"slice index {int(place)} of dimension {axis} out of bounds")


def check_around(dims, begin, end, dy, masks):
    """The Checks of a gradient: that the places are within a tensor of those dims, and that dy has the slice's sizes."""
    found = check_places(dims, begin, masks)
    for i, axis, taken, one in _entries(len(dims), len(begin), masks):
        if not one:
            size = dims[axis]
            first, last = _clipped(begin[i], size), size if masks["end_mask"] >> i & 1 else _clipped(end[i], size)
            found.append(_has_size(dy.shape[taken], last - first, taken))
    return found


def _clipped(bound, size):
    xp = jnp if varies(bound) else np
    return xp.clip(_from_end(bound, size), 0, size)


def _has_size(size, expected, axis):
    xp = jnp if varies(expected) else np
    bad = xp.maximum(expected, 0) != size
    return Check(bad, lambda: f"dimension {axis} of dy was {size} instead of {max(int(expected), 0)}")


def varies(begin):
    """Whether the places are traced."""
    return isinstance(begin, Tracer)


def part_at(x, begin, masks):
    """The slice, with an axis of size 1 for each place, and none for those that it adds."""
    starts: list[Any] = [jnp.zeros((), begin.dtype)] * x.ndim
    sizes = list(x.shape)
    for i, axis, _, _ in _entries(x.ndim, len(begin), masks):
        starts[axis], sizes[axis] = _from_end(begin[i], x.shape[axis]), 1
    return _part(x, starts, sizes)


def part_of_sizes(x, begin, sizes):
    """The part of those sizes that begins there; -1 is a whole axis."""
    sizes = [whole if size == -1 else int(size) for size, whole in zip(sizes, x.shape, strict=True)]
    return _part(x, list(begin), sizes)


def _part(x, starts, sizes):
    """The part that begins there; zeros where none can have these sizes, which `checks` refuse if the slice runs."""
    if any(size > whole for size, whole in zip(sizes, x.shape, strict=True)):
        return jnp.zeros(sizes, x.dtype)
    return lax.dynamic_slice(x, starts, sizes)


def check_part(dims, begin, sizes):
    """The Checks that a part is within a tensor of those dims."""
    found = []
    for i, (whole, size) in enumerate(zip(dims, sizes, strict=True)):
        size = whole if size == -1 else int(size)
        found.append(_begins_inside(i, begin[i], whole))
        found.append(_fits(i, begin[i], size, whole))
    return found


def _begins_inside(i, first, whole):
    bad = (first < 0) | (first > whole)
    return Check(bad, lambda: f"Expected begin[{i}] in [0, {whole}], but got {int(first)}")


def _fits(i, first, size, whole):
    bad = first + size > whole
    return Check(bad, lambda: f"Expected size[{i}] in [0, {whole - int(first)}], but got {size}")


def _from_end(place, size):
    return (jnp if varies(place) else np).where(place < 0, place + size, place)


def zeros_around(dy, dims, begin, masks):
    """Zeros of those dims, with dy where the slice was taken."""
    starts: list[Any] = [jnp.zeros((), begin.dtype)] * len(dims)
    sizes = list(dims)
    for i, axis, taken, one in _entries(len(dims), len(begin), masks):
        starts[axis] = _clipped(begin[i], dims[axis])
        sizes[axis] = 1 if one else dy.shape[taken]
    zeros = jnp.zeros(dims, dy.dtype)
    if any(size > whole for size, whole in zip(sizes, dims, strict=True)):
        return zeros  # `checks` refuse it
    return lax.dynamic_update_slice(zeros, dy.reshape(sizes), starts)


def zeros_around_in_numpy(dims, index, dy):
    """The same in NumPy. index: the slice, in Python's terms."""
    result = np.zeros(dims, dy.dtype)
    result[index] = dy
    return result

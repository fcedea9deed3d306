"""Morphology of images: dilation2d and erosion2d."""

import jax.numpy as jnp

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import UnimplementedError
from graphlab._src.graph import name_scope
from graphlab._src.ops.arithmetic import negative
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.pooling.kernels import lowest_of, put_back, slices
from graphlab._src.ops.rules import all_or_none, merge_size, with_rank
from graphlab._src.ops.transpose import reverse
from graphlab._src.ops.window import Window, check_per_axis

_TYPES = {"T": dtypes.REAL, "padding": (b"SAME", b"VALID")}


def _dilated(op):
    images = with_rank(op.inputs[0].dims, 4)
    filters = with_rank(op.inputs[1].dims, 3, "filter is [height, width, channels]")
    check_per_axis(op, 4, strides="stride", rates="rates")
    merge_size(images[3], filters[2], "pass one filter for each channel")
    window = Window.everywhere(op.attrs["strides"], op.attrs["padding"], op.attrs["rates"])
    batch, *space, _ = window.places(images, (1, *filters[:2], 1))
    known = all_or_none([*space, *filters[:2]])
    return (batch, *known[:2], filters[2])


def _seen(input, filter, strides, rates, padding):
    """(window, its sizes, [(how far in, image + filter there), …])."""
    for name, numbers in (("Stride", strides), ("Rate", rates)):
        if numbers[0] != 1 or numbers[3] != 1:
            raise UnimplementedError(None, None, f"{name} is only supported across spatial dimensions.")
    if shapes.differ(input.shape[3:], filter.shape[2:]):
        raise ValueError(f"input and filter must have the same depth: {input.shape[3]} vs {filter.shape[2]}")
    window = Window.everywhere(strides, padding, rates)
    ksize = (1, *filter.shape[:2], 1)
    lowest = lowest_of(input.dtype)
    weights = filter.reshape(-1, filter.shape[2])
    parts = slices(input, ksize, window, lowest)
    # What lies beyond the border stays the lowest there is, whatever the filter adds.
    found = [
        (offset, jnp.where(part == lowest, part, part + weight))
        for (offset, part), weight in zip(parts, weights, strict=True)
    ]
    return window, ksize, found


def _highest(found):
    """The highest of the sums; what is no number does not count, as in TensorFlow."""
    result = jnp.full_like(found[0][1], lowest_of(found[0][1].dtype))
    for _, part in found:
        result = jnp.where(part > result, part, result)
    return result


def _chosen(found, cotangents):
    """[(offset in the window, the cotangents of the windows whose first maximum is there), …]."""
    highs, nothing = _highest(found), jnp.zeros_like(cotangents)
    left, parts = jnp.ones(highs.shape, bool), []
    for offset, part in found:
        here = (part == highs) & left
        left = left & ~here
        parts.append((offset, jnp.where(here, cotangents, nothing)))
    return parts


def _grad(op, dy):
    attrs = {name: op.get_attr(name) for name in ("strides", "rates", "padding")}
    x, filter = op.inputs
    return [
        raw_ops.Dilation2DBackpropInput(x, filter, dy, **attrs),
        raw_ops.Dilation2DBackpropFilter(x, filter, dy, **attrs),
    ]


@op(
    "Dilation2D",
    "input: T, filter: T -> output: T",
    types=_TYPES,
    infer=_dilated,
    grad=_grad,
    minimums={"rates": 4, "strides": 4},
)
def _dilation2d(input, filter, *, strides: list[int], rates: list[int], padding: bytes):
    """The highest sum of an image and a filter laid on it, at each place and for each channel."""
    return _highest(_seen(input, filter, strides, rates, padding)[2])


@op(
    "Dilation2DBackpropInput",
    "input: T, filter: T, out_backprop: T -> in_backprop: T",
    types=_TYPES,
    infer=lambda op: op.inputs[0].dims,
    minimums={"rates": 4, "strides": 4},
)
def _backprop_input(input, filter, out_backprop, *, strides: list[int], rates: list[int], padding: bytes):
    """The gradient of Dilation2D with respect to the image: it goes to the first place that has the highest sum."""
    window, ksize, found = _seen(input, filter, strides, rates, padding)
    return put_back(input.shape, ksize, window, _chosen(found, out_backprop))


@op(
    "Dilation2DBackpropFilter",
    "input: T, filter: T, out_backprop: T -> filter_backprop: T",
    types=_TYPES,
    infer=lambda op: op.inputs[1].dims,
    minimums={"rates": 4, "strides": 4},
)
def _backprop_filter(input, filter, out_backprop, *, strides: list[int], rates: list[int], padding: bytes):
    """The gradient of Dilation2D with respect to the filter: it goes to the first place that has the highest sum."""
    found = _seen(input, filter, strides, rates, padding)[2]
    sums = [jnp.sum(part, (0, 1, 2), dtype=part.dtype) for _, part in _chosen(found, out_backprop)]
    return jnp.stack(sums).reshape(filter.shape)


def dilation2d(input, filter=None, strides=None, rates=None, padding=None, name=None, filters=None, dilations=None):
    """The highest sum of an image and a filter laid on it, at each place and for each channel.

    input: [batch, height, width, channels].  filter, or filters: [height, width, channels].
    strides; rates, or dilations: four numbers, how far apart places, and a filter's elements, are.
    padding: "SAME" or "VALID".
    """
    filter = renamed("filters", filters, "filter", filter)
    rates = renamed("dilations", dilations, "rates", rates)
    return _dilation2d(input, filter, strides=strides, rates=rates, padding=padding, name=name)


def erosion2d(value, kernel, strides, rates, padding, name=None):
    """The lowest difference of an image and a filter laid on it, at each place and for each channel.

    value: [batch, height, width, channels].  kernel: [height, width, channels].  strides, rates: four numbers.
    padding: "SAME" or "VALID".
    """
    with name_scope(name, "erosion2d", [value, kernel]) as scope:
        turned = negative(value)
        found = _dilation2d(turned, reverse(kernel, [0, 1]), strides=strides, rates=rates, padding=padding, name=scope)
        return negative(found)

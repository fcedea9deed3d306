"""Products: matrices and convolutions."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphlab._src.compiler.interpreter.primitives.table import (
    Array,
    Compute,
    Params,
    Types,
    check_time,
    is_short,
    rule,
)

_TOGETHER = 1 << 21  # elements under the filters of a convolution that are copied at once


def _wide(dtype: Any) -> np.dtype[Any]:
    return np.dtype(np.float32) if is_short(dtype) else np.dtype(dtype)


@rule("dot_general")
def _dot_general(params: Params, inputs: Types, outputs: Types) -> Compute:
    (left, right), (left_batch, right_batch) = params["dimension_numbers"]
    dtype = np.dtype(outputs[0].dtype)
    wide = _wide(dtype)
    ranks = inputs[0].ndim, inputs[1].ndim
    if ranks == (2, 2) and len(left) == 1 and not left_batch:
        transpose_left, transpose_right = left == (0,), right == (1,)

        def product(x: Array, y: Array) -> Array:
            x, y = x.astype(wide, copy=False), y.astype(wide, copy=False)
            return np.matmul(x.T if transpose_left else x, y.T if transpose_right else y).astype(dtype, copy=False)

        return product
    left_free = [i for i in range(ranks[0]) if i not in left and i not in left_batch]
    right_free = [i for i in range(ranks[1]) if i not in right and i not in right_batch]

    def products(x: Array, y: Array) -> Array:
        batch = [x.shape[i] for i in left_batch]
        rows, columns = [x.shape[i] for i in left_free], [y.shape[i] for i in right_free]
        inner = math.prod(x.shape[i] for i in left)
        x = x.astype(wide, copy=False).transpose(*left_batch, *left_free, *left)
        y = y.astype(wide, copy=False).transpose(*right_batch, *right, *right_free)
        result = np.matmul(
            x.reshape(math.prod(batch), math.prod(rows), inner), y.reshape(math.prod(batch), inner, math.prod(columns))
        )
        return result.reshape(*batch, *rows, *columns).astype(dtype, copy=False)

    return products


@rule("conv_general_dilated")
def _convolution(params: Params, inputs: Types, outputs: Types) -> Compute:
    """A product of the filters with what lies under them, a row for each place of the output."""
    numbers = params["dimension_numbers"]
    groups, batch_groups = params["feature_group_count"], params["batch_group_count"]
    dtype = np.dtype(outputs[0].dtype)
    wide = _wide(dtype)
    back = np.argsort([numbers.out_spec[0], *numbers.out_spec[2:], numbers.out_spec[1]])

    def convolve(images: Array, filters: Array) -> Array:
        images = _features_last(images.astype(wide, copy=False).transpose(numbers.lhs_spec))
        filters = _features_last(filters.astype(wide, copy=False).transpose(numbers.rhs_spec))
        images = padded(images, params["padding"], params["lhs_dilation"])
        parts = groups * batch_groups
        if parts == 1:
            result = convolved(images, filters, params)
        else:
            axis = 0 if batch_groups > 1 else -1
            pairs = zip(np.split(images, parts, axis), np.split(filters, parts, 0), strict=True)
            result = np.concatenate([convolved(*pair, params) for pair in pairs], -1)
        return result.transpose(back).astype(dtype, copy=False)

    return convolve


def _features_last(array: Array) -> Array:
    return np.moveaxis(array, 1, -1)


def convolved(images: Array, filters: Array, params: Params) -> Array:
    """[batch, *places, made] of padded images [batch, *space, features] and filters [made, *window, features]."""
    strides, apart = params["window_strides"], params["rhs_dilation"]
    sizes, (made, *window, features) = images.shape[1:-1], filters.shape
    spans = [(size - 1) * step + 1 for size, step in zip(window, apart, strict=True)]
    places = [max(0, (size - span) // stride + 1) for size, span, stride in zip(sizes, spans, strides, strict=True)]
    result = np.empty((images.shape[0], *places, made), images.dtype)
    if not result.size:
        return result
    steps = images.strides[1:-1]
    under = np.lib.stride_tricks.as_strided(  # [batch, *places, *window, features]
        images,
        (images.shape[0], *places, *window, features),
        (
            images.strides[0],
            *[step * stride for step, stride in zip(steps, strides, strict=True)],
            *[step * distance for step, distance in zip(steps, apart, strict=True)],
            images.strides[-1],
        ),
        writeable=False,
    )
    inner = math.prod(window) * features
    matrix = np.moveaxis(filters, 0, -1).reshape(inner, made)
    row = math.prod(places[1:]) * inner  # elements under the filters at one place of the first axis
    rows = max(1, _TOGETHER // max(1, row))
    images_at_once = max(1, rows // places[0]) if places else max(1, rows)
    for first in range(0, len(result), images_at_once):
        some = slice(first, first + images_at_once)
        for start in range(0, places[0], rows) if places else (0,):
            check_time()
            here = (some, slice(start, start + rows)) if places else (some,)
            part = result[here]
            part[...] = np.matmul(under[here].reshape(-1, inner), matrix).reshape(part.shape)
    return result


def padded(images: Array, padding: Sequence[tuple[int, int]], spread: Sequence[int]) -> Array:
    """[batch, *space, features] with zeros between the elements and around them; less than none are removed."""
    if not any(map(any, padding)) and all(step == 1 for step in spread):
        return images
    sizes = [max(0, (n - 1) * step + 1 if n else 0) for n, step in zip(images.shape[1:-1], spread, strict=True)]
    full = [n + max(low, 0) + max(high, 0) for n, (low, high) in zip(sizes, padding, strict=True)]
    result = np.zeros((images.shape[0], *full, images.shape[-1]), images.dtype)
    inside = tuple(
        slice(max(low, 0), max(low, 0) + n, step) for n, (low, _), step in zip(sizes, padding, spread, strict=True)
    )
    result[(slice(None), *inside)] = images
    cut = tuple(slice(max(-low, 0), size - max(-high, 0)) for size, (low, high) in zip(full, padding, strict=True))
    return result[(slice(None), *cut)]

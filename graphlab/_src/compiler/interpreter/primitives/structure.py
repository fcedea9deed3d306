"""Moving elements about without computing: shapes, order, pieces."""

import math
from collections.abc import Sequence

import numpy as np

from graphlab._src.compiler.interpreter.primitives.table import Array, Compute, Params, Types, rule

_SMALL = 1 << 12  # elements; up to there writing them is quicker than making a view


def _filled(x: Array, shape: Sequence[int]) -> Array:
    result = np.empty(shape, x.dtype)
    result[...] = x
    return result


@rule("broadcast_in_dim")
def _broadcast_in_dim(params: Params, inputs: Types, outputs: Types) -> Compute:
    shape, places = tuple(params["shape"]), params["broadcast_dimensions"]
    rank = len(shape)
    if places == tuple(range(rank - len(places), rank)):
        return (
            (lambda x, *_: _filled(x, shape)) if math.prod(shape) < _SMALL else lambda x, *_: np.broadcast_to(x, shape)
        )

    def broadcast(x: Array, *_: Array) -> Array:
        dims = [1] * rank
        for place, size in zip(places, x.shape, strict=True):
            dims[place] = size
        return np.broadcast_to(x.reshape(dims), shape)

    return broadcast


@rule("reshape")
def _reshape(params: Params, inputs: Types, outputs: Types) -> Compute:
    shape = tuple(params["new_sizes"])
    return lambda x, *_: np.reshape(x, shape)


@rule("squeeze")
def _squeeze(params: Params, inputs: Types, outputs: Types) -> Compute:
    axes = tuple(params["dimensions"])
    return lambda x: np.squeeze(x, axes)


@rule("expand_dims")
def _expand_dims(params: Params, inputs: Types, outputs: Types) -> Compute:
    axes = tuple(params["dimensions"])
    return lambda x: np.expand_dims(x, axes)


@rule("transpose")
def _transpose(params: Params, inputs: Types, outputs: Types) -> Compute:
    order = params["permutation"]
    return lambda x: np.transpose(x, order)


@rule("rev")
def _rev(params: Params, inputs: Types, outputs: Types) -> Compute:
    axes = tuple(params["dimensions"])
    return lambda x: np.flip(x, axes)


@rule("concatenate")
def _concatenate(params: Params, inputs: Types, outputs: Types) -> Compute:
    axis = params["dimension"]
    return lambda *values: np.concatenate(values, axis)


@rule("stack")
def _stack(params: Params, inputs: Types, outputs: Types) -> Compute:
    axis = params.get("axis", 0)
    return lambda *values: np.stack(values, axis)


@rule("tile")
def _tile(params: Params, inputs: Types, outputs: Types) -> Compute:
    reps = tuple(params["reps"])
    return lambda x: np.tile(x, reps)


@rule("split")
def _split(params: Params, inputs: Types, outputs: Types) -> Compute:
    axis, places = params["axis"], np.cumsum(params["sizes"])[:-1]
    return lambda x: np.split(x, places, axis)


@rule("unstack")
def _unstack(params: Params, inputs: Types, outputs: Types) -> Compute:
    axis = params["axis"]
    return lambda x: [np.ascontiguousarray(part) for part in np.moveaxis(x, axis, 0)]


@rule("iota")
def _iota(params: Params, inputs: Types, outputs: Types) -> Compute:
    shape, dimension, dtype = tuple(params["shape"]), params["dimension"], params["dtype"]
    dims = [size if i == dimension else 1 for i, size in enumerate(shape)]

    def iota(*_: Array) -> Array:
        return np.broadcast_to(np.arange(shape[dimension]).astype(dtype).reshape(dims), shape)

    return iota


@rule("slice")
def _slice(params: Params, inputs: Types, outputs: Types) -> Compute:
    strides = params["strides"] or (1,) * len(params["start_indices"])
    where = tuple(map(slice, params["start_indices"], params["limit_indices"], strides))
    return lambda x: x[where]


def places_within(starts: Sequence[Array], shape: Sequence[int], sizes: Sequence[int]) -> tuple[slice, ...]:
    """Slices of such sizes, moved to where there is something."""
    return tuple(
        slice(at, at + size)
        for at, size in (
            (min(max(int(start), 0), length - size), size)
            for start, length, size in zip(starts, shape, sizes, strict=True)
        )
    )


@rule("dynamic_slice")
def _dynamic_slice(params: Params, inputs: Types, outputs: Types) -> Compute:
    sizes = tuple(params["slice_sizes"])
    rank = len(sizes)
    return lambda x, *starts: x[places_within(starts[:rank], x.shape, sizes)]


@rule("dynamic_update_slice")
def _dynamic_update_slice(params: Params, inputs: Types, outputs: Types) -> Compute:
    def update(x: Array, piece: Array, *starts: Array) -> Array:
        result = np.array(x)
        result[places_within(starts, x.shape, piece.shape)] = piece
        return result

    return update


@rule("pad")
def _pad(params: Params, inputs: Types, outputs: Types) -> Compute:
    config = params["padding_config"]

    def pad(x: Array, filling: Array) -> Array:
        sizes = [low + high + n + max(n - 1, 0) * inner for n, (low, high, inner) in zip(x.shape, config, strict=True)]
        result = np.full([max(size, 0) for size in sizes], filling, x.dtype)
        into, taken = [], []
        for n, (low, _, inner), size in zip(x.shape, config, sizes, strict=True):
            step = inner + 1
            first = max(0, math.ceil(-low / step))
            last = min(n, math.ceil((size - low) / step))
            if last <= first:
                return result
            into.append(slice(low + first * step, low + (last - 1) * step + 1, step))
            taken.append(slice(first, last))
        result[tuple(into)] = x[tuple(taken)]
        return result

    return pad

"""Rows taken and rows changed by numbers: gather and scatter."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeAlias

import numpy as np
from jax import lax

from graphlab._src.compiler.interpreter.primitives.table import Array, Compute, Params, Rule, Types, is_float, rule

# For each dimension of an operand its index: a column of the indices, a place in the batch, or None for all of it.
Starts: TypeAlias = list[tuple[str, int] | None]
Index: TypeAlias = tuple[Array, ...]  # NumPy's index of an array
Combine: TypeAlias = Callable[[Array, Index, Array], object]  # (what is changed, which places, what changes them)


def _starts(
    numbers: Any, taken: Sequence[int], batching: Sequence[int], index_batching: Sequence[int], rank: int
) -> Starts:
    """For each dimension of the operand where its index comes from: a column, a place in the batch, or nowhere."""
    columns = {dim: i for i, dim in enumerate(taken)}
    batch = dict(zip(batching, index_batching, strict=True))
    return [
        ("column", columns[d]) if d in columns else ("batch", batch[d]) if d in batch else None for d in range(rank)
    ]


class _Window:
    """Where the slices are that a gather reads or a scatter writes.

    starts: see above.  dropped: the dimensions of the operand that a slice does not have.
    """

    def __init__(self, starts: Starts, dropped: Collection[int], mode: Any, clip: bool) -> None:
        self.starts = starts
        self.dropped = dropped
        self.clip = mode == lax.GatherScatterMode.CLIP or clip and mode == lax.GatherScatterMode.PROMISE_IN_BOUNDS

    def places(self, shape: Sequence[int], indices: Array, sizes: Sequence[int]) -> tuple[list[Any], Array | None]:
        """(an index for each dimension, which slices are within bounds or None when all are).

        The indices broadcast to [*batch, *window].
        """
        batch = indices.shape[:-1]
        inside = [d for d in range(len(shape)) if d not in self.dropped]
        rank = len(batch) + len(inside)
        valid, found = None, []
        for dim, (size, length, start) in enumerate(zip(sizes, shape, self.starts, strict=True)):
            if start is None:
                at = np.zeros((), np.intp)
            elif start[0] == "batch":
                dims = [-1 if i == start[1] else 1 for i in range(len(batch))]
                at = np.arange(length).reshape(dims)
            else:
                at = indices[..., start[1]].astype(np.intp, copy=False)
                most = max(length - size, -1)
                if at.size and not 0 <= at.min() <= at.max() <= most:
                    beyond = (at < 0) | (at > most)
                    at = np.clip(at, 0, max(length - size, 0))
                    if not self.clip:
                        valid = ~beyond if valid is None else valid & ~beyond
            if dim in self.dropped:
                found.append(at if at.ndim == 0 else at.reshape(at.shape + (1,) * len(inside)))
                continue
            if start is None and size == length:
                found.append(slice(None))
                continue
            dims = [1] * rank
            dims[len(batch) + inside.index(dim)] = size
            at = at if at.ndim == 0 else at.reshape(at.shape + (1,) * len(inside))
            found.append(at + np.arange(size).reshape(dims))
        return found, valid

    def index(
        self, shape: Sequence[int], indices: Array, sizes: Sequence[int]
    ) -> tuple[Index, list[int], Array | None]:
        """(NumPy's index for [*batch, *window], the order of the operand's dimensions for it, valid).

        Dimensions that are taken whole come last and are not numbered one by one.
        """
        found, valid = self.places(shape, indices, sizes)
        batch = indices.ndim - 1
        numbered = [d for d, at in enumerate(found) if not isinstance(at, slice)]
        whole = [d for d in range(len(shape)) if d not in numbered]
        inside = [d for d in range(len(shape)) if d not in self.dropped]
        if all(d in self.dropped for d in numbered):  # rows: nothing inside of the windows is numbered
            rows = indices.shape[:-1]
            taken = [np.broadcast_to(np.reshape(found[d], np.shape(found[d])[:batch]), rows) for d in numbered]
            return tuple(taken), numbered + whole, valid
        for d in whole:
            dims = [1] * (batch + len(inside))
            dims[batch + inside.index(d)] = shape[d]
            found[d] = np.arange(shape[d]).reshape(dims)
        return tuple(found), list(range(len(shape))), valid


@rule("gather")
def _gather(params: Params, inputs: Types, outputs: Types) -> Compute:
    numbers, sizes, mode = params["dimension_numbers"], tuple(params["slice_sizes"]), params["mode"]
    batching = numbers.operand_batching_dims
    starts = _starts(numbers, numbers.start_index_map, batching, numbers.start_indices_batching_dims, inputs[0].ndim)
    dropped = {*numbers.collapsed_slice_dims, *batching}
    window = _Window(starts, dropped, mode, clip=True)
    filling = params.get("fill_value")
    if filling is None:
        filling = _filling(np.dtype(outputs[0].dtype))
    offsets = numbers.offset_dims
    rank = outputs[0].ndim
    batch = [i for i in range(rank) if i not in offsets]
    back = np.argsort([*batch, *offsets])
    in_order = list(back) == list(range(rank))

    def gather(x: Array, indices: Array) -> Array:
        index, order, valid = window.index(x.shape, indices, sizes)
        if order != list(range(x.ndim)):
            x = x.transpose(order)
        if 0 in x.shape and indices.size:
            result = np.full(_result_shape(indices, sizes, dropped), filling, x.dtype)
        elif len(index) == 1 and x.flags.c_contiguous:
            result = x.take(index[0], 0, mode="clip")  # none is out of bounds; the mode that looks is slower
        else:
            result = x[index]
        if valid is not None:
            result = np.where(valid.reshape(valid.shape + (1,) * (result.ndim - valid.ndim)), result, filling)
            result = result.astype(x.dtype, copy=False)
        return result if in_order else result.transpose(back)

    return gather


def _result_shape(indices: Array, sizes: Sequence[int], dropped: Collection[int]) -> tuple[int, ...]:
    return (*indices.shape[:-1], *[size for d, size in enumerate(sizes) if d not in dropped])


def _filling(dtype: np.dtype[Any]) -> Any:
    """What JAX puts where nothing is."""
    if is_float(dtype) or dtype.kind == "c":
        return np.nan
    if dtype == np.bool_:
        return True
    return np.iinfo(dtype).min if dtype.kind == "i" else np.iinfo(dtype).max


def _scatter(combine: Combine) -> Rule:
    def make(params: Params, inputs: Types, outputs: Types) -> Compute:
        numbers, mode = params["dimension_numbers"], params["mode"]
        batching = numbers.operand_batching_dims
        taken = numbers.scatter_dims_to_operand_dims
        rank = inputs[0].ndim
        starts = _starts(numbers, taken, batching, numbers.scatter_indices_batching_dims, rank)
        dropped = {*numbers.inserted_window_dims, *batching}
        window = _Window(starts, dropped, mode, clip=False)
        inside = [d for d in range(rank) if d not in dropped]
        windows = numbers.update_window_dims
        order_of_updates = [i for i in range(inputs[2].ndim) if i not in windows] + list(windows)

        def scatter(x: Array, indices: Array, updates: Array) -> Array:
            updates = updates.transpose(order_of_updates)
            batch = updates.ndim - len(inside)
            sizes = [1] * rank
            for d, size in zip(inside, updates.shape[batch:], strict=True):
                sizes[d] = size
            result = np.array(x)
            if not updates.size or not x.size:
                return result
            index, order, valid = window.index(x.shape, indices, sizes)
            view = result.transpose(order)
            if valid is not None:
                keep = np.flatnonzero(valid)
                index = tuple(
                    np.broadcast_to(at, indices.shape[:-1] + np.shape(at)[batch:]).reshape(-1, *np.shape(at)[batch:])[
                        keep
                    ]
                    for at in index
                )
                updates = updates.reshape(-1, *updates.shape[batch:])[keep]
            if updates.size:
                combine(view, index, updates)
            return result

        return scatter

    return make


def _put(view: Array, index: Index, updates: Array) -> None:
    view[index] = updates


_MANY = 64  # rows from which on sorting them first is quicker than adding them one by one


def add_rows(view: Array, index: Index, updates: Array) -> None:
    """Rows added up; those of one number together, in their order."""
    if len(index) != 1 or index[0].ndim != 1 or updates.ndim != 2 or len(updates) < _MANY:
        np.add.at(view, index, updates)
        return
    rows = index[0]
    if (rows[1:] < rows[:-1]).any():
        keys = rows.astype(np.uint16) if len(view) <= 1 << 16 else rows  # short ones are sorted by their digits
        order = np.argsort(keys, kind="stable")
        rows, updates = rows[order], updates.take(order, 0)
    first = np.flatnonzero(np.concatenate([[True], rows[1:] != rows[:-1]]))
    view[rows[first]] += np.add.reduceat(updates, first, 0)


rule("scatter")(_scatter(_put))
rule("scatter-add")(_scatter(add_rows))
rule("scatter-sub")(_scatter(np.subtract.at))
rule("scatter-mul")(_scatter(np.multiply.at))
rule("scatter-min")(_scatter(np.minimum.at))
rule("scatter-max")(_scatter(np.maximum.at))

"""Operations that make rows: RaggedRange, and RaggedGather, which selects rows of a ragged tensor by index."""

import math

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import invalid
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import IndexedSlices
from graphlab._src.ops.define import REQUIRED, no_gradient, op
from graphlab._src.ops.gather import gather
from graphlab._src.ops.rules import with_rank, with_rank_at_least, with_rank_at_most
from graphlab._src.ops.shape import reshape, shape


def splits_of(lengths, dtype):
    """The row splits of rows of these lengths, as an array."""
    return np.concatenate([[0], np.cumsum(lengths)]).astype(dtype)


def _range_shapes(op):
    counts = set()
    for tensor in op.inputs:
        with_rank_at_most(tensor.dims, 1)
        if tensor.dims is not None and None not in tensor.dims:
            counts.update(tensor.dims)
    if len(counts) > 1:
        raise ShapeError("Dimensions must be equal, but are {} and {}".format(*sorted(counts)))
    if not counts and any(tensor.dims != () for tensor in op.inputs):
        return [(None,), (None,)]
    return [(counts.pop() + 1 if counts else 2,), (None,)]


@op(
    "RaggedRange",
    "starts: T=int32, limits: T=int32, deltas: T=int32 -> rt_nested_splits: Tsplits, rt_dense_values: T",
    types={
        "T": (dtypes.bfloat16, dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64),
        "Tsplits": dtypes.INDEX,
    },
    infer=_range_shapes,
    host=True,
    grad=no_gradient,
)
def ragged_range(starts, limits, deltas, *, Tsplits: dtypes.DType = dtypes.int64):
    """Rows of numbers: row i begins with starts[i] and goes on by deltas[i] until limits[i], which it does not reach."""
    for name, values in (("starts", starts), ("limits", limits), ("deltas", deltas)):
        if values.ndim > 1:
            raise invalid(f"{name} must be a scalar or vector")
    sizes = {len(values) for values in (starts, limits, deltas) if values.ndim}
    if len(sizes) > 1:
        raise invalid("starts, limits, and deltas must have the same shape")
    starts, limits, deltas = (np.broadcast_to(values, tuple(sizes) or (1,)) for values in (starts, limits, deltas))
    if not np.all(deltas):
        raise invalid("Requires delta != 0")
    way = limits - starts
    if starts.dtype.kind == "i":
        counts = -(-np.abs(way) // np.abs(deltas))
    else:
        counts = np.ceil(np.abs(way / deltas))
    counts = np.where((way > 0) == (deltas > 0), counts, 0).astype(np.int64)
    rows = [_steps(*row) for row in zip(starts, deltas, counts, strict=True)]
    return splits_of(counts, Tsplits.as_numpy_dtype), np.concatenate(rows) if rows else starts[:0]


def _steps(start, delta, count):
    """The numbers of a row. Fractions are added up one by one, with the rounding errors that this has."""
    if start.dtype.kind == "i":
        return (start + np.arange(count, dtype=start.dtype) * delta).astype(start.dtype)
    steps = np.full(count, delta, start.dtype)
    steps[:1] = start
    return np.add.accumulate(steps, dtype=start.dtype)


def _gathered_shapes(op):
    rank, result_rank = op.attrs["PARAMS_RAGGED_RANK"], op.attrs["OUTPUT_RAGGED_RANK"]
    *splits, values, indices = (tensor.dims for tensor in op.inputs)
    for dims in splits:
        with_rank(dims, 1)
    with_rank(indices, result_rank - rank + 1)
    with_rank_at_least(values, 1)
    return [(None,)] * result_rank + [None if values is None else (None, *values[1:])]


def _gather_grad(op, *grads):
    *splits, values, indices = op.inputs
    ends = splits[0]
    for inner in splits[1:]:
        ends = gather(inner, ends)
    rows = reshape(indices, [-1])
    places = ragged_range(gather(ends, rows), gather(ends[1:], rows), _one(ends)).rt_dense_values
    return [*[None] * len(splits), IndexedSlices(grads[-1], places, shape(values)), None]


def _one(like):
    """The number 1 in the type of a tensor of whole numbers."""
    return np.ones((), like.dtype.as_numpy_dtype)


def _check_splits(nested, count):
    for splits, after in zip(nested, [*[len(inner) - 1 for inner in nested[1:]], count], strict=True):
        if splits[0] < 0:
            raise invalid("Ragged splits must be non-negative")
        if splits[-1] > after:
            raise invalid("Ragged splits must not point past values")
        if np.any(splits[1:] < splits[:-1]):
            raise invalid("Ragged splits must be sorted")


@op(
    "RaggedGather",
    "params_nested_splits: PARAMS_RAGGED_RANK*Tsplits=int64, params_dense_values: Tvalues, indices: Tindices -> "
    "output_nested_splits: OUTPUT_RAGGED_RANK*Tsplits, output_dense_values: Tvalues",
    types={"Tindices": dtypes.INDEX, "Tsplits": dtypes.INDEX},
    infer=_gathered_shapes,
    host=True,
    grad=_gather_grad,
    minimums={"PARAMS_RAGGED_RANK": 1, "OUTPUT_RAGGED_RANK": 0},
    attrs={"OUTPUT_RAGGED_RANK": (int, REQUIRED)},
)
def ragged_gather(params_nested_splits, params_dense_values, indices):
    """The rows of a ragged tensor at positions; each axis of the positions but the first adds a ragged one."""
    kind = params_nested_splits[0].dtype
    rows, count = indices.reshape(-1).astype(np.int64), len(params_nested_splits[0]) - 1
    wrong = np.flatnonzero((rows < 0) | (rows >= count))
    if wrong.size:
        place = ",".join(map(str, np.unravel_index(wrong[0], indices.shape)))
        raise invalid(f"indices{f'[{place}]' if place else ''} = {rows[wrong[0]]} is not in [0, {count})")
    if not all(map(len, params_nested_splits)):
        raise invalid("Ragged splits must not be empty")
    _check_splits(params_nested_splits, len(params_dense_values))
    sizes = indices.shape
    found = [np.arange(math.prod(sizes[:axis]) + 1, dtype=kind) * sizes[axis] for axis in range(1, len(sizes))]
    inner = []
    for splits in params_nested_splits:
        lengths = splits[rows + 1] - splits[rows]
        ends = splits_of(lengths, kind)
        rows = np.repeat(splits[rows] - ends[:-1], lengths) + np.arange(ends[-1])
        inner.append(ends)
    return [
        *(np.asarray(splits, kind) for splits in found),
        *(inner if sizes else inner[1:]),
        params_dense_values[rows],
    ]

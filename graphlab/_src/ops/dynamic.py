"""Sets and partitions: results whose sizes depend on values."""

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import constant_value
from graphlab._src.ops.define import op, undefined_gradient
from graphlab._src.ops.gather import gather
from graphlab._src.ops.reduction import reduce_prod
from graphlab._src.ops.rules import check_least, merge, with_rank
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import reshape, shape


def _stitched_shape(op):
    count = op.attrs["N"]
    rest = None
    for ids, data in zip(op.inputs[:count], op.inputs[count:], strict=True):
        if ids.dims is not None and data.dims is not None:
            merge(data.dims[: len(ids.dims)], ids.dims, "data[i] begins with the axes of indices[i]")
            rest = merge(rest, data.dims[len(ids.dims) :])
    values = [constant_value(ids) for ids in op.inputs[:count]]
    size = None if any(v is None for v in values) else 1 + max((int(v.max()) for v in values if v.size), default=-1)
    return None if rest is None else (size, *rest)


def _check_stitched(indices, data):
    for i, (ids, items) in enumerate(zip(indices, data, strict=True)):
        if items.shape[: ids.ndim] != ids.shape:
            raise ValueError(
                f"data[{i}].shape = {shapes.text(items.shape)} does not start with indices[{i}].shape = "
                f"{shapes.text(ids.shape)}"
            )
        if items.shape[ids.ndim :] != data[0].shape[indices[0].ndim :]:
            raise ValueError(
                f"Need data[0].shape[{indices[0].ndim}:] = data[{i}].shape[{ids.ndim}:], got data[0].shape = "
                f"{shapes.text(data[0].shape)}, data[{i}].shape = {shapes.text(items.shape)}, indices[0].shape = "
                f"{shapes.text(indices[0].shape)}, indices[{i}].shape = {shapes.text(ids.shape)}"
            )


def _stitch(indices, data):
    _check_stitched(indices, data)
    size = 1 + max((int(ids.max()) for ids in indices if ids.size), default=-1)
    flat = [items.reshape((ids.size, *items.shape[ids.ndim :])) for ids, items in zip(indices, data, strict=True)]
    merged = np.full((size, *flat[0].shape[1:]), b"" if flat[0].dtype == object else 0, flat[0].dtype)
    for ids, items in zip(indices, flat, strict=True):
        if (ids < 0).any():
            raise ValueError(f"indices[{np.flatnonzero(ids < 0)[0]}] is out of range")
        merged[ids.reshape(-1)] = items
    return merged


def _stitch_grad(op, dy):
    indices = op.inputs[: op.get_attr("N")]
    return [None] * len(indices) + [gather(dy, ids) for ids in indices]


_STITCH = {
    "signature": "indices: N*int32, data: N*T -> merged: T",
    "infer": _stitched_shape,
    "static": ["indices", "data"],
    "host": True,
    "grad": _stitch_grad,
}


@op("DynamicStitch", fold=_stitch, **_STITCH, cpu_types=("T", (dtypes.int32,)), minimums={"N": 1})
def dynamic_stitch(indices, data):
    """One tensor with data[i][j] at the position indices[i][j]; later ones win."""
    return _stitch(indices, data)


@op("ParallelDynamicStitch", fold=_stitch, **_STITCH, cpu_types=("T", (dtypes.int32,)), minimums={"N": 1})
def parallel_dynamic_stitch(indices, data):
    """One tensor with data[i][j] at the position indices[i][j]."""
    return _stitch(indices, data)


def _partition_shape(op):
    check_least(op, "num_partitions", 1)
    data, partitions = op.inputs[0].dims, op.inputs[1].dims
    count = op.attrs["num_partitions"]
    if data is None or partitions is None:
        return [None] * count
    merge(data[: len(partitions)], partitions, "partitions has the shape of the first axes of data")
    return [(None, *data[len(partitions) :])] * count


def _partition_grad(op, *dys):
    """The positions are partitioned as the data were, and say where each gradient goes."""
    data, partitions = op.inputs
    sizes = shape(partitions)
    places = reshape(range_(reduce_prod(sizes)), sizes)
    parts = dynamic_partition(places, partitions, op.get_attr("num_partitions"))
    dx = dynamic_stitch(parts, list(dys))
    return [reshape(dx, shape(data)), None]


@op(
    "DynamicPartition",
    "data: T, partitions: int32 -> outputs: num_partitions*T",
    infer=_partition_shape,
    static=["partitions"],
    host=True,
    grad=_partition_grad,
    minimums={"num_partitions": 1},
)
def dynamic_partition(data, partitions, *, num_partitions: int):
    """num_partitions tensors, of which number i has the rows of data whose partition is i.

    data: [*n, …].  partitions: int32 [*n], in [0, num_partitions).  num_partitions: a Python int.
    """
    if data.shape[: partitions.ndim] != partitions.shape:
        raise ValueError(
            f"data.shape must start with partitions.shape, got data.shape = {shapes.text(data.shape)}, partitions.shape = "
            f"{shapes.text(partitions.shape)}"
        )
    numbers = partitions.reshape(-1)
    wrong = np.flatnonzero((numbers < 0) | (numbers >= num_partitions))
    if wrong.size:
        place = ",".join(str(i) for i in np.unravel_index(wrong[0], partitions.shape))
        where = f"[{place}]" if place else ""
        raise ValueError(f"partitions{where} = {numbers[wrong[0]]} is not in [0, {num_partitions})")
    rows = data.reshape((partitions.size, *data.shape[partitions.ndim :]))[np.argsort(numbers, kind="stable")]
    return np.split(rows, np.cumsum(np.bincount(numbers, minlength=num_partitions))[:-1])


def _unique(x):
    if np.ndim(x) != 1:
        raise ValueError("unique expects a 1D vector.")
    _, first, inverse = np.unique(x, return_index=True, return_inverse=True, equal_nan=False)
    order = np.argsort(first, kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return x[np.sort(first)], place[inverse]


def _unique_padded(x):
    """As many as there are elements: after the different ones comes a number that is no row of anything.

    An index that is that number becomes the one before it, which is no row either: what checks rows finds it.
    """
    padding = jnp.iinfo(x.dtype).max
    return jnp.unique(jnp.minimum(x, padding - 1), return_inverse=True, size=x.size, fill_value=padding)


def _different(op):
    with_rank(op.inputs[0].dims, 1, "pass a vector")
    return [(None,), op.inputs[0].dims]


@op(
    "Unique",
    "x: T -> y: T, idx: out_idx=int32",
    types={"out_idx": dtypes.INDEX},
    infer=_different,
    static=["x"],
    host=True,
    padded=_unique_padded,
    fold=_unique,
    grad=undefined_gradient,
)
def _unique_op(x):
    """The different elements of a vector in the order in which they come, and which of them each element is."""
    return _unique(x)


def unique(x, out_idx=dtypes.int32, name=None):
    """(the distinct elements of x in order of appearance, the index among them of each element of x).

    x: a vector.  out_idx: int32 or int64, of the indices.
    """
    return _unique_op(x, out_idx=out_idx, name=name)


def _unique_with_counts(x):
    values, places = _unique(x)
    return values, places, np.bincount(places.reshape(-1), minlength=len(values))


@op(
    "UniqueWithCounts",
    "x: T -> y: T, idx: out_idx=int32, count: out_idx",
    types={"out_idx": dtypes.INDEX},
    infer=lambda op: [(None,), op.inputs[0].dims, (None,)],
    static=["x"],
    host=True,
    fold=_unique_with_counts,
    grad=undefined_gradient,
)
def _unique_with_counts_op(x):
    """The different elements of a vector in order, which of them each element is, and how often each is there."""
    return _unique_with_counts(x)


def unique_with_counts(x, out_idx=dtypes.int32, name=None):
    """(the distinct elements of x in order of appearance, the index among them of each element of x, their counts).

    x: a vector.  out_idx: int32 or int64, of the indices and counts.
    """
    return _unique_with_counts_op(x, out_idx=out_idx, name=name)


def _two_vectors(op):
    for tensor in op.inputs:
        with_rank(tensor.dims, 1, "pass vectors")
    return [(None,), (None,)]


def _difference(x, y):
    for array, name in ((x, "x"), (y, "y")):
        if np.ndim(array) != 1:
            raise ValueError(f"{name} should be a 1D vector.")
    remaining = np.flatnonzero(~np.isin(x, y))
    return x[remaining], remaining


@op(
    "ListDiff",
    "x: T, y: T -> out: T, idx: out_idx=int32",
    types={"out_idx": dtypes.INDEX},
    infer=_two_vectors,
    static=["x", "y"],
    host=True,
    fold=_difference,
    grad=undefined_gradient,
)
def _list_diff(x, y):
    """The elements of x that are not in y, and their positions."""
    return _difference(x, y)


def setdiff1d(x, y, index_dtype=dtypes.int32, name=None):
    """The elements of x that are not in y, and their positions.

    index_dtype: int32 or int64, of the indices.
    """
    return _list_diff(x, y, out_idx=index_dtype, name=name)

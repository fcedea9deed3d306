"""UniqueV2, UniqueWithCountsV2: the different parts of a tensor along an axis."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import constant_value
from graphlab._src.ops.define import op, undefined_gradient


def _part_dims(op):
    """[the dims of the parts together, of their indices, of their counts]; a run refuses an axis that there is not."""
    dims, axis = op.inputs[0].dims, constant_value(op.inputs[1])
    along = None if axis is None or axis.size > 1 else int(axis.reshape(-1)[0]) if axis.size else 0
    if dims is None or along is None or not -len(dims) <= along < len(dims):
        return [None if dims is None else (None,) * len(dims), (None,), (None,)]
    along %= len(dims)
    return [(*dims[:along], None, *dims[along + 1 :]), (dims[along],), (None,)]


def _parts(x, axis):
    """(the different parts in the order in which they come, which of them each is, how often each is there)."""
    if axis.ndim != 1:
        raise ValueError("axis expects a 1D vector.")
    if axis.size > 1:
        raise ValueError("axis does not support input tensors larger than 1 elements")
    if not axis.size and x.ndim != 1:
        raise ValueError("unique expects a 1D vector.")
    along = int(axis[0]) if axis.size else 0
    if not -x.ndim <= along < x.ndim:
        raise ValueError(f"axis has to be between [0, {x.ndim})")
    parts = np.moveaxis(x, along, 0)
    places: dict[tuple[object, ...], int] = {}
    found = [places.setdefault(tuple(part), len(places)) for part in parts.reshape(len(parts), -1).tolist()]
    index = np.asarray(found, np.int64)
    first = np.unique(index, return_index=True)[1]
    return np.take(x, first, along), index, np.bincount(index, minlength=len(places))


_ALONG = {"types": {"Taxis": dtypes.INDEX, "out_idx": dtypes.INDEX}, "static": ["x", "axis"], "host": True}


@op(
    "UniqueV2",
    "x: T, axis: Taxis=int64 -> y: T, idx: out_idx=int32",
    infer=lambda op: _part_dims(op)[:2],
    fold=lambda x, axis: _parts(x, axis)[:2],
    grad=undefined_gradient,
    **_ALONG,
)
def unique_v2(x, axis):
    """The different parts of x along an axis in the order in which they come, and which of them each part is.

    axis: a vector of one number, or of none where x is a vector.
    """
    return _parts(x, axis)[:2]


@op(
    "UniqueWithCountsV2",
    "x: T, axis: Taxis=int64 -> y: T, idx: out_idx=int32, count: out_idx",
    infer=_part_dims,
    fold=_parts,
    grad=undefined_gradient,
    **_ALONG,
)
def unique_with_counts_v2(x, axis):
    """The same, and how often each part is there."""
    return _parts(x, axis)

"""sort and argsort along an axis."""

import numpy as np

from graphlab._src.graph import constant, convert_to_tensor, name_scope, static_value
from graphlab._src.ops.arg import top_k
from graphlab._src.ops.joining import concat
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import rank, shape
from graphlab._src.ops.transpose import transpose


def sort(values, axis=-1, direction="ASCENDING", name=None):
    """The elements in order along an axis.

    direction: "ASCENDING" or "DESCENDING".
    values: any shape, numeric.
    """
    with name_scope(name, "sort"):
        return _in_order(values, axis, direction, 0)


def argsort(values, axis=-1, direction="ASCENDING", stable=False, name=None):
    """The indices of the elements in sorted order along an axis; equal elements stay in their order.

    direction: "ASCENDING" or "DESCENDING".  stable: it always is.
    values: any shape, numeric.  axis: the last when left out.
    """
    with name_scope(name, "argsort"):
        return _in_order(values, axis, direction, 1)


def _in_order(values, axis, direction, which):
    if direction not in ("ASCENDING", "DESCENDING"):
        raise ValueError(f"{direction} should be one of ASCENDING, DESCENDING")
    axis = static_value(convert_to_tensor(axis, name="axis"))
    if axis is None or axis.ndim:
        raise ValueError("axis must be a constant scalar")
    values = convert_to_tensor(values, name="values")
    if direction == "DESCENDING":
        return _largest_first(values, int(axis), which)
    result = _largest_first(-values, int(axis), which)
    return result if which else -result


def _largest_first(values, axis, which):
    count = shape(values)[axis]
    axes = rank(values)
    known = None if values.dims is None else len(values.dims)
    if axis == -1 or axis + 1 == known:
        return top_k(values, count)[which]
    if known is None:
        axis = axis + axes if axis < 0 else axis
        order = concat([range_(axis), [axes - 1], range_(axis + 1, axes - 1), [axis]], axis=0)
    else:
        axis %= known
        order = constant(np.r_[0:axis, known - 1, axis + 1 : known - 1, axis], name="transposition")
    return transpose(top_k(transpose(values, order), count)[which], order)

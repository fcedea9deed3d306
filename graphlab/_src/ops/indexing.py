"""Indexing of tensors, x[1:, ..., None], and boolean_mask."""

import sys
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import Dimension
from graphlab._src.graph import Tensor, constant, convert_to_tensor, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.define import raw_ops
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.rules import product
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import reshape, shape, squeeze
from graphlab._src.ops.slicing import MASKS, strided_slice

newaxis = None
SLICE_TYPE_ERROR = (
    "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors are valid "
    "indices"
)


def _check_index(index):
    if isinstance(index, (int, np.integer, Dimension)) and not isinstance(index, (bool, np.bool_)):
        return
    dtype = getattr(index, "dtype", None)
    if dtype is not None and (dtypes.as_dtype(dtype).is_integer and (not isinstance(index, Tensor) or not index.dims)):
        return
    raise TypeError(f"{SLICE_TYPE_ERROR}, got {index!r}")


def _given(bound):
    return bound is not None and (isinstance(bound, Tensor) or bound != sys.maxsize)


def boolean_mask(tensor, mask, name="boolean_mask", axis=None):
    """The parts of a tensor where a mask holds.

    mask: bool, of a known rank and the shape of `tensor` from `axis` on.  axis: 0 when left out.
    """
    with name_scope(name, values=[tensor, mask]):
        tensor = convert_to_tensor(tensor, name="tensor")
        mask = convert_to_tensor(mask, name="mask")
        if mask.dims is None:
            raise ValueError(
                "Number of mask dimensions must be specified, even if some dimensions are None.  E.g. shape=[None] is "
                "ok, but shape=None is not."
            )
        if not mask.dims:
            raise ValueError("mask cannot be scalar.")
        axis = 0 if axis is None else axis
        end = axis + len(mask.dims)
        tensor.shape[axis:end].assert_is_compatible_with(mask.shape)
        count = raw_ops.Prod(shape(tensor)[axis:end], [0])
        dims = tensor.dims
        flat = reshape(tensor, concat([shape(tensor)[:axis], [count], shape(tensor)[end:]], 0))
        if dims is not None:
            flat.set_shape((*dims[:axis], product(dims[axis:end]), *dims[end:]))
        return gather(flat, squeeze(where(reshape(mask, [-1])), axis=[1]), axis=axis)


def getitem(tensor, key, var=None):
    """tensor[key]: key holds numbers, slices, `...`, tf.newaxis, and scalar integer tensors; or a boolean mask.

    var: the variable that the tensor is the value of; then tensor[key].assign(…) changes it.
    """
    if _is_mask(key):
        return boolean_mask(tensor, key)
    keys = list(key) if isinstance(key, (list, tuple)) else [key]
    begin, end, strides = [], [], []
    masks: dict[str, Any] = dict.fromkeys(MASKS, 0)
    for i, item in enumerate(keys):
        bit = 1 << i
        first, last, step = 0, 0, 1
        if isinstance(item, slice):
            for bound in (item.start, item.stop, item.step):
                if _given(bound):
                    _check_index(bound)
            first, last = (bound if _given(bound) else 0 for bound in (item.start, item.stop))
            masks["begin_mask"] |= 0 if _given(item.start) else bit
            masks["end_mask"] |= 0 if _given(item.stop) else bit
            step = 1 if item.step is None else item.step
        elif item is Ellipsis:
            masks["ellipsis_mask"] |= bit
        elif item is newaxis:
            masks["new_axis_mask"] |= bit
        else:
            _check_index(item)
            first, last = item, item + 1
            masks["shrink_axis_mask"] |= bit
        begin.append(first)
        end.append(last)
        strides.append(step)
    bounds: list[Any]
    with name_scope(None, "strided_slice", [tensor, *begin, *end, *strides]) as scope:
        if begin:
            bounds = [stack(begin), stack(end), stack(strides)]
            if any(bound.dtype.base_dtype is dtypes.int64 for bound in bounds):
                bounds = [cast(bound, dtypes.int64) for bound in bounds]
        else:
            bounds = [constant(np.zeros(0, np.int32))] * 3
        return strided_slice(tensor, bounds[0], bounds[1], bounds[2], name=scope, var=var, **masks)


def _is_mask(key):
    if isinstance(key, bool):
        return True
    dtype = getattr(key, "dtype", None)
    return (
        dtype is not None and isinstance(key, (Tensor, np.ndarray)) and dtypes.as_dtype(dtype).base_dtype is dtypes.bool
    )

"""Joined strings: element by element, and along axes."""

import math

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import OutOfRangeError
from graphlab._src.base.overrides import overridable
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.graph.constant import constant_value
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.rules import merge
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import rank
from graphlab._src.ops.string_bytes import each


def _joined_shape(op):
    dims = [tensor.dims for tensor in op.inputs]
    result = ()
    for d in dims:
        if d != ():  # a scalar goes with any shape
            result = d if result == () else merge(result, d, "pass strings of one shape, or scalars")
    return result


@op(
    "StringJoin",
    "inputs: N*string -> output: string",
    infer=_joined_shape,
    host=True,
    grad=no_gradient,
    minimums={"N": 1},
)
def _string_join(inputs, *, separator: bytes = b""):
    """The strings of several tensors joined, element by element; scalars go with any shape."""
    shapes = {item.shape for item in inputs if item.ndim}
    if len(shapes) > 1:
        raise ValueError(f"Input shapes do not match: {' vs. '.join(str(list(item.shape)) for item in inputs)}")
    full = np.broadcast_arrays(*inputs)
    result = np.empty(full[0].shape, object)
    result.reshape(-1)[:] = [separator.join(parts) for parts in zip(*[item.reshape(-1) for item in full], strict=True)]
    return result


@overridable
def string_join(inputs, separator="", name=None):
    """The strings of several tensors joined, element by element, with `separator` between them.

    inputs: a list of string tensors of one shape; scalars go with any.
    """
    return _string_join(inputs, separator=separator, name=name)


def _reduced_shape(op):
    dims = op.inputs[0].dims
    axes = constant_value(op.inputs[1])
    if dims is None:
        return None
    if axes is None:
        return (None,) * len(dims) if op.attrs["keep_dims"] else None
    reduced = set()
    for axis in axes.reshape(-1).tolist():
        if not -len(dims) <= axis < len(dims):
            raise ShapeError(f"Invalid reduction dimension {axis} for input with {len(dims)} dimensions.")
        reduced.add(axis % len(dims))
    if op.attrs["keep_dims"]:
        return tuple([1 if i in reduced else size for i, size in enumerate(dims)])
    return tuple([size for i, size in enumerate(dims) if i not in reduced])


@op(
    "ReduceJoin",
    "inputs: string, reduction_indices: int32 -> output: string",
    infer=_reduced_shape,
    host=True,
    grad=no_gradient,
)
def _reduce_join(inputs, reduction_indices, *, keep_dims: bool = False, separator: bytes = b""):
    """The strings along some axes joined; along the first of these axes neighbours stay together."""
    axes = []
    for axis in reduction_indices.reshape(-1).tolist():
        if not -inputs.ndim <= axis < inputs.ndim:
            message = f"Invalid reduction dimension {axis} for input with {inputs.ndim} dimension(s)"
            raise OutOfRangeError(None, None, message)
        axis %= inputs.ndim
        if axis in axes:
            raise ValueError(f"Duplicate reduction dimension {axis}")
        axes.append(axis)
    remaining = [i for i in range(inputs.ndim) if i not in axes]
    shape = [inputs.shape[i] for i in remaining]
    rows = inputs.transpose(remaining + axes[::-1]).reshape((*shape, -1) if inputs.size else (*shape, 0))
    result = np.empty(shape, object)
    for index in np.ndindex(*shape):
        result[index] = separator.join(rows[index])
    return result.reshape([1 if i in axes else size for i, size in enumerate(inputs.shape)]) if keep_dims else result


def _all_axes(inputs):
    if inputs.dims is not None:
        return constant(np.arange(len(inputs.dims) - 1, -1, -1), dtypes.int32)
    return range_(rank(inputs) - 1, -1, -1)


@overridable
def reduce_join(inputs, axis=None, keep_dims=None, separator="", name=None, reduction_indices=None, keepdims=None):
    """The strings along axes joined, all of them in row-major order when no axes are given.

    axis: a number, or several; along the first one neighbours stay together.
    keepdims: the joined axes stay, with size 1.  reduction_indices, keep_dims: old names of axis and keepdims.
    inputs: strings.  separator: the text between them.
    """
    keep = renamed("keepdims", keepdims, "keep_dims", keep_dims)
    axis = renamed("axis", axis, "reduction_indices", reduction_indices)
    with name_scope(None, "ReduceJoin", [inputs, axis]):
        inputs = convert_to_tensor(inputs)
        axis = _all_axes(inputs) if axis is None else axis
        return _reduce_join(inputs, axis, keep_dims=bool(keep), separator=separator, name=name)


def _segment_shape(op):
    dims, ids = op.inputs[0].dims, op.inputs[1].dims
    count = constant_value(op.inputs[2])
    if dims is None or ids is None:
        return None
    merge(dims[: len(ids)], ids, "segment_ids has the shape of the first axes of inputs")
    return (None if count is None else int(count), *dims[len(ids) :])


@op(
    "UnsortedSegmentJoin",
    "inputs: string, segment_ids: Tindices, num_segments: Tnumsegments=int32 -> output: string",
    types={"Tindices": dtypes.INDEX, "Tnumsegments": dtypes.INDEX},
    infer=_segment_shape,
    host=True,
    grad=no_gradient,
)
def _unsorted_segment_join(inputs, segment_ids, num_segments, *, separator: bytes = b""):
    """The strings with each segment number joined, in order; an empty string for a number that none has."""
    if inputs.shape[: segment_ids.ndim] != segment_ids.shape:
        raise ValueError("segment_ids must have the shape of the first axes of inputs")
    rest = inputs.shape[segment_ids.ndim :]
    rows = inputs.reshape((segment_ids.size, math.prod(rest)))
    parts = np.empty((int(num_segments), rows.shape[1]), object)
    for index in np.ndindex(*parts.shape):
        parts[index] = []
    for segment, row in zip(segment_ids.reshape(-1).tolist(), rows, strict=True):
        if not 0 <= segment < int(num_segments):
            raise ValueError("segment_ids are not allowed to exceed num_segments or to have negative values.")
        for column, text in enumerate(row):
            parts[segment, column].append(text)
    return each(separator.join, parts).reshape((int(num_segments), *rest))


def unsorted_segment_join(inputs, segment_ids, num_segments, separator="", name=None):
    """The strings with each segment number joined, with `separator` between them.

    segment_ids: the number of each string, of the shape of inputs' first axes.  num_segments: how many there are.
    """
    return _unsorted_segment_join(inputs, segment_ids, num_segments, separator=separator, name=name)

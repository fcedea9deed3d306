"""ragged[…]: rows of ragged tensors by index, slices, newaxis and an ellipsis."""

import numpy as np

from graphlab._src.graph import Tensor, convert_to_tensor, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.ragged.gathering import gather
from graphlab._src.ops.ragged.gathering import range as ragged_range
from graphlab._src.ops.ragged.tensor import RaggedTensor
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import shape, size

_ALL = slice(None)


def getitem(self, key):
    """The part of a ragged tensor that a key, or a tuple of one for each axis, says.

    An index selects one row; behind the first axis only slices are allowed as long as the axis is ragged. Indices and the
    ends of slices may be tensors. ValueError for an index in a ragged axis, IndexError for too many of them.
    """
    keys = list(key) if isinstance(key, (list, tuple)) else [key]
    with name_scope(None, "RaggedGetItem", [*self.components(), *_tensors_in(key)]):
        return _part(self, keys)


def _tensors_in(key):
    if isinstance(key, Tensor):
        yield key
    elif isinstance(key, (list, tuple)):
        for item in key:
            yield from _tensors_in(item)
    elif isinstance(key, slice):
        yield from _tensors_in([key.start, key.stop, key.step])


def _part(ragged, keys):
    if not keys:
        return ragged
    first, *inner = keys
    if first is Ellipsis:
        return _part(ragged, _without_ellipsis(keys, ragged.shape.ndims))
    if first is None:
        part = _part(ragged, inner)
        count = shape(part.row_splits, out_type=part.row_splits.dtype)[0]
        return RaggedTensor.from_row_splits(part, stack([0, count - 1]), validate=False)
    if isinstance(first, slice):
        return _columns(_rows(ragged, first), inner)
    starts, limits = ragged.row_splits[:-1], ragged.row_splits[1:]
    row = ragged.values[starts[first] : limits[first]]
    return row[tuple(inner)] if inner else row


def _is_all(key):
    return key.start is None and key.stop is None and key.step is None


def _rows(ragged, key):
    """The rows that a slice says."""
    if _is_all(key):
        return ragged
    splits = ragged.row_splits
    starts, limits = splits[:-1][key], splits[1:][key]
    if key.step is not None and not (isinstance(key.step, int) and key.step == 1):
        return _between(starts, limits, 1, ragged.values)
    zero = zeros([1], splits.dtype)
    # Without a row there is no start: the splits are then [0].
    splits = concat([zero[size(starts) :], starts[:1], limits], axis=0)
    values = ragged.values[splits[0] : splits[-1]]
    return RaggedTensor.from_row_splits(values, splits - splits[0], validate=False)


def _columns(ragged, keys):
    """What keys say of each row."""
    if not keys:
        return ragged
    if isinstance(ragged, Tensor):
        return ragged[(_ALL, *keys)]
    first, *inner = keys
    if first is Ellipsis:
        return _columns(ragged, _without_ellipsis(keys, ragged.values.shape.ndims))
    if first is None:
        part = _columns(ragged, inner)
        count = shape(part.row_splits, out_type=part.row_splits.dtype)[0]
        return RaggedTensor.from_row_splits(part, range_(count), validate=False)
    if not isinstance(first, slice):
        raise ValueError("Cannot index into an inner ragged dimension.")
    if not _is_all(first):
        ragged = _sliced(ragged, first)
    return ragged.with_values(_columns(ragged.values, inner))


def _sliced(ragged, key):
    """A slice of each row, as Python slices a list."""
    starts, limits = ragged.row_splits[:-1], ragged.row_splits[1:]
    is_back = key.step is not None and not isinstance(key.step, float) and key.step < 0
    if isinstance(is_back, Tensor):
        shift = cast(is_back, starts.dtype)
        low, high = starts - shift, limits - shift
        first, last = where_v2(is_back, high, low), where_v2(is_back, low, high)
    else:
        low, high = (starts - 1, limits - 1) if is_back else (starts, limits)
        first, last = (high, low) if is_back else (low, high)
    if key.start is not None:
        first = maximum(minimum(_place(key.start, starts, limits), high), low)
    if key.stop is not None:
        last = maximum(minimum(_place(key.stop, starts, limits), high), low)
    return _between(first, last, key.step, ragged.values)


def _place(offset, starts, limits):
    """Where an offset, which from -1 down counts from the end, is in each row."""
    if isinstance(offset, Tensor):
        offset = cast(offset, starts.dtype)
        return where_v2(offset >= 0, starts, limits) + offset
    if isinstance(offset, (int, np.integer)):
        return (starts if offset >= 0 else limits) + int(offset)
    raise TypeError("slice offsets must be integers or None")


def _between(starts, limits, step, values):
    """The ragged tensor of the values from starts to limits."""
    step = convert_to_tensor(1 if step is None else step, name="step")
    if not step.dtype.is_integer:
        raise TypeError("slice strides must be integers or None")
    places = ragged_range(starts, limits, cast(step, starts.dtype), row_splits_dtype=starts.dtype)
    return places.with_values(gather(values, places.values))


def _without_ellipsis(keys, ndims):
    """The keys with whole slices in place of an ellipsis in front."""
    if ndims is None:
        raise ValueError("Ellipsis not supported for unknown shape RaggedTensors")
    count = sum(key is not None for key in keys)
    if count > ndims + 1:
        raise IndexError("Too many indices for RaggedTensor")
    return keys[1:] if count == ndims + 1 else [_ALL, *keys]

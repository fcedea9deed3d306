"""frozen: read-only arrays for a graph's constants; equal uses of one array share one copy."""

import weakref
from typing import Any

import numpy as np

_ALIGNMENT = 64  # bytes; on a CPU JAX uses memory that begins at such an address without a copy
_SMALL = 1 << 14  # bytes; what is smaller is copied without looking for an earlier copy
_CHUNK = 1 << 17  # elements that are compared at once
_copies: weakref.WeakValueDictionary[Any, np.ndarray] = (
    weakref.WeakValueDictionary()
)  # where an array lay, and its form -> the last copy that was made of it


def copied(array: np.ndarray) -> np.ndarray:
    """A copy of an array that JAX can take without another one."""
    if array.dtype == object:
        return array.copy()
    if array.flags.f_contiguous and not array.flags.c_contiguous:
        return copied(array.T).T
    memory = np.empty(array.nbytes + _ALIGNMENT, np.uint8)
    begin = -memory.__array_interface__["data"][0] % _ALIGNMENT
    copy = memory[begin : begin + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


def frozen(array: np.ndarray, source: object) -> np.ndarray:
    """The array, or where it shares memory with `source`, which made it, a copy; it can't be written to.

    The array may have changed since an earlier call, and its memory may be another one's by now: an earlier copy serves
    again only where it holds the same bytes.
    """
    if isinstance(source, np.ndarray):
        # An empty array shares no memory, also with itself.
        shared = array is source or np.may_share_memory(array, source)  # pyright: ignore[reportUnknownArgumentType]
    else:
        shared = array.ndim > 0 and hasattr(source, "__array__") and not isinstance(source, (list, tuple))
    if not shared:
        array.flags.writeable = False
        return array
    if array.size > 1 and not any(array.strides):  # one value that fills a shape: it stays a view of one
        return np.broadcast_to(array[(0,) * array.ndim].copy(), array.shape)
    if array.nbytes < _SMALL:
        return _closed(copied(array))
    place = array.__array_interface__["data"][0], array.shape, array.strides, array.dtype.str
    copy = _copies.get(place)
    if copy is None or not _same_bytes(copy, array):
        copy = _copies[place] = _closed(copied(array))
    return copy


def _closed(array: np.ndarray) -> np.ndarray:
    array.flags.writeable = False
    return array


def _same_bytes(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two arrays of one shape and type hold the same bytes; NaN is what it is, and -0 is not 0."""
    if not other.flags.c_contiguous:
        if other.flags.f_contiguous:
            return _same_bytes(one.T, other.T)
        rows = max(1, _CHUNK * len(other) // other.size)
        blocks = range(0, len(other), rows)
        return all(_same_bytes(one[i : i + rows], np.ascontiguousarray(other[i : i + rows])) for i in blocks)
    wide = np.uint64 if one.nbytes % 8 == 0 else np.uint8
    first, second = (array.reshape(-1).view(np.uint8).view(wide) for array in (one, other))
    return all(np.array_equal(first[i : i + _CHUNK], second[i : i + _CHUNK]) for i in range(0, len(first), _CHUNK))

"""Reading examples: the values of their features as arrays, dense or sparse."""

import numpy as np
from google.protobuf.message import DecodeError

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import InvalidArgumentError

_LISTS = {"bytes_list": dtypes.string, "float_list": dtypes.float32, "int64_list": dtypes.int64}


def parse(kind, data):
    """The message that bytes hold; InvalidArgumentError when they hold none."""
    try:
        return kind.FromString(data)
    except DecodeError:
        shown = data.decode("utf-8", "backslashreplace")
        raise InvalidArgumentError(None, None, f"Could not parse example input, value: '{shown}'") from None


class Place:
    """Where a feature of a batch of examples is, for messages: the example's name and number, the feature's key."""

    def __init__(self, key, name="", index=0):
        self.key = key
        self.name = name
        self.index = index

    def _start(self):
        return f"Name: {self.name or '<unknown>'}, "

    def _error(self, message):
        return InvalidArgumentError(None, None, f"{self._start()}Key: {self.key}, Index: {self.index}.  {message}")

    def missing(self, dtype):
        """The error for a feature that must be there and is not."""
        wanted = f"Feature: {self.key} (data type: {dtypes.runtime_name(dtype)}) is required but could not be found."
        return InvalidArgumentError(None, None, self._start() + wanted)

    def other_type(self, found, wanted, sparse):
        """The error for values of another type."""
        found, wanted = dtypes.runtime_name(found), dtypes.runtime_name(wanted)
        if sparse:
            return self._error(f"Data types don't match. Expected type: {wanted}, Actual type: {found}")
        return self._error(f"Data types don't match. Data type: {found} but expected type: {wanted}")

    def other_count(self, dtype, count, dims):
        """The error for another number of values than the shape has."""
        name = dtypes.runtime_name(dtype)
        return self._error(
            f"Number of {name} values != expected.  Values size: {count} but output shape: {shapes.text(dims)}"
        )

    def cut_row(self, dtype, count, dims):
        """The error for a number of values that makes no whole rows."""
        return self._error(
            f"Number of {'bytes' if dtype is dtypes.string else dtypes.runtime_name(dtype)} values is not a multiple of stride length. Saw {count} values but "
            f"output shape is: {shapes.text(dims)}"
        )


class AlonePlace(Place):
    """Where a feature of a single example is, which has no name."""

    def _start(self):
        return ""

    def _error(self, message):
        return InvalidArgumentError(None, None, f"Key: {self.key}.  {message}")

    def other_count(self, dtype, count, dims):
        """The error for another number of values than the shape has."""
        return self._error("Can't parse serialized Example.")

    cut_row = other_count


class StepPlace(Place):
    """Where a feature of a sequence example is.

    what: "Context feature" or "Feature list".
    """

    def __init__(self, key, name, what, index=0):
        super().__init__(key, name, index)
        self._what = what

    def _start(self):
        return f"Name: {self.name}, "

    def missing(self, dtype):
        """The error for a feature that must be there and is not."""
        hint = (
            "  Did you mean to include it in feature_list_dense_missing_assumed_empty or feature_list_dense_defaults?"
        )
        message = f"{self._start()}{self._what} '{self.key}' is required but could not be found."
        return InvalidArgumentError(None, None, message + (hint if self._what == "Feature list" else ""))

    def other_type(self, found, wanted, sparse):
        """The error for values of another type."""
        message = f"{self._start()}{self._what}: {self.key}{f', Index: {self.index}' if self._what == 'Feature list' else ''}."
        return InvalidArgumentError(
            None,
            None,
            f"{message}  Data types don't match. Expected type: {dtypes.runtime_name(wanted)}, but the feature is "
            f"{dtypes.runtime_name(found)}",
        )

    def other_count(self, dtype, count, dims):
        """The error for another number of values than the shape has."""
        name = dtypes.runtime_name(dtype)
        return self._error(
            f"Number of {name} values != expected.  values size: {count} but output shape: {shapes.text(dims)}"
        )


def values_of(feature, dtype, place, sparse=False):
    """The values of a Feature as a vector, None when it holds none; raises when they have another type."""
    kind = feature.WhichOneof("kind") if feature is not None else None
    if kind is None:
        return None
    if _LISTS[kind] is not dtype:
        raise place.other_type(_LISTS[kind], dtype, sparse)
    return as_vector(getattr(feature, kind).value, dtype)


def as_vector(values, dtype):
    """A list as a vector of that type; strings of bytes stay what they are."""
    result = np.empty(len(values), dtype.as_numpy_dtype)
    result[:] = list(values)
    return result


def dense_rows(found, dims, default, dtype, places):
    """One array of a feature's values in all examples, with a row of shape `dims` for each.

    found: vectors, None where an example is without them.  default: for these; where the first of dims is None, what
    shorter rows are filled up with.
    """
    if dims and dims[0] is None:
        return _padded(found, dims, default, dtype, places)
    rows = np.empty((len(found), *dims), dtype.as_numpy_dtype)
    for i, values in enumerate(found):
        if values is None:
            if not default.size and np.prod(dims):
                raise places[i].missing(dtype)
            values = default
        elif values.size != np.prod(dims, dtype=int):
            raise places[i].other_count(dtype, values.size, dims)
        rows[i] = values.reshape(dims)[()]  # of a scalar string the bytes, not an array that holds them
    return rows


def _padded(found, dims, default, dtype, places):
    width = int(np.prod(dims[1:], dtype=int))
    for values, place in zip(found, places, strict=True):
        if values is not None and values.size % width:
            raise place.cut_row(dtype, values.size, dims)
    longest = max((values.size // width for values in found if values is not None), default=0)
    rows = np.full((len(found), longest * width), default.reshape(-1)[0], dtype.as_numpy_dtype)
    for row, values in zip(rows, found, strict=True):
        if values is not None:
            row[: values.size] = values
    return rows.reshape((len(found), longest, *dims[1:]))


def sparse_matrix(found, dtype):
    """Indices, values and shape of the matrix with a row of values for each example."""
    rows = [as_vector([], dtype) if values is None else values for values in found]
    sizes = [len(row) for row in rows]
    indices = np.empty((sum(sizes), 2), np.int64)
    indices[:, 0] = np.repeat(np.arange(len(rows)), sizes)
    indices[:, 1] = np.concatenate([np.arange(size) for size in sizes]) if sizes else 0
    values = np.concatenate(rows) if rows else as_vector([], dtype)
    return indices, values, np.asarray([len(rows), max(sizes, default=0)], np.int64)

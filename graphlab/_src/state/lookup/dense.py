"""DenseTable: the contents of a MutableDenseHashTable in a session, in buckets as in TensorFlow.

Keys, values and their places are those of TensorFlow's kernel, which an export shows and a checkpoint keeps: a key is in
the bucket of its hash, or the next free one by quadratic probing. Whole numbers are their own hashes.
"""

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import InternalError, InvalidArgumentError
from graphlab._src.base.signals import delayed
from graphlab._src.ops.string_hash import hash64
from graphlab._src.state.lookup.table import Table

_MASK = (1 << 64) - 1


class DenseTable(Table):
    """Values by key, single numbers, strings or variants (lists of tensors), or vectors of them.

    empty, deleted: the keys that mark buckets without a key, and those whose key was removed.
    value_dims: the shape of each value, () or (size,).  buckets: how many, a power of 2 and at least 4.
    max_load: the share of the buckets that may be filled before there are twice as many.
    """

    def __init__(self, key_dtype, value_dtype, value_dims, empty, deleted, buckets, max_load):
        super().__init__(key_dtype, value_dtype, value_dims)
        if not 0 < max_load < 1:
            raise _invalid(f"max_load_factor must be between 0 and 1, got: {max_load:g}")
        for what, dims in (("value", value_dims), ("key", empty.shape)):
            if len(dims) > 1:
                raise _invalid(f"Empty {what} must be a scalar or a vector, got shape {shapes.text(dims)}")
        if empty.shape != deleted.shape:
            both = f"{shapes.text(empty.shape)} and {shapes.text(deleted.shape)}"
            raise _invalid(f"Empty and deleted keys must have same shape, got shapes: {both}")
        self._key_dims = empty.shape
        self._key_size, self._value_size = empty.size, int(np.prod(value_dims))
        (self._empty,), (self._deleted,) = self._rows(empty[None]), self._rows(deleted[None])
        if self._empty == self._deleted:
            raise _invalid("Empty and deleted keys cannot be equal")
        self._max_load = float(np.float32(max_load))
        if buckets < 4 or buckets & buckets - 1:
            raise _invalid(f"Number of buckets must be at least 4 and a power of 2, got: {buckets}")
        self._keys, self._held = self._buckets(buckets)
        self._entries = 0  # how many of the keys are no marks

    def _buckets(self, count):
        """The keys and values of so many buckets, all of them empty."""
        nothing = {dtypes.string: b"", dtypes.variant: None}.get(self.value_dtype, 0)
        values = np.full((count, self._value_size), nothing, self.value_dtype.as_numpy_dtype)
        return [self._empty] * count, values

    def size(self):
        """How many keys there are."""
        return np.asarray(self._entries, np.int64)

    def find(self, keys, default):
        """The value of each key, the default where there is none."""
        default = _array_of(default)
        self._check_types(keys, default)
        dims = self._without_key(keys)
        if default.shape != self.value_dims:
            wanted = f"Expected shape {shapes.text(self.value_dims)} for default value"
            raise _invalid(f"{wanted}, got {shapes.text(default.shape)}")
        rows = self._checked_rows(keys)
        found = np.empty((len(rows), self._value_size), self.value_dtype.as_numpy_dtype)
        found[:] = default.reshape(-1)
        with self._lock:
            for i, key in enumerate(rows):
                self._check_mark(key)
                bucket = self._probe(self._keys, key, "lookup")
                if self._keys[bucket] == key:
                    found[i] = self._held[bucket]
        found = found.reshape((*dims, *self.value_dims))
        return found[()] if self.value_dtype is dtypes.variant else found

    def insert(self, keys, values):
        """Sets the values of keys; new ones replace old ones. An error leaves the keys before it."""
        values = _array_of(values)
        self._check_types(keys, values)
        self._check_values(values, self._without_key(keys) + self.value_dims)
        rows = self._checked_rows(keys)
        values = values.reshape(len(rows), self._value_size)
        with delayed(), self._lock:
            pending, buckets = self._entries + len(rows), len(self._keys)
            while pending > np.float32(buckets) * np.float32(self._max_load):
                buckets *= 2
            if buckets != len(self._keys):
                self._grow(buckets)
            for key, value in zip(rows, values, strict=True):
                self._check_mark(key)
                bucket = self._probe(self._keys, key, "insert", self._deleted)
                self._held[bucket] = value
                if self._keys[bucket] != key:
                    self._keys[bucket] = key
                    self._entries += 1

    def replace(self, keys, values):
        """Replaces the buckets by these, from an export."""
        self._check_types(keys, values)
        self._check_values(values, (*keys.shape[:-1], self._value_size))
        rows = self._rows(keys)
        values = values.reshape(len(rows), self._value_size).copy()
        entries = sum(key not in (self._empty, self._deleted) for key in rows)
        with delayed(), self._lock:
            self._keys, self._held, self._entries = rows, values, entries

    def remove(self, keys):
        """Forgets keys; those that are not there already do no harm."""
        self._without_key(keys)
        rows = self._checked_rows(keys)
        with delayed(), self._lock:
            for key in rows:
                self._check_mark(key)
                bucket = self._probe(self._keys, key, "remove")
                if self._keys[bucket] == key:
                    self._keys[bucket] = self._deleted
                    self._entries -= 1

    def export(self):
        """All buckets: [buckets, size of a key] and [buckets, size of a value]."""
        with self._lock:
            keys = np.empty(len(self._keys) * self._key_size, self.key_dtype.as_numpy_dtype)
            keys[:] = self._keys if not self._key_dims else [part for key in self._keys for part in key]
            return keys.reshape(-1, self._key_size), self._held.copy()

    def _grow(self, buckets):
        """Moves all keys into so many new buckets; the old ones stay when there is no memory for them."""
        keys, held = self._buckets(buckets)
        for key, value in zip(self._keys, self._held, strict=True):
            if key not in (self._empty, self._deleted):
                bucket = self._probe(keys, key, "insert")
                keys[bucket] = key
                held[bucket] = value
        self._keys, self._held = keys, held

    def _probe(self, keys, key, what, free=None):
        """The bucket of a key among `keys`, or where it has none the first that is empty or marked as `free`."""
        mask = len(keys) - 1
        bucket = self._hash(key) & mask
        for probes in range(1, len(keys) + 1):
            found = keys[bucket]
            if found == key or found == self._empty or found == free and free is not None:
                return bucket
            bucket = (bucket + probes) & mask
        raise InternalError(None, None, f"Internal error in MutableDenseHashTable {what}")

    def _hash(self, key):
        if not self._key_dims or self._key_size == 1:
            return _hash(key[0] if self._key_dims else key)
        result = 0
        for part in key:
            result ^= (_hash(part) + 0x9E3779B97F4A7800 + (result << 10) + (result >> 4)) & _MASK
        return result

    def _rows(self, keys):
        """One Python value for each key; a tuple where keys are vectors."""
        flat = keys.reshape(-1).tolist()
        if not self._key_dims:
            return flat
        size = self._key_size
        return [tuple(flat[i : i + size]) for i in range(0, len(flat), size)]

    def _checked_rows(self, keys):
        count = keys.shape[0] if keys.ndim else 1
        if keys.size != count * self._key_size:
            wanted = f"Expected key shape {shapes.text((count, *self._key_dims))}"
            raise _invalid(f"{wanted} got {shapes.text(keys.shape)}")
        return self._rows(keys)

    def _without_key(self, keys):
        """The shape of the keys without that of each of them."""
        own = len(self._key_dims)
        if keys.shape[keys.ndim - own :] != self._key_dims and not (
            own and keys.ndim == 1 and keys.shape == self._key_dims
        ):
            has, wanted = shapes.text(keys.shape), shapes.text(self._key_dims)
            raise _invalid(f"Input key shape {has} must end with the table's key shape {wanted}")
        return keys.shape[: keys.ndim - own]

    def _check_mark(self, key):
        for mark, name in ((self._empty, "empty_key"), (self._deleted, "deleted_key")):
            if key == mark:
                raise _invalid(f"Using the {name} as a table key is not allowed")

    def _check_values(self, values, wanted):
        if values.shape != wanted:
            raise _invalid(f"Expected shape {shapes.text(wanted)} for value, got {shapes.text(values.shape)}")


def _array_of(values):
    """The values as an array; a single variant is no array where it flows between operations."""
    if hasattr(values, "dtype"):
        return values
    array = np.empty((), object)
    array[()] = values
    return array


def _hash(part):
    return hash64(part) if isinstance(part, bytes) else int(part) & _MASK


def _invalid(message):
    return InvalidArgumentError(None, None, message)

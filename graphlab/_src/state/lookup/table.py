"""Table: the contents of a lookup table in a session."""

import threading

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import AbortedError, FailedPreconditionError, InvalidArgumentError, explain


class Table:
    """Values by key; many runs may use it at once.

    value_dims: the shape of each value.  fixed: it is filled once, and a lookup before that is an error.
    """

    def __init__(self, key_dtype, value_dtype, value_dims=(), fixed=False):
        self.key_dtype = key_dtype
        self.value_dtype = value_dtype
        self.value_dims = value_dims
        self.fixed = fixed
        self._values = {}
        self._filled = not fixed
        self._lock = threading.Lock()

    def size(self):
        """How many keys there are."""
        return np.asarray(len(self._values), np.int64)

    def find(self, keys, default):
        """The value of each key, the default where there is none."""
        self._check_filled()
        self._check_types(keys, default)
        if default.shape != self.value_dims:
            wanted = f"Expected shape {shapes.text(self.value_dims)} for default value"
            raise InvalidArgumentError(None, None, f"{wanted}, got {shapes.text(default.shape)}")
        missing = default[()]
        with self._lock:
            get = self._values.get
            found = [get(key, missing) for key in keys.reshape(-1).tolist()]
        return self._stacked(found).reshape((*keys.shape, *self.value_dims))

    def insert(self, keys, values):
        """Sets the values of keys; new ones replace old ones."""
        self._check_pairs(keys, values)
        with self._lock:
            self._values.update(self._pairs(keys, values))

    def replace(self, keys, values):
        """Forgets everything else and sets the values of keys. A fixed table is filled."""
        self._check_pairs(keys, values)
        if self.fixed:
            self._fill(keys, values)
        else:
            with self._lock:
                self._values = dict(self._pairs(keys, values))

    def remove(self, keys):
        """Forgets keys; those that are not there already do no harm."""
        with self._lock:
            for key in keys.reshape(-1).tolist():
                self._values.pop(key, None)

    def export(self):
        """All keys and their values."""
        if not self._filled:
            raise AbortedError(None, None, "HashTable is not initialized.")
        with self._lock:
            keys, values = list(self._values), list(self._values.values())
        result = np.empty(len(keys), self.key_dtype.as_numpy_dtype)
        result[:] = keys
        return result, self._stacked(values)

    def _fill(self, keys, values):
        with self._lock:
            if self._filled:
                if keys.size != len(self._values):  # as many keys count as the same, as in TensorFlow
                    raise FailedPreconditionError(None, None, "Table was already initialized with different data.")
                return
        filled = {}
        for key, value in self._pairs(keys, values):
            if filled.setdefault(key, value) != value:
                raise FailedPreconditionError(
                    None,
                    None,
                    f"HashTable has different value for same key. Key {_text(key)} has {_text(filled[key])} and trying "
                    f"to add value {_text(value)}",
                )
        with self._lock:
            if not self._filled:
                self._values = filled
                self._filled = True

    def _pairs(self, keys, values):
        rows = values.reshape((keys.size, *self.value_dims))
        return zip(keys.reshape(-1).tolist(), rows if self.value_dims else rows.tolist(), strict=True)

    def _stacked(self, values):
        result = np.empty((len(values), *self.value_dims), self.value_dtype.as_numpy_dtype)
        if values:
            result[:] = values
        return result

    def _check_filled(self):
        if not self._filled:
            raise FailedPreconditionError(
                None, None, explain("Table not initialized.", fix="sess.run(tf.tables_initializer())")
            )

    def _check_pairs(self, keys, values):
        self._check_types(keys, values)
        if values.shape != keys.shape + self.value_dims:
            wanted = f"Expected shape {shapes.text(keys.shape + self.value_dims)} for value"
            raise InvalidArgumentError(None, None, f"{wanted}, got {shapes.text(values.shape)}")

    def _check_types(self, keys, values):
        found = dtypes.as_dtype(keys.dtype), self._kind(values)
        if found != (self.key_dtype, self.value_dtype):
            has, wants = (
                ", ".join(["resource", *map(dtypes.runtime_name, kinds)])
                for kinds in (found, (self.key_dtype, self.value_dtype))
            )
            raise InvalidArgumentError(None, None, f"Signature mismatch, have: {has}-> expected: {wants}->")

    def _kind(self, values):
        """The dtype of values. Arrays of texts and of variants are arrays of objects to NumPy."""
        if values.dtype == object and self.value_dtype is dtypes.variant:
            return dtypes.string if any(isinstance(value, bytes) for value in values.flat) else dtypes.variant
        return dtypes.as_dtype(values.dtype)


def _text(item):
    return item.decode("utf-8", "backslashreplace") if isinstance(item, bytes) else str(item)

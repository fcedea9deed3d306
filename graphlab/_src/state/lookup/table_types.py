"""TableTypes: the types of keys and values, which a table and its initializer both have."""

from graphlab._src.base import dtypes


class TableTypes:
    """The types of a table's keys and values."""

    def __init__(self, key_dtype, value_dtype):
        self._key_dtype = dtypes.as_dtype(key_dtype).base_dtype
        self._value_dtype = dtypes.as_dtype(value_dtype).base_dtype

    @property
    def key_dtype(self):
        """The type of the keys."""
        return self._key_dtype

    @property
    def value_dtype(self):
        """The type of the values."""
        return self._value_dtype

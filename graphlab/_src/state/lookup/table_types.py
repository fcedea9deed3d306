"""TableTypes: the types of keys and values, which a table and its initializer both have."""

from graphlab._src.base import dtypes
from graphlab._src.graph.attributes import attribute


class TableTypes:
    """The types of a table's keys and values."""

    def __init__(self, key_dtype, value_dtype):
        self._key_dtype = dtypes.as_dtype(key_dtype).base_dtype
        self._value_dtype = dtypes.as_dtype(value_dtype).base_dtype

    key_dtype = attribute("_key_dtype", "The type of the keys.")
    value_dtype = attribute("_value_dtype", "The type of the values.")

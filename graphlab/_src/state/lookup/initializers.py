"""Initializers of tables: from tensors of keys and values, or the lines of a text file."""

from graphlab._src.base import dtypes
from graphlab._src.graph import GraphKeys, Tensor, convert_to_tensor, name_scope
from graphlab._src.graph.constant import is_constant
from graphlab._src.graph.scopes import add_to_collection
from graphlab._src.state.lookup import text_file
from graphlab._src.state.lookup.ops import initialize_table_from_text_file, lookup_table_import
from graphlab._src.state.lookup.table_types import TableTypes
from graphlab._src.state.trackable import Trackable
from graphlab._src.state.trackable_resources import TrackableAsset


class TableInitializerBase(TableTypes, Trackable):
    """Base class of initializers: initialize(table) returns the operation that fills the table."""

    @property
    def _shared_name(self):
        """The name under which tables with the same contents are one table; "" for a table of its own."""
        return ""

    def initialize(self, table):
        """The operation that fills a table; TypeError when its types are others."""
        raise NotImplementedError

    def _check_types(self, table):
        if self._key_dtype != table.key_dtype:
            raise TypeError(f"Invalid key dtype, expected {table.key_dtype} but got {self._key_dtype}.")
        if self._value_dtype != table.value_dtype:
            raise TypeError(f"Invalid value dtype, expected {table.value_dtype} but got {self._value_dtype}.")


class KeyValueTensorInitializer(TableInitializerBase):
    """Fills a table with the elements of two tensors of the same shape.

    key_dtype, value_dtype: what keys and values are converted to.
    """

    def __init__(self, keys, values, key_dtype=None, value_dtype=None, name=None):
        self._keys = convert_to_tensor(keys, dtype=key_dtype, name="keys")
        self._values = convert_to_tensor(values, dtype=value_dtype, name="values")
        self._name = "key_value_init" if name is None else name
        super().__init__(self._keys.dtype, self._values.dtype)

    def initialize(self, table):
        """The operation that fills a table, which is also added to the collection TABLE_INITIALIZERS."""
        self._check_types(table)
        with name_scope(self._name, values=[table.resource_handle, self._keys, self._values]):
            init = lookup_table_import(table.resource_handle, self._keys, self._values)
        add_to_collection(GraphKeys.TABLE_INITIALIZERS, init)
        return init


class TextFileIndex:
    """The parts of a line that TextFileInitializer can read, besides the number of a column."""

    WHOLE_LINE = text_file.WHOLE_LINE
    LINE_NUMBER = text_file.LINE_NUMBER


class TextFileInitializer(TableInitializerBase):
    """Fills a table with the lines of a text file.

    key_index, value_index: the number of a column, TextFileIndex.WHOLE_LINE or TextFileIndex.LINE_NUMBER.
    vocab_size: how many lines to read, all when left out.  delimiter: the text between columns.
    filename: a string scalar.  key_dtype, value_dtype: the dtypes of keys and values.
    """

    def __init__(
        self, filename, key_dtype, key_index, value_dtype, value_index, vocab_size=None, delimiter="\t", name=None
    ):
        if not isinstance(filename, Tensor) and not filename:
            raise ValueError(f"Filename required for {name}.")
        super().__init__(key_dtype, value_dtype)
        self._check_columns(key_index, value_index)
        if vocab_size is not None and vocab_size <= 0:
            raise ValueError(f"Invalid vocab_size {vocab_size}.")
        self._filename = filename
        self._columns = key_index, value_index
        self._vocab_size = vocab_size
        self._delimiter = delimiter
        self._name = name
        self._asset = self._track_trackable(TrackableAsset(filename), "_filename").asset_path
        self._asset.get_shape().assert_has_rank(0)

    def _check_columns(self, key_index, value_index):
        key, value = self._key_dtype, self._value_dtype
        if key_index < -2:
            raise ValueError(f"Invalid key index {key_index}.")
        if key_index == TextFileIndex.LINE_NUMBER and key != dtypes.int64:
            raise ValueError(f"Signature mismatch. Keys must be dtype {dtypes.int64}, got {key}.")
        if key_index == TextFileIndex.WHOLE_LINE and not key.is_integer and key != dtypes.string:
            raise ValueError(f"Signature mismatch. Keys must be integer or string, got {key}.")
        if value_index < -2:
            raise ValueError(f"Invalid value index {value_index}.")
        if value_index == TextFileIndex.LINE_NUMBER and value != dtypes.int64:
            raise ValueError(f"Signature mismatch. Values must be dtype {dtypes.int64}, got {value}.")
        if value_index == TextFileIndex.WHOLE_LINE and value != dtypes.string:
            raise ValueError(f"Signature mismatch. Values must be dtype {dtypes.string}, got {value}.")

    @property
    def _shared_name(self):
        size = f"{self._vocab_size}_" if self._vocab_size else ""
        return f"hash_table_{self._filename}_{size}{self._columns[0]}_{self._columns[1]}"

    def initialize(self, table):
        """The operation that fills a table, which is also added to the collection TABLE_INITIALIZERS."""
        self._check_types(table)
        with name_scope(self._name, "text_file_init", [table.resource_handle]):
            init = initialize_table_from_text_file(
                table.resource_handle,
                self._asset,
                key_index=self._columns[0],
                value_index=self._columns[1],
                vocab_size=-1 if self._vocab_size is None else self._vocab_size,
                delimiter=self._delimiter,
            )
        add_to_collection(GraphKeys.TABLE_INITIALIZERS, init)
        if is_constant(self._asset.op):
            add_to_collection(GraphKeys.ASSET_FILEPATHS, self._asset)
        return init


class TextFileStringTableInitializer(TextFileInitializer):
    """Fills a table with the strings of a text file by number: the line's, unless said otherwise."""

    def __init__(
        self,
        filename,
        key_column_index=TextFileIndex.LINE_NUMBER,
        value_column_index=TextFileIndex.WHOLE_LINE,
        vocab_size=None,
        delimiter="\t",
        name="text_file_string_table_init",
    ):
        columns = dtypes.int64, key_column_index, dtypes.string, value_column_index
        super().__init__(filename, *columns, vocab_size, delimiter, name)


class TextFileIdTableInitializer(TextFileInitializer):
    """Fills a table with numbers, those of the lines unless said otherwise, by the strings of a text file."""

    def __init__(
        self,
        filename,
        key_column_index=TextFileIndex.WHOLE_LINE,
        value_column_index=TextFileIndex.LINE_NUMBER,
        vocab_size=None,
        delimiter="\t",
        name="text_file_id_table_init",
        key_dtype=dtypes.string,
    ):
        columns = key_dtype, key_column_index, dtypes.int64, value_column_index
        super().__init__(filename, *columns, vocab_size, delimiter, name)

"""Vocabularies: tables from words to ids, with buckets for other words, and from ids to words."""

from collections import namedtuple

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, convert_to_tensor, name_scope, static_value
from graphlab._src.ops.arithmetic import add
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import not_equal
from graphlab._src.ops.control_flow.grouping import no_op
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import size as size_of
from graphlab._src.ops.string_hash import (
    string_to_hash_bucket,
    string_to_hash_bucket_fast,
    string_to_hash_bucket_strong,
)
from graphlab._src.ops.string_numbers import as_string
from graphlab._src.state.lookup.initializers import (
    KeyValueTensorInitializer,
    TextFileIdTableInitializer,
    TextFileIndex,
    TextFileStringTableInitializer,
)
from graphlab._src.state.lookup.static import LookupInterface, StaticHashTable, values_of

HasherSpec = namedtuple("HasherSpec", ["hasher", "key"])
FastHashSpec = HasherSpec("fasthash", None)


class StrongHashSpec(HasherSpec):
    """A hash with a key, for which collisions cannot be made without the key.

    key: two integers.
    """

    __slots__ = ()

    def __new__(cls, key):
        if len(key) != 2:
            raise ValueError(f"key must have size 2, got {len(key)}.")
        if not all(isinstance(part, (int, np.integer)) for part in key):
            raise TypeError(f"Invalid key {key}. Must be unsigned integer values.")
        return super().__new__(cls, "stronghash", key)


def _bucket_function(spec):
    if spec.hasher == "fasthash":
        return string_to_hash_bucket_fast
    if spec.hasher == "legacy":
        return string_to_hash_bucket
    if spec.hasher == "stronghash":
        return lambda *args, **more: string_to_hash_bucket_strong(*args, key=spec.key, **more)
    raise ValueError(f"Unknown hasher {spec.hasher}")


def _check_id_table(table, key_dtype):
    supported = dtypes.int64, dtypes.string
    if table.key_dtype not in supported:
        raise TypeError(f"Invalid key dtype, expected one of {supported}, but got {table.key_dtype}.")
    if table.key_dtype.is_integer != key_dtype.is_integer:
        wanted = "integer" if key_dtype.is_integer else "non-integer"
        raise TypeError(f"Invalid key dtype, expected {wanted} but got {table.key_dtype}.")
    if table.value_dtype != dtypes.int64:
        raise TypeError(f"Invalid value dtype, expected {dtypes.int64} but got {table.value_dtype}.")


class IdTableWithHashBuckets(LookupInterface):
    """The ids of a table's keys, and for other keys the number of a bucket, counted on from there.

    table: with int64 values; None for buckets alone.  num_oov_buckets: how many buckets.  hasher_spec: which hash.
    key_dtype: of the keys; the table's when left out.
    """

    def __init__(self, table, num_oov_buckets, hasher_spec=FastHashSpec, name=None, key_dtype=None):
        name = name.rstrip("/") if name else name
        if table is not None:
            key_dtype = table.key_dtype if key_dtype is None else key_dtype
            _check_id_table(table, key_dtype)
            name = name or table.name
        else:
            if num_oov_buckets <= 0:
                raise ValueError("oov_buckets must be > 0 if no table is supplied.")
            key_dtype = dtypes.string if key_dtype is None else key_dtype
            name = name or "hash_bucket"
        if not key_dtype.is_integer and key_dtype != dtypes.string:
            raise TypeError(f"Invalid key_dtype, expected integer or string, got {key_dtype}.")
        if not isinstance(hasher_spec, HasherSpec):
            raise TypeError(f"hasher_spec must be of type HasherSpec, got {hasher_spec}")
        super().__init__(key_dtype, dtypes.int64)
        self._table = table
        self._buckets = num_oov_buckets
        self._hasher_spec = hasher_spec
        self._table_name = name.split("/")[-1]
        if isinstance(table, StaticHashTable):
            self._track_trackable(table._initializer, "_initializer")

    def _create_resource(self):
        return None if self._table is None else self._table._create_resource()

    def _initialize(self):
        return None if self._table is None else self._table._initialize()

    @property
    def initializer(self):
        """The operation that fills the table."""
        if self._table is not None:
            return self._table.initializer
        with name_scope(None, "init"):
            return no_op()

    @property
    def init(self):
        """The operation that fills the table."""
        return self.initializer

    @property
    def resource_handle(self):
        """The tensor of the table's handle, None when there are buckets alone."""
        return None if self._table is None else self._table.resource_handle

    @property
    def name(self):
        """The last part of its name."""
        return self._table_name

    def size(self, name=None):
        """How many ids there are, buckets included."""
        with name_scope(name, f"{self.name}_Size"):
            size = convert_to_tensor(0, dtype=dtypes.int64) if self._table is None else self._table.size()
            return size + self._buckets

    def lookup(self, keys, name=None):
        """The id of each key.

        keys: a tensor, or a SparseTensor, whose result is a SparseTensor.  TypeError when they have another type.
        """
        self._check_keys(keys)

        def find(values):
            if self._table is not None and self._table.key_dtype == dtypes.int64:
                values = cast(values, dtypes.int64)
            if self._table is not None and not self._buckets:
                return self._table.lookup(values, name=name)
            with name_scope(name, f"{self.name}_Lookup"):
                return self._with_buckets(values)

        return values_of(keys, find)

    def _with_buckets(self, values):
        texts = values if values.dtype.base_dtype == dtypes.string else as_string(values)
        buckets = _bucket_function(self._hasher_spec)(texts, num_buckets=self._buckets, name="hash_bucket")
        if self._table is None:
            return buckets
        ids = self._table.lookup(values)
        buckets = add(buckets, self._table.size())
        return where_v2(not_equal(ids, self._table.default_value), ids, buckets)


class StaticVocabularyTable(IdTableWithHashBuckets):
    """The ids of words, and for other words the number of a bucket, counted on from there.

    initializer: of the ids; None for buckets alone.  num_oov_buckets: how many buckets.
    lookup_key_dtype: of the keys; the initializer's when left out.
    """

    def __init__(self, initializer, num_oov_buckets, lookup_key_dtype=None, name=None):
        if num_oov_buckets <= 0:
            raise ValueError("oov_buckets must be > 0.")
        table = None
        if initializer:
            _check_id_table(initializer, lookup_key_dtype or initializer.key_dtype)
            table = StaticHashTable(initializer, default_value=-1)
        super().__init__(
            table, num_oov_buckets, name=name, key_dtype=lookup_key_dtype if initializer else dtypes.string
        )


def _check_vocabulary(file, buckets, size):
    if file is None or isinstance(file, str) and not file:
        raise ValueError("vocabulary_file must be specified and must not be empty.")
    if buckets < 0:
        raise ValueError(f"num_oov_buckets must be greater or equal than 0, got {buckets}.")
    if size is not None and size < 1:
        shown = (static_value(file) or "?") if isinstance(file, Tensor) else file
        raise ValueError(f"vocab_size must be greater than 0, got {size}. vocabulary_file: {shown}")


def index_table_from_file(
    vocabulary_file=None,
    num_oov_buckets=0,
    vocab_size=None,
    default_value=-1,
    hasher_spec=FastHashSpec,
    key_dtype=dtypes.string,
    name=None,
    key_column_index=TextFileIndex.WHOLE_LINE,
    value_column_index=TextFileIndex.LINE_NUMBER,
    delimiter="\t",
):
    """A table of the numbers of a text file's lines.

    num_oov_buckets: buckets for other words; without any they get default_value.  vocab_size: how many lines to take.
    """
    _check_vocabulary(vocabulary_file, num_oov_buckets, vocab_size)
    if not key_dtype.is_integer and key_dtype.base_dtype != dtypes.string:
        raise TypeError("Only integer and string keys are supported.")
    with name_scope(name, "string_to_index"):
        with name_scope(None, "hash_table"):
            contents = TextFileIdTableInitializer(
                vocabulary_file,
                key_column_index,
                value_column_index,
                vocab_size,
                delimiter,
                name="table_init",
                key_dtype=dtypes.int64 if key_dtype.is_integer else key_dtype,
            )
            table = StaticHashTable(contents, default_value)
        return _with_buckets(table, num_oov_buckets, hasher_spec, key_dtype)


def index_table_from_tensor(
    vocabulary_list,
    num_oov_buckets=0,
    default_value=-1,
    hasher_spec=FastHashSpec,
    dtype=dtypes.string,
    name=None,
):
    """A table of the positions of words in a vector.

    num_oov_buckets: buckets for other words; without any they get default_value.
    """
    if vocabulary_list is None:
        raise ValueError("vocabulary_list must be specified.")
    if num_oov_buckets < 0:
        raise ValueError(f"num_oov_buckets must be greater or equal than 0, got {num_oov_buckets}.")
    if not dtype.is_integer and dtype.base_dtype != dtypes.string:
        raise TypeError("Only integer and string keys are supported.")
    with name_scope(name, "string_to_index"):
        keys = convert_to_tensor(vocabulary_list)
        if keys.dtype.is_integer != dtype.is_integer:
            raise ValueError(f"Expected {'integer' if dtype.is_integer else 'non-integer'}, got {keys.dtype}.")
        if not dtype.is_integer and keys.dtype.base_dtype != dtype:
            raise ValueError(f"Expected {dtype}, got {keys.dtype}.")
        values = cast(range_(size_of(keys)), dtypes.int64)
        with name_scope(None, "hash_table"):
            keys = cast(keys, dtypes.int64) if keys.dtype.is_integer else keys
            contents = KeyValueTensorInitializer(keys, values, keys.dtype.base_dtype, dtypes.int64, name="table_init")
            table = StaticHashTable(contents, default_value)
        return _with_buckets(table, num_oov_buckets, hasher_spec, dtype)


def _with_buckets(table, buckets, hasher_spec, key_dtype):
    return IdTableWithHashBuckets(table, buckets, hasher_spec, key_dtype=key_dtype) if buckets else table


def index_to_string_table_from_file(
    vocabulary_file,
    vocab_size=None,
    default_value="UNK",
    name=None,
    key_column_index=TextFileIndex.LINE_NUMBER,
    value_column_index=TextFileIndex.WHOLE_LINE,
    delimiter="\t",
):
    """A table of a text file's lines by number."""
    _check_vocabulary(vocabulary_file, 0, vocab_size)
    with name_scope(name, "index_to_string"):
        contents = TextFileStringTableInitializer(
            vocabulary_file, key_column_index, value_column_index, vocab_size, delimiter, name="table_init"
        )
        return StaticHashTable(contents, default_value)


def index_to_string_table_from_tensor(vocabulary_list, default_value="UNK", name=None):
    """A table of a vector's words by position."""
    if vocabulary_list is None:
        raise ValueError("vocabulary_list must be specified.")
    with name_scope(name, "index_to_string"):
        words = convert_to_tensor(vocabulary_list, dtypes.string)
        keys = cast(range_(size_of(words)), dtypes.int64)
        contents = KeyValueTensorInitializer(keys, words, dtypes.int64, dtypes.string, name="table_init")
        return StaticHashTable(contents, default_value)

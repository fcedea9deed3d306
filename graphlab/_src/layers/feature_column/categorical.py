"""Columns of ids: hashes, places in a vocabulary, or the numbers themselves."""

import collections

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.io import file_system
from graphlab._src.io.file_io import GFile
from graphlab._src.layers.feature_column.column import CategoricalColumn
from graphlab._src.layers.feature_column.features import as_sparse_ids, check_key, check_string_or_int
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_greater_equal, assert_less
from graphlab._src.ops.constants import fill
from graphlab._src.ops.identity import identity
from graphlab._src.ops.logical import logical_or
from graphlab._src.ops.parsing.features import VarLenFeature
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.shape import shape
from graphlab._src.ops.string_hash import string_to_hash_bucket_fast
from graphlab._src.ops.string_numbers import as_string
from graphlab._src.state.lookup.vocabulary import index_table_from_file, index_table_from_tensor


class _OfKey(CategoricalColumn):
    """A column of ids made of one feature of strings or whole numbers."""

    key: str
    dtype: dtypes.DType

    @property
    def name(self):
        """The key."""
        return self.key

    @property
    def parse_example_spec(self):
        """A VarLenFeature."""
        return {self.key: VarLenFeature(self.dtype)}

    def _transform_feature(self, inputs):
        sparse = as_sparse_ids(inputs.get(self.key))
        if self.dtype.is_integer != sparse.dtype.is_integer:
            raise ValueError(
                "Column dtype and SparseTensors dtype must be compatible. "
                f"key: {self.key}, column dtype: {self.dtype}, tensor dtype: {sparse.dtype}"
            )
        check_string_or_int(sparse.dtype, f"column_name: {self.key} input_tensor")
        return self._ids(sparse, inputs.state_manager)

    def _ids(self, sparse, state_manager):
        raise NotImplementedError

    def _looked_up(self, sparse, state_manager, make_table, **options):
        """The places of values in a table that is made for them, which the StateManager has from then on."""
        kind = self.dtype
        if sparse.dtype.is_integer:
            kind = dtypes.int64
            sparse = SparseTensor(sparse.indices, cast(sparse.values, dtypes.int64), sparse.dense_shape)
        name = f"{self.key}_lookup"
        table = make_table(key_dtype=kind, name=name, **options)
        if state_manager is not None:
            state_manager.add_resource(self, name, table)
        return table.lookup(sparse)


class HashedCategoricalColumn(_OfKey, collections.namedtuple("HashedCategoricalColumn", "key hash_bucket_size dtype")):
    """Hashes of strings, or of whole numbers as strings."""

    @property
    def num_buckets(self):
        """How many hashes there are."""
        return self.hash_bucket_size

    def _ids(self, sparse, state_manager):
        texts = sparse.values if self.dtype is dtypes.string else as_string(sparse.values)
        ids = string_to_hash_bucket_fast(texts, self.hash_bucket_size, name="lookup")
        return SparseTensor(sparse.indices, ids, sparse.dense_shape)


class VocabularyFileCategoricalColumn(
    _OfKey,
    collections.namedtuple(
        "VocabularyFileCategoricalColumn",
        "key vocabulary_file vocabulary_size num_oov_buckets dtype default_value",
    ),
):
    """The lines of a file at which values are."""

    @property
    def num_buckets(self):
        """Lines, and hashes of what is in none."""
        return self.vocabulary_size + self.num_oov_buckets

    def _ids(self, sparse, state_manager):
        return self._looked_up(
            sparse,
            state_manager,
            index_table_from_file,
            vocabulary_file=self.vocabulary_file,
            num_oov_buckets=self.num_oov_buckets,
            vocab_size=self.vocabulary_size,
            default_value=self.default_value,
        )


def _table_of_list(key_dtype, **options):
    return index_table_from_tensor(dtype=key_dtype, **options)


class VocabularyListCategoricalColumn(
    _OfKey,
    collections.namedtuple(
        "VocabularyListCategoricalColumn", "key vocabulary_list dtype default_value num_oov_buckets"
    ),
):
    """The places of values in a list."""

    @property
    def num_buckets(self):
        """Places, and hashes of what is at none."""
        return len(self.vocabulary_list) + self.num_oov_buckets

    def _ids(self, sparse, state_manager):
        return self._looked_up(
            sparse,
            state_manager,
            _table_of_list,
            vocabulary_list=tuple(self.vocabulary_list),
            default_value=self.default_value,
            num_oov_buckets=self.num_oov_buckets,
        )


class IdentityCategoricalColumn(
    CategoricalColumn, collections.namedtuple("IdentityCategoricalColumn", "key number_buckets default_value")
):
    """Whole numbers that are ids themselves."""

    name = attribute("key", "The key.")
    num_buckets = attribute("number_buckets", "How many ids there are.")

    @property
    def parse_example_spec(self):
        """A VarLenFeature."""
        return {self.key: VarLenFeature(dtypes.int64)}

    def _transform_feature(self, inputs):
        sparse = as_sparse_ids(inputs.get(self.key))
        if not sparse.dtype.is_integer:
            raise ValueError(f"Invalid input, not integer. key: {self.key} dtype: {sparse.dtype}")
        values = cast(sparse.values, dtypes.int64, name="values")
        count = cast(self.num_buckets, dtypes.int64, name="num_buckets")
        zero = cast(0, dtypes.int64, name="zero")
        if self.default_value is None:
            large = f'Bucket index for categorical column "{self.name}" exceeds number of buckets'
            negative = f'Negative bucket index for categorical column "{self.name}"'
            checks = [
                assert_less(values, count, data=(values, count), message=large, name="assert_less_than_num_buckets"),
                assert_greater_equal(values, zero, data=(values,), message=negative, name="assert_greater_or_equal_0"),
            ]
            with control_dependencies(checks):
                values = identity(values)
        else:
            outside = logical_or(values < zero, values >= count, name="out_of_range")
            default = fill(shape(values), cast(self.default_value, dtypes.int64), name="default_values")
            values = where_v2(outside, default, values)
        return SparseTensor(sparse.indices, values, sparse.dense_shape)


def categorical_column_with_hash_bucket(key, hash_bucket_size, dtype=dtypes.string):
    """A column of the hashes of a feature, below hash_bucket_size.

    dtype: of the feature, strings or whole numbers.
    key: the feature.  hash_bucket_size: the number of hashes.
    """
    if hash_bucket_size is None:
        raise ValueError(f"hash_bucket_size must be set. key: {key}")
    if hash_bucket_size < 1:
        raise ValueError(f"hash_bucket_size must be at least 1. hash_bucket_size: {hash_bucket_size}, key: {key}")
    check_key(key)
    check_string_or_int(dtype, f"column_name: {key}")
    return HashedCategoricalColumn(key, hash_bucket_size, dtype)


def _check_buckets(num_oov_buckets, has_default, key):
    if num_oov_buckets and has_default:
        raise ValueError(f"Can't specify both num_oov_buckets and default_value in {key}.")
    if num_oov_buckets and num_oov_buckets < 0:
        raise ValueError(f"Invalid num_oov_buckets {num_oov_buckets} in {key}.")


def categorical_column_with_vocabulary_file(
    key, vocabulary_file, vocabulary_size=None, num_oov_buckets=0, default_value=None, dtype=dtypes.string
):
    """A column of the lines of a file at which values are.

    vocabulary_size: how many lines count, all when left out.  num_oov_buckets: how many hashes there are for the rest.
    default_value: the id of the rest, -1 when left out, which counts for nothing.
    """
    if not vocabulary_file:
        raise ValueError(f"Missing vocabulary_file in {key}.")
    if vocabulary_size is None:
        if not file_system.exists(vocabulary_file):
            raise ValueError(f"vocabulary_file in {key} does not exist.")
        with GFile(vocabulary_file) as file:
            vocabulary_size = sum(1 for _ in file)
    if vocabulary_size < 1:
        raise ValueError(f"Invalid vocabulary_size in {key}.")
    _check_buckets(num_oov_buckets, default_value is not None, key)
    check_string_or_int(dtype, f"column_name: {key}")
    check_key(key)
    default_value = -1 if default_value is None else default_value
    return VocabularyFileCategoricalColumn(
        key, vocabulary_file, vocabulary_size, num_oov_buckets or 0, dtype, default_value
    )


def categorical_column_with_vocabulary_file_v2(
    key, vocabulary_file, vocabulary_size=None, dtype=dtypes.string, default_value=None, num_oov_buckets=0
):
    """categorical_column_with_vocabulary_file with the arguments in TensorFlow 2's order."""
    return categorical_column_with_vocabulary_file(
        key, vocabulary_file, vocabulary_size, num_oov_buckets, default_value, dtype
    )


def categorical_column_with_vocabulary_list(key, vocabulary_list, dtype=None, default_value=-1, num_oov_buckets=0):
    """A column of the places of values in a list.

    num_oov_buckets: how many hashes there are for what is not in it.  default_value: the id of that otherwise; -1
    counts for nothing.
    key: the feature.  vocabulary_list: the values.  dtype: strings or whole numbers; that of the list when None.
    """
    if vocabulary_list is None or len(vocabulary_list) < 1:
        raise ValueError(f"vocabulary_list {vocabulary_list} must be non-empty, column_name: {key}")
    if len(set(vocabulary_list)) != len(vocabulary_list):
        raise ValueError(f"Duplicate keys in vocabulary_list {vocabulary_list}, column_name: {key}")
    kind = np.array(vocabulary_list).dtype
    found = dtypes.string if kind.kind in "USO" else dtypes.as_dtype(kind)
    _check_buckets(num_oov_buckets, default_value != -1, key)
    check_string_or_int(found, f"column_name: {key} vocabulary")
    if dtype is None:
        dtype = found
    elif dtype.is_integer != found.is_integer:
        raise ValueError(f"dtype {dtype} and vocabulary dtype {found} do not match, column_name: {key}")
    check_string_or_int(dtype, f"column_name: {key}")
    check_key(key)
    return VocabularyListCategoricalColumn(key, tuple(vocabulary_list), dtype, default_value, num_oov_buckets)


def categorical_column_with_identity(key, num_buckets, default_value=None):
    """A column of whole numbers below num_buckets that are ids themselves.

    default_value: the id of what is outside; a run fails when it is left out.
    """
    if num_buckets < 1:
        raise ValueError(f"num_buckets {num_buckets} < 1, column_name {key}")
    if default_value is not None and not 0 <= default_value < num_buckets:
        raise ValueError(f"default_value {default_value} not in range [0, {num_buckets}), column_name {key}")
    check_key(key)
    return IdentityCategoricalColumn(key, num_buckets, default_value)

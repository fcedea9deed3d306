"""Columns of ids: whole numbers, hashes, places in a list or a file, and ids with weights."""

import collections
from typing import Any

from graphlab._src.base import dtypes, logging
from graphlab._src.contrib.layers.columns.base import FeatureColumn, WideArguments, in_rank
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.layers.feature_column.column import CategoricalColumn, IdWeightPair
from graphlab._src.layers.feature_column.features import as_sparse_ids
from graphlab._src.ops.cast import cast
from graphlab._src.ops.division import floormod as mod
from graphlab._src.ops.parsing.features import VarLenFeature
from graphlab._src.ops.sparse_places import sparse_concat
from graphlab._src.ops.string_hash import string_to_hash_bucket_fast, string_to_hash_bucket_strong
from graphlab._src.ops.string_numbers import as_string
from graphlab._src.state.initializers import Zeros
from graphlab._src.state.lookup.vocabulary import index_table_from_file, index_table_from_tensor

_LOOKUP = "vocabulary_file keys num_oov_buckets vocab_size default_value"
_SparseIdLookupConfig = collections.namedtuple("_SparseIdLookupConfig", _LOOKUP)
_SPARSE = "column_name is_integerized bucket_size lookup_config combiner dtype"


def sparse_input(tensor, column_name):
    """A feature as a SparseTensor, without "" or -1."""
    return tensor if isinstance(tensor, SparseTensor) else as_sparse_ids(in_rank(tensor, 2, column_name))


class IdColumn(FeatureColumn, CategoricalColumn):
    """The base of columns of ids."""

    combiner: Any

    @property
    def length(self) -> int:
        """How many ids there are."""
        raise NotImplementedError

    @property
    def num_buckets(self):
        """How many ids there are."""
        return self.length

    def id_tensor(self, input_tensor):
        """The ids of what the column made of its features."""
        return input_tensor

    def weight_tensor(self, input_tensor):
        """Their weights, or None."""
        return None

    def _get_sparse_tensors(self, inputs, weight_collections=None, trainable=None):
        found = inputs.get(self)
        return IdWeightPair(self.id_tensor(found), self.weight_tensor(found))

    def _wide_embedding_lookup_arguments(self, input_tensor):
        ids, weights = self.id_tensor(input_tensor), self.weight_tensor(input_tensor)
        return WideArguments(ids, weights, self.length, Zeros(), self.combiner)


class _SparseColumn(IdColumn, collections.namedtuple("_SparseColumn", _SPARSE)):
    """A column of one feature of strings or whole numbers."""

    column_name: str
    bucket_size: Any
    lookup_config: Any
    dtype: dtypes.DType

    def __new__(
        cls,
        column_name,
        is_integerized=False,
        bucket_size=None,
        lookup_config=None,
        combiner="sum",
        dtype=dtypes.string,
    ):
        if is_integerized and bucket_size is None:
            raise ValueError(f"bucket_size must be set if is_integerized is True. column_name: {column_name}")
        if is_integerized and not dtype.is_integer:
            raise ValueError(
                f"dtype must be an integer if is_integerized is True. dtype: {dtype}, column_name: {column_name}."
            )
        if dtype != dtypes.string and not dtype.is_integer:
            raise ValueError(f"dtype must be string or integer. dtype: {dtype}, column_name: {column_name}")
        if bucket_size is not None and bucket_size < 1:
            raise ValueError(f"bucket_size must be at least 1. bucket_size: {bucket_size}, column_name: {column_name}")
        return super().__new__(cls, column_name, is_integerized, bucket_size, lookup_config, combiner, dtype)

    @property
    def name(self):
        """The feature's."""
        return self.column_name

    @property
    def length(self):
        """How many ids there are."""
        if self.bucket_size is not None:
            return self.bucket_size
        return self.lookup_config.vocab_size + self.lookup_config.num_oov_buckets

    @property
    def config(self):
        """A VarLenFeature."""
        return {self.column_name: VarLenFeature(self.dtype)}

    def _to_dnn_input_layer(self, input_tensor, weight_collections=None, trainable=True, output_rank=2):
        raise ValueError(
            f"SparseColumn is not supported in DNN. Please use embedding_column or one_hot_column. column: {self}"
        )

    def _transform_feature(self, inputs):
        return self._do_transform(sparse_input(inputs.get(self.name), self.name))

    def _do_transform(self, sparse) -> Any:
        raise NotImplementedError

    def is_compatible(self, other_column):
        """Whether both can share an embedding."""
        if self.lookup_config and other_column.lookup_config:
            return self.lookup_config == other_column.lookup_config
        same = self.dtype == other_column.dtype or (self.dtype.is_integer and other_column.dtype.is_integer)
        if self.length != other_column.length or not same:
            return False
        logging.warning("Column %s and %s may not have the same vocabulary.", self.name, other_column.name)
        return True


class _SparseColumnIntegerized(_SparseColumn):
    """Whole numbers, modulo the number of ids."""

    def _do_transform(self, sparse):
        return SparseTensor(sparse.indices, mod(sparse.values, self.bucket_size, name="mod"), sparse.dense_shape)


class _SparseColumnHashed(_SparseColumn):
    """Hashes of strings, or of whole numbers as strings."""

    hash_keys: Any = None

    def _do_transform(self, sparse):
        texts = as_string(sparse.values) if self.dtype.is_integer else sparse.values
        if not self.hash_keys:
            ids = string_to_hash_bucket_fast(texts, self.bucket_size, name="lookup")
            return SparseTensor(sparse.indices, ids, sparse.dense_shape)
        hashes = [string_to_hash_bucket_strong(texts, self.bucket_size, key) for key in self.hash_keys]
        parts = [SparseTensor(sparse.indices, ids, sparse.dense_shape) for ids in hashes]
        return sparse_concat(axis=1, sp_inputs=parts, name="lookup")


class _SparseColumnKeys(_SparseColumn):
    """Places in a list."""

    def _do_transform(self, sparse):
        table = index_table_from_tensor(
            tuple(self.lookup_config.keys),
            default_value=self.lookup_config.default_value,
            dtype=self.dtype,
            name="lookup",
        )
        return table.lookup(sparse)


class _SparseColumnVocabulary(_SparseColumn):
    """Lines of a file."""

    def _do_transform(self, sparse):
        if self.dtype.is_integer:
            sparse = SparseTensor(sparse.indices, as_string(sparse.values), sparse.dense_shape)
        table = index_table_from_file(
            vocabulary_file=self.lookup_config.vocabulary_file,
            num_oov_buckets=self.lookup_config.num_oov_buckets,
            vocab_size=self.lookup_config.vocab_size,
            default_value=self.lookup_config.default_value,
            name=f"{self.name}_lookup",
        )
        return table.lookup(sparse)


class _WeightedSparseColumn(
    IdColumn, collections.namedtuple("_WeightedSparseColumn", "sparse_id_column weight_column_name dtype")
):
    """The ids of another column, with weights of a feature."""

    @property
    def name(self):
        """Both names."""
        return f"{self.sparse_id_column.name}_weighted_by_{self.weight_column_name}"

    @property
    def combiner(self):
        """That of the ids."""
        return self.sparse_id_column.combiner

    @property
    def length(self):
        """How many ids there are."""
        return self.sparse_id_column.length

    @property
    def lookup_config(self):
        """That of the ids."""
        return self.sparse_id_column.lookup_config

    @property
    def config(self):
        """That of the ids, and a VarLenFeature of weights."""
        return {**self.sparse_id_column.config, self.weight_column_name: VarLenFeature(self.dtype)}

    def id_tensor(self, input_tensor):
        """The ids."""
        return input_tensor[0]

    def weight_tensor(self, input_tensor):
        """The weights."""
        return input_tensor[1]

    def _to_dnn_input_layer(self, input_tensor, weight_collections=None, trainable=True, output_rank=2):
        raise ValueError(
            "WeightedSparseColumn is not supported in DNN. Please use embedding_column or one_hot_column. "
            f"column: {self}"
        )

    def _transform_feature(self, inputs):
        ids, weights = inputs.get(self.sparse_id_column), inputs.get(self.weight_column_name)
        if not isinstance(weights, SparseTensor):
            weights = as_sparse_ids(weights, ignored=0)
        if not self.dtype.is_floating:
            weights = SparseTensor(weights.indices, cast(weights.values, dtypes.float32), weights.dense_shape)
        return ids, weights

    def is_compatible(self, other_column):
        """Whether both can share an embedding."""
        other = other_column.sparse_id_column if isinstance(other_column, _WeightedSparseColumn) else other_column
        return self.sparse_id_column.is_compatible(other)


def sparse_column_with_integerized_feature(column_name, bucket_size, combiner="sum", dtype=dtypes.int64):
    """A column of whole numbers, modulo bucket_size.

    column_name: the feature.  combiner: "sum", "mean" or "sqrtn" of the weights of the ids of one example.
    """
    return _SparseColumnIntegerized(column_name, True, bucket_size, None, combiner, dtype)


def sparse_column_with_hash_bucket(column_name, hash_bucket_size, combiner="sum", dtype=dtypes.string, hash_keys=None):
    """A column of the hashes of strings, below hash_bucket_size.

    hash_keys: pairs of ints; each makes hashes of its own, which an example has all.
    column_name, combiner: as for sparse_column_with_integerized_feature.
    """
    if hash_keys is not None:
        if not isinstance(hash_keys, list) or not hash_keys:
            raise ValueError("hash_keys must be a non-empty list.")
        for pair in hash_keys:
            if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(key, int) for key in pair):
                raise ValueError("Each element of hash_keys must be a pair of integers.")
    column = _SparseColumnHashed(column_name, False, hash_bucket_size, None, combiner, dtype)
    column.hash_keys = hash_keys
    return column


def sparse_column_with_keys(column_name, keys, default_value=-1, combiner="sum", dtype=dtypes.string):
    """A column of the places of strings in a list.

    keys: the list.  default_value: the id of what is not in it; -1 counts for nothing.
    column_name, combiner: as for sparse_column_with_integerized_feature.
    """
    keys = tuple(keys)
    lookup = _SparseIdLookupConfig(None, keys, 0, len(keys), default_value)
    return _SparseColumnKeys(column_name, False, None, lookup, combiner, dtype)


def sparse_column_with_vocabulary_file(
    column_name,
    vocabulary_file,
    num_oov_buckets=0,
    vocab_size=None,
    default_value=-1,
    combiner="sum",
    dtype=dtypes.string,
):
    """A column of the lines of a file at which strings are.

    vocab_size: how many lines count.  num_oov_buckets: how many hashes there are for the rest; default_value: its id
    without them.  column_name, combiner: as for sparse_column_with_integerized_feature.
    """
    if vocab_size is None:
        raise ValueError(f"vocab_size should be defined. column_name: {column_name}")
    lookup = _SparseIdLookupConfig(vocabulary_file, None, num_oov_buckets, vocab_size, default_value)
    return _SparseColumnVocabulary(column_name, False, None, lookup, combiner, dtype)


def weighted_sparse_column(sparse_id_column, weight_column_name, dtype=dtypes.float32):
    """A column of ids with weights.  weight_column_name: the feature that has a weight for each id."""
    if not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype is not convertible to float. Given {dtype}")
    return _WeightedSparseColumn(sparse_id_column, weight_column_name, dtype)

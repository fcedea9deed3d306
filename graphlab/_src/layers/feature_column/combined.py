"""Columns of ids made of others: weighted, and crossed."""

import collections

from graphlab._src.base import dtypes
from graphlab._src.graph.sparse_tensor import SparseTensor, convert_to_tensor_or_sparse_tensor
from graphlab._src.layers.feature_column.categorical import HashedCategoricalColumn
from graphlab._src.layers.feature_column.column import CategoricalColumn, IdWeightPair
from graphlab._src.layers.feature_column.features import as_sparse_ids
from graphlab._src.ops.cast import cast
from graphlab._src.ops.parsing.features import VarLenFeature
from graphlab._src.ops.sparse_cross import sparse_cross_hashed


class WeightedCategoricalColumn(
    CategoricalColumn,
    collections.namedtuple("WeightedCategoricalColumn", "categorical_column weight_feature_key dtype"),
):
    """The ids of another column, each with a weight that another feature has for it."""

    @property
    def name(self):
        """The names of both."""
        return f"{self.categorical_column.name}_weighted_by_{self.weight_feature_key}"

    @property
    def parse_example_spec(self):
        """That of the ids, and a VarLenFeature."""
        config = dict(self.categorical_column.parse_example_spec)
        weights = VarLenFeature(self.dtype)
        if config.get(self.weight_feature_key, weights) != weights:
            raise ValueError(
                f"Parse config {config[self.weight_feature_key]} already exists for {self.weight_feature_key}."
            )
        return {**config, self.weight_feature_key: weights}

    @property
    def num_buckets(self):
        """How many ids there are."""
        return self.categorical_column.num_buckets

    def _transform_feature(self, inputs):
        weights = convert_to_tensor_or_sparse_tensor(inputs.get(self.weight_feature_key))
        if self.dtype != weights.dtype.base_dtype:
            raise ValueError(f"Bad dtype, expected {self.dtype}, but got {weights.dtype}.")
        if not isinstance(weights, SparseTensor):
            weights = as_sparse_ids(weights, ignored=0.0)
        if not weights.dtype.is_floating:
            weights = SparseTensor(weights.indices, cast(weights.values, dtypes.float32), weights.dense_shape)
        return inputs.get(self.categorical_column), weights

    def _get_sparse_tensors(self, inputs, weight_collections=None, trainable=None):
        return IdWeightPair(*inputs.get(self))


class CrossedColumn(CategoricalColumn, collections.namedtuple("CrossedColumn", "keys hash_bucket_size hash_key")):
    """Hashes of every combination of the values that several features or columns have in an example."""

    def _leaves(self):
        for key in self.keys:
            if isinstance(key, CrossedColumn):
                yield from key._leaves()
            else:
                yield key

    @property
    def name(self):
        """The names of all, joined by _X_."""
        return "_X_".join(sorted(key if isinstance(key, str) else key.name for key in self._leaves()))

    @property
    def parse_example_spec(self):
        """Those of the columns, and VarLenFeatures of strings."""
        config = {}
        for key in self.keys:
            config.update({key: VarLenFeature(dtypes.string)} if isinstance(key, str) else key.parse_example_spec)
        return config

    @property
    def num_buckets(self):
        """How many hashes there are."""
        return self.hash_bucket_size

    def _transform_feature(self, inputs):
        features = []
        for key in self._leaves():
            if isinstance(key, str):
                features.append(inputs.get(key))
                continue
            ids, weights = key._get_sparse_tensors(inputs)
            if weights is not None:
                raise ValueError(
                    "crossed_column does not support weight_tensor, but the given column populates weight_tensor. "
                    f"Given column: {key.name}"
                )
            features.append(ids)
        return sparse_cross_hashed(features, num_buckets=self.hash_bucket_size, hash_key=self.hash_key)


def weighted_categorical_column(categorical_column, weight_feature_key, dtype=dtypes.float32):
    """A column of ids with weights.

    weight_feature_key: the feature that has a weight for each id.  dtype: of the weights.
    """
    if dtype is None or not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype {dtype} is not convertible to float.")
    return WeightedCategoricalColumn(categorical_column, weight_feature_key, dtype)


def crossed_column(keys, hash_bucket_size, hash_key=None):
    """A column of hashes of every combination of values.

    keys: features by name, or columns of ids except hashed ones.  hash_key: sets the hashes apart from others.
    """
    if not hash_bucket_size or hash_bucket_size < 1:
        raise ValueError(f"hash_bucket_size must be > 1. hash_bucket_size: {hash_bucket_size}")
    if not keys or len(keys) < 2:
        raise ValueError(f"keys must be a list with length > 1. Given: {keys}")
    for key in keys:
        if not isinstance(key, (str, CategoricalColumn)):
            raise ValueError(
                "Unsupported key type. All keys must be either string, or categorical column except "
                f"HashedCategoricalColumn. Given: {key}"
            )
        if isinstance(key, HashedCategoricalColumn):
            raise ValueError(
                "categorical_column_with_hash_bucket is not supported for crossing. Hashing before crossing will "
                f"increase probability of collision. Instead, use the feature name as a string. Given: {key}"
            )
    return CrossedColumn(tuple(keys), hash_bucket_size, hash_key)

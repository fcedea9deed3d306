"""Columns of sequences: ids or numbers for each step."""

import collections

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.layers.feature_column import categorical
from graphlab._src.layers.feature_column.column import SequenceDenseColumn, TensorSequenceLengthPair
from graphlab._src.layers.feature_column.dense import SequenceCategoricalColumn, sequence_length
from graphlab._src.layers.feature_column.features import check_key
from graphlab._src.layers.feature_column.numeric import check_shape
from graphlab._src.ops.joining import concat
from graphlab._src.ops.parsing.features import VarLenFeature
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.shape import shape as shape_of
from graphlab._src.ops.sparse_dense import sparse_tensor_to_dense


class SequenceNumericColumn(
    SequenceDenseColumn, collections.namedtuple("SequenceNumericColumn", "key shape default_value dtype normalizer_fn")
):
    """Numbers of a shape for each step of a sequence."""

    @property
    def name(self):
        """The key."""
        return self.key

    @property
    def parse_example_spec(self):
        """A VarLenFeature."""
        return {self.key: VarLenFeature(self.dtype)}

    @property
    def variable_shape(self):
        """The shape."""
        return TensorShape(self.shape)

    _variable_shape = variable_shape

    def _transform_feature(self, inputs):
        sparse = inputs.get(self.key)
        return sparse if self.normalizer_fn is None else self.normalizer_fn(sparse)

    def _get_sequence_dense_tensor(self, inputs, weight_collections=None, trainable=None):
        sparse = inputs.get(self)
        dense = sparse_tensor_to_dense(sparse, default_value=self.default_value)
        dense = reshape(dense, concat([shape_of(dense)[:1], [-1], list(self.shape)], axis=0))
        count = self.variable_shape.num_elements() if sparse.shape.ndims == 2 else 1
        return TensorSequenceLengthPair(dense, sequence_length(sparse, count))


def sequence_categorical_column_with_identity(key, num_buckets, default_value=None):
    """As categorical_column_with_identity, for each step of a sequence."""
    return SequenceCategoricalColumn(categorical.categorical_column_with_identity(key, num_buckets, default_value))


def sequence_categorical_column_with_hash_bucket(key, hash_bucket_size, dtype=dtypes.string):
    """As categorical_column_with_hash_bucket, for each step of a sequence."""
    return SequenceCategoricalColumn(categorical.categorical_column_with_hash_bucket(key, hash_bucket_size, dtype))


def sequence_categorical_column_with_vocabulary_file(
    key, vocabulary_file, vocabulary_size=None, num_oov_buckets=0, default_value=None, dtype=dtypes.string
):
    """As categorical_column_with_vocabulary_file, for each step of a sequence."""
    return SequenceCategoricalColumn(
        categorical.categorical_column_with_vocabulary_file(
            key, vocabulary_file, vocabulary_size, num_oov_buckets, default_value, dtype
        )
    )


def sequence_categorical_column_with_vocabulary_list(
    key, vocabulary_list, dtype=None, default_value=-1, num_oov_buckets=0
):
    """As categorical_column_with_vocabulary_list, for each step of a sequence."""
    return SequenceCategoricalColumn(
        categorical.categorical_column_with_vocabulary_list(key, vocabulary_list, dtype, default_value, num_oov_buckets)
    )


def sequence_numeric_column(key, shape=(1,), default_value=0.0, dtype=dtypes.float32, normalizer_fn=None):
    """As numeric_column, for each step of a sequence.

    default_value: where a sequence has ended.
    """
    shape = check_shape(shape, key)
    if not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype must be convertible to float. dtype: {dtype}, key: {key}")
    if normalizer_fn is not None and not callable(normalizer_fn):
        raise TypeError(f"normalizer_fn must be a callable. Given: {normalizer_fn}")
    check_key(key)
    return SequenceNumericColumn(key, shape, default_value, dtype, normalizer_fn)

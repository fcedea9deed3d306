"""tf.contrib.layers.feature_column: columns of features."""

from graphlab._src.contrib.layers.columns.dense import (
    bucketized_column,
    crossed_column,
    embedding_column,
    one_hot_column,
    real_valued_column,
    shared_embedding_columns,
)
from graphlab._src.contrib.layers.columns.models import create_feature_spec_for_parsing
from graphlab._src.contrib.layers.columns.sparse import (
    sparse_column_with_hash_bucket,
    sparse_column_with_integerized_feature,
    sparse_column_with_keys,
    sparse_column_with_vocabulary_file,
    weighted_sparse_column,
)

__all__ = [
    "bucketized_column",
    "create_feature_spec_for_parsing",
    "crossed_column",
    "embedding_column",
    "one_hot_column",
    "real_valued_column",
    "shared_embedding_columns",
    "sparse_column_with_hash_bucket",
    "sparse_column_with_integerized_feature",
    "sparse_column_with_keys",
    "sparse_column_with_vocabulary_file",
    "weighted_sparse_column",
]

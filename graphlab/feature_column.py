"""tf.feature_column: what models are fed with, made of the features of Examples."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.layers.feature_column.categorical import (
        categorical_column_with_hash_bucket,
        categorical_column_with_identity,
        categorical_column_with_vocabulary_file,
        categorical_column_with_vocabulary_list,
    )
    from graphlab._src.layers.feature_column.combined import crossed_column, weighted_categorical_column
    from graphlab._src.layers.feature_column.dense import embedding_column, indicator_column, shared_embedding_columns
    from graphlab._src.layers.feature_column.models import input_layer, linear_model, make_parse_example_spec
    from graphlab._src.layers.feature_column.numeric import bucketized_column, numeric_column
    from graphlab._src.layers.feature_column.sequence import (
        sequence_categorical_column_with_hash_bucket,
        sequence_categorical_column_with_identity,
        sequence_categorical_column_with_vocabulary_file,
        sequence_categorical_column_with_vocabulary_list,
        sequence_numeric_column,
    )
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "bucketized_column",
    "categorical_column_with_hash_bucket",
    "categorical_column_with_identity",
    "categorical_column_with_vocabulary_file",
    "categorical_column_with_vocabulary_list",
    "crossed_column",
    "embedding_column",
    "indicator_column",
    "input_layer",
    "linear_model",
    "make_parse_example_spec",
    "numeric_column",
    "sequence_categorical_column_with_hash_bucket",
    "sequence_categorical_column_with_identity",
    "sequence_categorical_column_with_vocabulary_file",
    "sequence_categorical_column_with_vocabulary_list",
    "sequence_numeric_column",
    "shared_embedding_columns",
    "weighted_categorical_column",
]

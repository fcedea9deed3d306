"""Columns of numbers: numbers as they are, in buckets, ids as one-hot vectors and embeddings; and crosses of ids."""

import collections
import math
from collections.abc import Sequence
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.contrib.layers.columns.base import (
    DeepArguments,
    FeatureColumn,
    WideArguments,
    in_rank,
    inner_flatten,
)
from graphlab._src.contrib.layers.columns.embeddings import embeddings_from_arguments
from graphlab._src.contrib.layers.columns.sparse import IdColumn, _SparseColumn, _WeightedSparseColumn
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.layers.feature_column.column import CategoricalColumn, DenseColumn, IdWeightPair
from graphlab._src.ops.bucketize import bucketize
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import zeros, zeros_like
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.padding import tile
from graphlab._src.ops.parsing.features import FixedLenFeature, VarLenFeature
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, reshape, shape
from graphlab._src.ops.sparse_cross import sparse_feature_cross
from graphlab._src.ops.sparse_dense import sparse_tensor_to_dense
from graphlab._src.ops.sparse_merge import sparse_merge
from graphlab._src.ops.sparse_places import sparse_slice
from graphlab._src.ops.transpose import transpose
from graphlab._src.state.initializers import TruncatedNormal, Zeros


class _RealValuedColumn(
    FeatureColumn,
    DenseColumn,
    collections.namedtuple("_RealValuedColumn", "column_name dimension default_value dtype normalizer"),
):
    """Numbers."""

    @property
    def name(self):
        """The feature's."""
        return self.column_name

    @property
    def config(self):
        """A FixedLenFeature."""
        default = None if self.default_value is None else list(self.default_value)
        return {self.column_name: FixedLenFeature([self.dimension], self.dtype, default)}

    @property
    def key(self):
        """What distinguishes columns."""
        return self._key_without("normalizer")

    @property
    def normalizer_fn(self):
        """The function that changes the numbers, or None."""
        return self.normalizer

    @property
    def variable_shape(self):
        """(dimension,)."""
        return TensorShape([self.dimension])

    def _transform_feature(self, inputs):
        found = inputs.get(self.name)
        return cast(found if self.normalizer is None else self.normalizer(found), dtypes.float32)

    def _to_dense_tensor(self, input_tensor):
        return input_tensor

    def _to_dnn_input_layer(self, input_tensor, weight_collections=None, trainable=True, output_rank=2):
        return in_rank(cast(input_tensor, dtypes.float32), output_rank, self.name)


class _BucketizedColumn(
    FeatureColumn,
    CategoricalColumn,
    DenseColumn,
    collections.namedtuple("_BucketizedColumn", "source_column boundaries"),
):
    """The number of the bucket that each number is in."""

    @property
    def name(self):
        """That of the numbers."""
        return f"{self.source_column.name}_bucketized"

    @property
    def length(self):
        """How many buckets there are for each number."""
        return len(self.boundaries) + 1

    @property
    def config(self):
        """That of the numbers."""
        return self.source_column.config

    @property
    def num_buckets(self):
        """How many buckets there are."""
        return self.length * self.source_column.dimension

    @property
    def variable_shape(self):
        """(num_buckets,)."""
        return TensorShape([self.num_buckets])

    def _transform_feature(self, inputs):
        return bucketize(inputs.get(self.source_column), boundaries=list(self.boundaries), name="bucketize")

    def _to_dnn_input_layer(self, input_tensor, weight_collections=None, trainable=True, output_rank=2):
        if output_rank != 2:
            raise ValueError("BucketizedColumn currently only supports output_rank=2")
        hot = one_hot(cast(input_tensor, dtypes.int64), self.length, 1.0, 0.0, name="one_hot")
        return reshape(hot, [-1, self.num_buckets], name="reshape")

    def _get_dense_tensor(self, inputs, weight_collections=None, trainable=None):
        return self._to_dnn_input_layer(inputs.get(self))

    def to_sparse_tensor(self, input_tensor):
        """The buckets as ids, those of each number after those of the one before."""
        dimension = self.source_column.dimension
        count = shape(input_tensor, name="shape")[0]
        ids = reshape(input_tensor, [-1], name="reshape")
        if dimension > 1:
            rows = reshape(tile(expand_dims(range_(0, count), 1), [1, dimension]), [-1])
            places = tile(range_(0, dimension), [count], name="tile")
            ids = ids + self.length * places
        else:
            rows, places = range_(0, count), zeros([count], dtype=dtypes.int32, name="zeros")
        indices = cast(transpose(stack((rows, places))), dtypes.int64)
        return SparseTensor(indices, ids, cast(stack([count, dimension]), dtypes.int64))

    def _wide_embedding_lookup_arguments(self, input_tensor):
        return WideArguments(self.to_sparse_tensor(input_tensor), None, self.num_buckets, Zeros(), "sum")

    def _get_sparse_tensors(self, inputs, weight_collections=None, trainable=None):
        return IdWeightPair(self.to_sparse_tensor(inputs.get(self)), None)


class _OneHotColumn(FeatureColumn, DenseColumn, collections.namedtuple("_OneHotColumn", "sparse_id_column")):
    """How often each id is there."""

    @property
    def name(self):
        """That of the ids."""
        return f"{self.sparse_id_column.name}_one_hot"

    @property
    def length(self):
        """How many ids there are."""
        return self.sparse_id_column.length

    @property
    def config(self):
        """That of the ids."""
        return self.sparse_id_column.config

    @property
    def variable_shape(self):
        """(length,)."""
        return TensorShape([self.length])

    def insert_transformed_feature(self, columns_to_tensors):
        """Adds the ids."""
        if self.sparse_id_column not in columns_to_tensors:
            self.sparse_id_column.insert_transformed_feature(columns_to_tensors)
        columns_to_tensors[self] = columns_to_tensors[self.sparse_id_column]

    def _transform_feature(self, inputs):
        return self._to_dnn_input_layer(inputs.get(self.sparse_id_column))

    def _to_dnn_input_layer(self, input_tensor, weight_collections=None, trainable=True, output_rank=2):
        ids = inner_flatten(self.sparse_id_column.id_tensor(input_tensor), output_rank)
        weights = self.sparse_id_column.weight_tensor(input_tensor)
        if weights is not None:
            weighted = sparse_merge(sp_ids=ids, sp_values=weights, vocab_size=self.length)
            weighted = sparse_slice(weighted, zeros_like(weighted.dense_shape), weighted.dense_shape)
            dense = sparse_tensor_to_dense(weighted)
            return reshape(dense, concat([shape(dense)[:-1], [self.length]], axis=0))
        dense = sparse_tensor_to_dense(ids, default_value=-1)
        return reduce_sum(one_hot(dense, depth=self.length, on_value=1.0, off_value=0.0), axis=[output_rank - 1])


_EMBEDDING = (
    "sparse_id_column dimension combiner initializer ckpt_to_load_from tensor_name_in_ckpt shared_embedding_name "
    "shared_vocab_size max_norm trainable"
)


class _EmbeddingColumn(FeatureColumn, DenseColumn, collections.namedtuple("_EmbeddingColumn", _EMBEDDING)):
    """Trained vectors of ids, combined to one for each example."""

    @property
    def name(self):
        """That of the ids."""
        shared = "" if self.shared_embedding_name is None else "_shared"
        return f"{self.sparse_id_column.name}{shared}_embedding"

    @property
    def length(self):
        """How many ids there are."""
        return self.sparse_id_column.length if self.shared_vocab_size is None else self.shared_vocab_size

    @property
    def config(self):
        """That of the ids."""
        return self.sparse_id_column.config

    @property
    def key(self):
        """What distinguishes columns."""
        return self._key_without("initializer")

    @property
    def variable_shape(self):
        """(dimension,)."""
        return TensorShape([self.dimension])

    def _transform_feature(self, inputs):
        return inputs.get(self.sparse_id_column)

    def _deep_embedding_lookup_arguments(self, input_tensor):
        return DeepArguments(
            self.sparse_id_column.id_tensor(input_tensor),
            self.sparse_id_column.weight_tensor(input_tensor),
            self.length,
            self.initializer,
            self.combiner,
            self.dimension,
            self.shared_embedding_name,
            self.max_norm,
            self.trainable,
        )

    def _checkpoint_path(self):
        return None if self.ckpt_to_load_from is None else (self.ckpt_to_load_from, self.tensor_name_in_ckpt)

    def _wide_embedding_lookup_arguments(self, input_tensor):
        raise ValueError(f"Column {self} is not supported in linear models. Please use sparse_column.")

    def _get_dense_tensor(self, inputs, weight_collections=None, trainable=None):
        arguments = self._deep_embedding_lookup_arguments(inputs.get(self))
        return embeddings_from_arguments(self, arguments, weight_collections, trainable)


_SCATTERED = "column_name size dimension hash_key combiner initializer"


class _ScatteredEmbeddingColumn(
    FeatureColumn, DenseColumn, collections.namedtuple("_ScatteredEmbeddingColumn", _SCATTERED)
):
    """Vectors of a sparse feature, made of parameters that hashes choose."""

    @property
    def name(self):
        """COLUMN_scattered_embedding."""
        return f"{self.column_name}_scattered_embedding"

    @property
    def config(self):
        """The feature as parse_example accepts it: strings."""
        return {self.column_name: VarLenFeature(dtypes.string)}

    @property
    def key(self):
        """What distinguishes columns."""
        return self._key_without("initializer")

    @property
    def variable_shape(self):
        """(dimension,)."""
        return TensorShape([self.dimension])

    def _transform_feature(self, inputs):
        return inputs.get(self.column_name)

    def _deep_embedding_lookup_arguments(self, input_tensor):
        return DeepArguments(
            input_tensor,
            None,
            self.size,
            self.initializer,
            self.combiner,
            self.dimension,
            None,
            None,
            True,
            self.hash_key,
        )

    def _get_dense_tensor(self, inputs, weight_collections=None, trainable=None):
        arguments = self._deep_embedding_lookup_arguments(inputs.get(self))
        return embeddings_from_arguments(self, arguments, weight_collections, trainable)


def scattered_embedding_column(column_name, size, dimension, hash_key, combiner="mean", initializer=None):
    """An embedding of a sparse feature of strings, whose elements are parameters that hashes choose.

    size: how many parameters there are.  hash_key: an int that the hashes depend on.  combiner: of the vectors of one
    example.  initializer: of the parameters; a truncated normal distribution with deviation 0.1 when left out.
    """
    if dimension < 1 or size < 1:
        raise ValueError(
            f"Dimension and size must be greater than 0. dimension: {dimension}, size: {size}, column_name: {column_name}"
        )
    if combiner not in ("mean", "sqrtn", "sum"):
        raise ValueError(
            f"Combiner must be one of 'mean', 'sqrtn' or 'sum'. combiner: {combiner}, column_name: {column_name}"
        )
    if initializer is not None and not callable(initializer):
        raise ValueError(f"initializer must be callable if specified. column_name: {column_name}")
    initializer = initializer or TruncatedNormal(mean=0.0, stddev=0.1)
    return _ScatteredEmbeddingColumn(column_name, size, dimension, hash_key, combiner, initializer)


_CROSSED = "columns hash_bucket_size hash_key combiner ckpt_to_load_from tensor_name_in_ckpt"


class _CrossedColumn(IdColumn, collections.namedtuple("_CrossedColumn", _CROSSED)):
    """Hashes of every combination of the ids that columns have for an example."""

    @property
    def name(self):
        """All names."""
        return "_X_".join(sorted(column.name for column in self.columns))

    @property
    def config(self):
        """Those of the columns."""
        return {key: feature for column in self.columns for key, feature in column.config.items()}

    @property
    def length(self):
        """How many hashes there are."""
        return self.hash_bucket_size

    def _to_dnn_input_layer(self, input_tensor, weight_collections=None, trainable=True, output_rank=2):
        raise ValueError(f"CrossedColumn is not supported in DNN. Please use embedding_column. column: {self}")

    def _checkpoint_path(self):
        return None if self.ckpt_to_load_from is None else (self.ckpt_to_load_from, self.tensor_name_in_ckpt)

    def _leaves(self):
        for column in self.columns:
            yield from column._leaves() if isinstance(column, _CrossedColumn) else [column]

    def _transform_feature(self, inputs):
        tensors = []
        for column in self._leaves():
            if isinstance(column, _SparseColumn):
                tensors.append(inputs.get(column.name))
            else:
                tensors.append(column.to_sparse_tensor(inputs.get(column)))
        return sparse_feature_cross(
            tensors, hashed_output=True, num_buckets=self.hash_bucket_size, hash_key=self.hash_key, name="cross"
        )


def _default_values(default, dimension, dtype, column_name) -> Any:
    """A default for each number, in their type; TypeError for one that does not fit."""
    if default is None:
        return None
    values = default if isinstance(default, list) else [default] * dimension
    if len(values) != dimension:
        raise ValueError(
            f"The length of default_value must be equal to dimension. default_value: {default}, dimension: {dimension}, "
            f"column_name: {column_name}"
        )
    if dtype.is_floating and all(isinstance(value, (int, float)) for value in values):
        return tuple(float(value) for value in values)
    if dtype.is_integer and all(isinstance(value, int) for value in values):
        return tuple(values)
    raise TypeError(
        f"default_value must be compatible with dtype. default_value: {default}, dtype: {dtype}, "
        f"column_name: {column_name}"
    )


def real_valued_column(column_name, dimension=1, default_value=None, dtype=dtypes.float32, normalizer=None):
    """A column of numbers.

    dimension: how many there are for each example.  default_value: one, or a list of them, for Examples without.
    normalizer: a function that changes the tensor.
    """
    if not isinstance(dimension, int):
        raise TypeError(f"dimension must be an integer. dimension: {dimension}, column_name: {column_name}")
    if dimension < 1:
        raise ValueError(f"dimension must be greater than 0. dimension: {dimension}, column_name: {column_name}")
    if not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype must be convertible to float. dtype: {dtype}, column_name: {column_name}")
    default = _default_values(default_value, dimension, dtype, column_name)
    return _RealValuedColumn(column_name, dimension, default, dtype, normalizer)


def bucketized_column(source_column, boundaries):
    """A column of the buckets that numbers are in.  boundaries: sorted numbers, at each of which a bucket begins."""
    if not isinstance(source_column, _RealValuedColumn):
        raise TypeError(f"source_column must be an instance of _RealValuedColumn. source_column: {source_column}")
    if not isinstance(boundaries, (list, tuple)) or not boundaries:
        raise ValueError(f"boundaries must be a non-empty list or tuple. boundaries: {boundaries}")
    if list(boundaries) != sorted(boundaries):
        raise ValueError(f"boundaries must be a sorted list. boundaries: {boundaries}")
    return _BucketizedColumn(source_column, tuple(dict.fromkeys(boundaries)))


def one_hot_column(sparse_id_column):
    """A column of how often each id is there, or of its weight."""
    return _OneHotColumn(sparse_id_column)


def _check_checkpoint(path, name):
    if (path is None) != (name is None):
        raise ValueError("Must specify both `ckpt_to_load_from` and `tensor_name_in_ckpt` or none of them.")


def _embedding(column, dimension, combiner, initializer, path, name, shared, size, max_norm, trainable):
    if initializer is not None and not callable(initializer):
        raise ValueError(f"initializer must be callable if specified. Embedding of column_name: {column.name}")
    _check_checkpoint(path, name)
    initializer = initializer or TruncatedNormal(mean=0.0, stddev=1 / math.sqrt(column.length))
    return _EmbeddingColumn(column, dimension, combiner, initializer, path, name, shared, size, max_norm, trainable)


def embedding_column(
    sparse_id_column,
    dimension,
    combiner="mean",
    initializer=None,
    ckpt_to_load_from=None,
    tensor_name_in_ckpt=None,
    max_norm=None,
    trainable=True,
):
    """A column of trained vectors of ids.

    dimension: their size.  combiner: how several of one example become one, "mean", "sqrtn" or "sum".  initializer: of the
    vectors; a normal distribution with deviation 1/sqrt(ids) when left out.  ckpt_to_load_from, tensor_name_in_ckpt: where
    the vectors begin.  max_norm: what longer vectors are cut to.  trainable: whether they are trained.
    """
    checkpoint = ckpt_to_load_from, tensor_name_in_ckpt
    return _embedding(sparse_id_column, dimension, combiner, initializer, *checkpoint, None, None, max_norm, trainable)


def shared_embedding_columns(
    sparse_id_columns,
    dimension,
    combiner="mean",
    shared_embedding_name=None,
    initializer=None,
    ckpt_to_load_from=None,
    tensor_name_in_ckpt=None,
    max_norm=None,
    trainable=True,
):
    """Columns of ids with the same trained vectors.

    sparse_id_columns: columns with as many ids of the same kind.  shared_embedding_name: that of the variable.
    The rest is as for embedding_column.
    """
    if not isinstance(sparse_id_columns, Sequence) or isinstance(sparse_id_columns, str):
        raise TypeError(
            "sparse_id_columns must be a non-string sequence (ex: list or tuple) instead of type "
            f"{type(sparse_id_columns)}."
        )
    if not sparse_id_columns:
        raise ValueError("The input sparse_id_columns should have at least one element.")
    for column in sparse_id_columns:
        if not isinstance(column, (_SparseColumn, _WeightedSparseColumn)):
            raise TypeError(
                f"Elements of sparse_id_columns must be _SparseColumn or _WeightedSparseColumn, but {column} is not."
            )
    first, *others = sparse_id_columns
    size = None
    if others:
        weighted = isinstance(first, _WeightedSparseColumn)
        if not all((first if weighted else one).is_compatible(one if weighted else first) for one in others):
            raise ValueError("The input sparse id columns are not compatible.")
        size = first.length
        shared_embedding_name = shared_embedding_name or _shared_name(sparse_id_columns)
    found = [
        _embedding(
            column,
            dimension,
            combiner,
            initializer,
            ckpt_to_load_from,
            tensor_name_in_ckpt,
            shared_embedding_name,
            size,
            max_norm,
            trainable,
        )
        for column in sparse_id_columns
    ]
    return tuple(found) if others else found


def _shared_name(columns):
    names = sorted(column.name for column in columns if isinstance(column, _SparseColumn))
    names += sorted(column.name for column in columns if not isinstance(column, _SparseColumn))
    more = f"_plus_{len(names) - 3}_others" if len(names) > 3 else ""
    return f"{'_'.join(names[:3])}{more}_shared_embedding"


def crossed_column(
    columns, hash_bucket_size, combiner="sum", ckpt_to_load_from=None, tensor_name_in_ckpt=None, hash_key=None
):
    """A column of hashes of every combination of ids, below hash_bucket_size.

    columns: at least two of ids, buckets or crosses.  combiner: of the weights of one example.  hash_key: sets the hashes
    apart from others.  ckpt_to_load_from, tensor_name_in_ckpt: where the weights begin.
    """
    for column in columns:
        if not isinstance(column, (_SparseColumn, _CrossedColumn, _BucketizedColumn)):
            raise TypeError(
                "columns must be a set of _SparseColumn, _CrossedColumn, or _BucketizedColumn instances. "
                f"(column {column} is a {type(column).__name__})"
            )
    if len(columns) < 2:
        raise ValueError(f"columns must contain at least 2 elements. columns: {columns}")
    if hash_bucket_size < 2:
        raise ValueError(f"hash_bucket_size must be at least 2. hash_bucket_size: {hash_bucket_size}")
    _check_checkpoint(ckpt_to_load_from, tensor_name_in_ckpt)
    ordered = tuple(sorted(columns, key=lambda column: column.name))
    return _CrossedColumn(ordered, hash_bucket_size, hash_key, combiner, ckpt_to_load_from, tensor_name_in_ckpt)

"""Dense columns of ids: one-hot, or rows of an embedding."""

import collections
import math
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import GraphKeys, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import add_to_collection, get_collection
from graphlab._src.layers.feature_column.column import (
    CategoricalColumn,
    DenseColumn,
    SequenceDenseColumn,
    TensorSequenceLengthPair,
)
from graphlab._src.layers.feature_column.combined import WeightedCategoricalColumn
from graphlab._src.layers.feature_column.state import ScopedState
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import ones_like, zeros
from graphlab._src.ops.embedding_sparse import safe_embedding_lookup_sparse
from graphlab._src.ops.gather import scatter_nd
from graphlab._src.ops.joining import concat
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.reduction import reduce_prod, reduce_sum
from graphlab._src.ops.rounding import ceil
from graphlab._src.ops.segment_sorted import segment_max
from graphlab._src.ops.shape import shape
from graphlab._src.ops.sparse_dense import sparse_tensor_to_dense
from graphlab._src.ops.sparse_merge import sparse_merge
from graphlab._src.ops.sparse_places import sparse_reshape, sparse_slice
from graphlab._src.state.initializers import truncated_normal_initializer
from graphlab._src.train.saving.initialize import init_from_checkpoint


class SequenceCategoricalColumn(
    CategoricalColumn, collections.namedtuple("SequenceCategoricalColumn", "categorical_column")
):
    """Ids for each step of a sequence."""

    name = attribute("categorical_column.name", "That of the ids.")
    parse_example_spec = attribute("categorical_column.parse_example_spec", "That of the ids.")
    num_buckets = attribute("categorical_column.num_buckets", "How many ids there are.")

    def _transform_feature(self, inputs):
        return self.categorical_column._transform_feature(inputs)

    def _get_sparse_tensors(self, inputs, weight_collections=None, trainable=None):
        ids, weights = self.categorical_column._get_sparse_tensors(inputs)
        sizes = shape(ids)
        target = [sizes[0], sizes[1], reduce_prod(sizes[2:])]
        ids = sparse_reshape(ids, target)
        return self.IdWeightPair(ids, None if weights is None else sparse_reshape(weights, target))


def sequence_length(ids, num_elements: Any = 1):
    """How many steps each example of a SparseTensor [batch, steps · num_elements, …] has, as int64."""
    with name_scope(None, "sequence_length") as scope:
        rows, columns = ids.indices[:, 0], ids.indices[:, 1]
        longest = segment_max(columns + ones_like(columns), rows)
        longest = cast(ceil(longest / num_elements), dtypes.int64)
        missing = shape(ids)[:1] - shape(longest)[:1]
        return concat([longest, zeros(missing, dtype=longest.dtype)], axis=0, name=scope)


class ColumnOfIds(DenseColumn, SequenceDenseColumn):
    """A dense column made of a column of ids."""

    categorical_column: CategoricalColumn
    _kind = ""  # what ids become, in the name
    _column_kind = ""  # in errors

    @property
    def name(self):
        """The name of the ids, and what they become."""
        return f"{self.categorical_column.name}_{self._kind}"

    @property
    def parse_example_spec(self):
        """That of the ids."""
        return self.categorical_column.parse_example_spec

    def _check(self, sequence, prefix="_", function="input_layer", sequence_function="sequence_input_layer"):
        """ValueError unless the ids are for steps of a sequence, or are not, as is wanted by the functions named."""
        if isinstance(self.categorical_column, SequenceCategoricalColumn) == sequence:
            return
        kind = f"{prefix}SequenceCategoricalColumn"
        if sequence:
            wanted = f"be of type {kind} to use {sequence_function}"
            fix = "Suggested fix: Use one of sequence_categorical_column_with_*."
        else:
            wanted = f"not be of type {kind}"
            fix = (
                f"Suggested fix A: If you wish to use {function}, use a non-sequence categorical_column_with_*. Suggested "
                f"fix B: If you wish to create sequence input, use {sequence_function} instead of {function}."
            )
        raise ValueError(
            f"In {self._column_kind}: {self.name}. categorical_column must {wanted}. {fix} "
            f"Given (type {type(self.categorical_column)}): {self.categorical_column}"
        )

    def _dense(self, inputs, weight_collections, trainable):
        raise NotImplementedError

    def _get_dense_tensor(self, inputs, weight_collections=None, trainable=None):
        self._check(sequence=False)
        return self._dense(inputs, weight_collections, trainable)

    def get_dense_tensor(self, transformation_cache, state_manager):
        """The tensor [batch, …]; ValueError where the ids are for steps of a sequence."""
        self._check(False, "", "DenseFeatures", "SequenceFeatures")
        return self._dense(transformation_cache.using(state_manager), None, None)

    def _sequence(self, inputs, weight_collections, trainable):
        dense = self._dense(inputs, weight_collections, trainable)
        ids = self.categorical_column._get_sparse_tensors(inputs).id_tensor
        return TensorSequenceLengthPair(dense, sequence_length(ids))

    def _get_sequence_dense_tensor(self, inputs, weight_collections=None, trainable=None):
        self._check(sequence=True)
        return self._sequence(inputs, weight_collections, trainable)

    def get_sequence_dense_tensor(self, transformation_cache, state_manager):
        """(the tensor [batch, steps, …], steps of each example); ValueError where the ids are not for steps of a sequence."""
        self._check(True, "", "DenseFeatures", "SequenceFeatures")
        return self._sequence(transformation_cache.using(state_manager), None, None)


class IndicatorColumn(ColumnOfIds, collections.namedtuple("IndicatorColumn", "categorical_column")):
    """How often each id is there, or the sum of its weights."""

    _kind = "indicator"
    _column_kind = "indicator_column"

    @property
    def variable_shape(self):
        """[1, ids]."""
        return TensorShape([1, self.categorical_column.num_buckets])

    def _dense(self, inputs, weight_collections, trainable):
        return inputs.get(self)

    def _transform_feature(self, inputs):
        ids, weights = self.categorical_column._get_sparse_tensors(inputs)
        count = self.categorical_column.num_buckets
        if weights is not None:
            merged = sparse_merge(ids, weights, vocab_size=count)
            merged = sparse_slice(merged, [0, 0], merged.dense_shape)  # without ids of -1
            return scatter_nd(merged.indices, merged.values, merged.dense_shape)
        dense = sparse_tensor_to_dense(ids, default_value=-1)
        return reduce_sum(one_hot(dense, depth=count, on_value=1.0, off_value=0.0), axis=[-2])


class _Embedding(ColumnOfIds):
    """The combined rows of an embedding that the ids of an example have."""

    dimension: int
    combiner: str
    initializer: Any
    ckpt_to_load_from: str | None
    tensor_name_in_ckpt: str | None
    max_norm: float | None
    trainable: bool

    @property
    def variable_shape(self):
        """[dimension]."""
        return TensorShape([self.dimension])

    def _transform_feature(self, inputs):
        return inputs.get(self.categorical_column)

    def _weights(self, collections, trainable):
        if collections and GraphKeys.GLOBAL_VARIABLES not in collections:
            collections = [*collections, GraphKeys.GLOBAL_VARIABLES]
        state = ScopedState(trainable, collections)
        self.create_state(state)
        return state.get_variable(self, "embedding_weights")

    def create_state(self, state_manager):
        """Makes the embedding."""
        state_manager.create_variable(
            self,
            name="embedding_weights",
            shape=(self.categorical_column.num_buckets, self.dimension),
            dtype=dtypes.float32,
            trainable=self.trainable,
            use_resource=True,
            initializer=self.initializer,
        )

    def _dense(self, inputs, weight_collections, trainable):
        pair = self.categorical_column._get_sparse_tensors(inputs, weight_collections, trainable)
        return self._rows(pair, inputs, weight_collections, trainable)

    def _rows(self, pair, inputs, weight_collections, trainable):
        ids, id_weights = pair
        if inputs.state_manager is None:
            weights = self._weights(weight_collections, trainable)
        else:
            weights = inputs.state_manager.get_variable(self, name="embedding_weights")
        if self.ckpt_to_load_from is not None:
            init_from_checkpoint(self.ckpt_to_load_from, {self.tensor_name_in_ckpt: weights})
        return safe_embedding_lookup_sparse(
            embedding_weights=weights,
            sparse_ids=ids,
            sparse_weights=id_weights,
            combiner=self.combiner,
            name=f"{self.name}_weights",
            max_norm=self.max_norm,
        )


_FIELDS = "categorical_column dimension combiner initializer ckpt_to_load_from tensor_name_in_ckpt max_norm trainable"


class EmbeddingColumn(_Embedding, collections.namedtuple("EmbeddingColumn", _FIELDS)):
    """The combined rows of an embedding that the ids of an example have."""

    _kind = "embedding"
    _column_kind = "embedding_column"

    def _sequence(self, inputs, weight_collections, trainable):
        pair = self.categorical_column._get_sparse_tensors(inputs, weight_collections, trainable)
        rows = self._rows(pair, inputs, weight_collections, trainable)
        return TensorSequenceLengthPair(rows, sequence_length(pair.id_tensor))


_SHARED = f"{_FIELDS} shared_embedding_collection_name"
_SharedFields: Any = collections.namedtuple("SharedEmbeddingColumn", _SHARED)


class SharedEmbeddingColumn(_Embedding, _SharedFields):
    """The rows of an embedding that other columns use too."""

    _kind = "shared_embedding"
    _column_kind = "embedding_column"  # in errors
    _is_v2_column = False

    @property
    def _var_scope_name(self):
        return self.shared_embedding_collection_name

    def _weights(self, collections, trainable):
        found = get_collection(self.shared_embedding_collection_name)
        if len(found) > 1:
            raise ValueError(
                f"Collection {found} can only contain one variable. Suggested fix A: Choose a unique name for this "
                "collection. Suggested fix B: Do not add any variables to this collection."
            )
        if found:
            expected = (self.categorical_column.num_buckets, self.dimension)
            if found[0].shape.as_list() != list(expected):
                raise ValueError(
                    f"Shared embedding collection {found} contains variable {found[0].name} of unexpected shape "
                    f"{found[0].shape}. Expected shape is {expected}."
                )
            return found[0]
        weights = super()._weights(collections, trainable)
        add_to_collection(self.shared_embedding_collection_name, weights)
        return weights

    def _dense(self, inputs, weight_collections, trainable):
        with name_scope(None, self.name):
            return super()._dense(inputs, weight_collections, trainable)

    def _get_config(self):
        raise NotImplementedError("Columns that share an embedding have no configuration")


def indicator_column(categorical_column):
    """A dense column that says how often each id of another column is there.

    categorical_column: the column of the ids.
    """
    return IndicatorColumn(categorical_column)


def check_embedding(dimension, initializer, checkpoint, tensor_name, of=""):
    """The initializer; ValueError when something does not fit."""
    if dimension is None or dimension < 1:
        raise ValueError(f"Invalid dimension {dimension}.")
    if (checkpoint is None) != (tensor_name is None):
        raise ValueError("Must specify both `ckpt_to_load_from` and `tensor_name_in_ckpt` or none of them.")
    if initializer is not None and not callable(initializer):
        raise ValueError(f"initializer must be callable if specified.{of}")
    return initializer or truncated_normal_initializer(mean=0.0, stddev=1 / math.sqrt(dimension))


def embedding_column(
    categorical_column,
    dimension,
    combiner="mean",
    initializer=None,
    ckpt_to_load_from=None,
    tensor_name_in_ckpt=None,
    max_norm=None,
    trainable=True,
):
    """A dense column of the combined rows of an embedding [ids, dimension] that the ids of another column have.

    combiner: "mean", "sqrtn" or "sum".  initializer: of the embedding.  max_norm: rows are scaled down to it.
    ckpt_to_load_from, tensor_name_in_ckpt: a checkpoint that has its first values.
    categorical_column: the column of the ids.  trainable: whether the embedding is trained.
    """
    of = f" Embedding of column_name: {categorical_column.name}"
    initializer = check_embedding(dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt, of)
    rest = ckpt_to_load_from, tensor_name_in_ckpt, max_norm, trainable
    return EmbeddingColumn(categorical_column, dimension, combiner, initializer, *rest)


def _source(column):
    return column.categorical_column if isinstance(column, WeightedCategoricalColumn) else column


def shared_name(categorical_columns):
    """The name of an embedding that columns of ids share. ValueError where they mean different ids."""
    ordered = sorted(categorical_columns, key=lambda column: column.name)
    first = ordered[0]
    if not isinstance(first, CategoricalColumn):
        raise ValueError(
            f"All categorical_columns must be subclasses of _CategoricalColumn. Given: {first}, of type: {type(first)}"
        )
    for other in ordered[1:]:
        if not isinstance(_source(other), type(_source(first))):
            raise ValueError(
                "To use shared_embedding_column, all categorical_columns must have the same type, or be "
                f"weighted_categorical_column of the same type. Given column: {first} of type: {type(first)} does not "
                f"match given column: {other} of type: {type(other)}"
            )
        if other.num_buckets != first.num_buckets:
            raise ValueError(
                "To use shared_embedding_column, all categorical_columns must have the same number of buckets. Given "
                f"column: {first} with buckets: {first.num_buckets} does  not match column: {other} with buckets: "
                f"{other.num_buckets}"
            )
    return f"{'_'.join(one.name for one in ordered)}_shared_embedding"


def shared_embedding_columns(
    categorical_columns,
    dimension,
    combiner="mean",
    initializer=None,
    shared_embedding_collection_name=None,
    ckpt_to_load_from=None,
    tensor_name_in_ckpt=None,
    max_norm=None,
    trainable=True,
):
    """Dense columns of one embedding for several columns of ids that mean the same; see embedding_column.

    shared_embedding_collection_name: the collection that has the embedding, named after the columns when left out.
    """
    initializer = check_embedding(dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt)
    default_name = shared_name(categorical_columns)
    name = shared_embedding_collection_name or default_name
    rest = ckpt_to_load_from, tensor_name_in_ckpt, max_norm, trainable, name
    make: Any = SharedEmbeddingColumn
    return [make(one, dimension, combiner, initializer, *rest) for one in categorical_columns]

"""Columns of one embedding as TensorFlow 2 has them, for DenseFeatures, SequenceFeatures and LinearModel."""

import collections
from typing import Any, NoReturn

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import get_default_graph, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.layers.feature_column.dense import ColumnOfIds, check_embedding, shared_name
from graphlab._src.ops.embedding_sparse import safe_embedding_lookup_sparse
from graphlab._src.state.scope import get_variable
from graphlab._src.train.saving.initialize import init_from_checkpoint


class SharedEmbeddingColumnCreator:
    """An embedding, made when a column first uses it in a graph; a call makes a column."""

    def __init__(
        self,
        dimension: int,
        initializer: Any,
        ckpt_to_load_from: str | None,
        tensor_name_in_ckpt: str | None,
        num_buckets: int,
        trainable: bool,
        name: str = "shared_embedding_column_creator",
    ) -> None:
        """num_buckets: how many ids there are.  name: of the variable.  The rest is as for embedding_column."""
        self._dimension, self._num_buckets = dimension, num_buckets
        self._initializer, self._trainable, self._name = initializer, trainable, name
        self._checkpoint, self._tensor_name = ckpt_to_load_from, tensor_name_in_ckpt
        self._made: dict[str, Any] = {}  # key of a graph -> the variable

    dimension = attribute("_dimension", "The numbers in a row.")

    def __call__(self, categorical_column: Any, combiner: str, max_norm: float | None) -> "SharedEmbeddingColumn":
        """A column of the rows that the ids of another have."""
        make: Any = SharedEmbeddingColumn
        return make(categorical_column, self, combiner, max_norm)

    @property
    def embedding_weights(self) -> Any:
        """The variable [ids, dimension] of the default graph."""
        key = get_default_graph()._graph_key
        if key not in self._made:
            weights = self._made[key] = get_variable(
                self._name,
                shape=(self._num_buckets, self._dimension),
                dtype=dtypes.float32,
                initializer=self._initializer,
                trainable=self._trainable,
            )
            if self._checkpoint is not None:
                init_from_checkpoint(self._checkpoint, {self._tensor_name: weights})
        return self._made[key]


def _refuse() -> NoReturn:
    raise ValueError(
        "SharedEmbeddingColumns are not supported in `linear_model` or `input_layer`. Please use `DenseFeatures` or "
        "`LinearModel` instead."
    )


_FIELDS = "categorical_column shared_embedding_column_creator combiner max_norm"
_Fields: Any = collections.namedtuple("SharedEmbeddingColumn", _FIELDS)


class SharedEmbeddingColumn(ColumnOfIds, _Fields):
    """The combined rows that the ids of an example have in an embedding that other columns use too."""

    _kind = "shared_embedding"
    _column_kind = "embedding_column"  # in errors

    @property
    def variable_shape(self) -> TensorShape:
        """[dimension]."""
        return TensorShape([self.shared_embedding_column_creator.dimension])

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The ids."""
        return transformation_cache.get(self.categorical_column, state_manager)

    def _dense(self, inputs: Any, weight_collections: Any, trainable: Any) -> Any:
        with name_scope(None, self.name):
            ids, weights = self.categorical_column.get_sparse_tensors(inputs, inputs.state_manager)
            return safe_embedding_lookup_sparse(
                embedding_weights=self.shared_embedding_column_creator.embedding_weights,
                sparse_ids=ids,
                sparse_weights=weights,
                combiner=self.combiner,
                name=f"{self.name}_weights",
                max_norm=self.max_norm,
            )

    def _get_config(self) -> NoReturn:
        raise NotImplementedError("Columns that share an embedding have no configuration")

    # What input_layer and linear_model use.

    def _transform_feature(self, inputs: Any) -> NoReturn:
        _refuse()

    def _get_dense_tensor(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> NoReturn:
        _refuse()

    def _get_sequence_dense_tensor(
        self, inputs: Any, weight_collections: Any = None, trainable: Any = None
    ) -> NoReturn:
        _refuse()

    @property
    def _parse_example_spec(self) -> NoReturn:
        _refuse()

    @property
    def _variable_shape(self) -> NoReturn:
        _refuse()


def shared_embedding_columns_v2(
    categorical_columns: Any,
    dimension: int,
    combiner: str = "mean",
    initializer: Any = None,
    shared_embedding_collection_name: str | None = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
) -> list[SharedEmbeddingColumn]:
    """Dense columns of one embedding for several columns of ids that mean the same; see embedding_column.

    shared_embedding_collection_name: of the variable, named after the columns when left out.
    """
    initializer = check_embedding(dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt)
    default_name = shared_name(categorical_columns)
    create = SharedEmbeddingColumnCreator(
        dimension,
        initializer,
        ckpt_to_load_from,
        tensor_name_in_ckpt,
        categorical_columns[0].num_buckets,
        trainable,
        shared_embedding_collection_name or default_name,
    )
    return [create(categorical_column=one, combiner=combiner, max_norm=max_norm) for one in categorical_columns]

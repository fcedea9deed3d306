"""DenseFeatures and SequenceFeatures: feature columns as the first layer of a Keras model."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import name_scope
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.keras.layers.layer_registry import LAYERS
from graphlab._src.layers.feature_column.column import (
    CategoricalColumn,
    DenseColumn,
    SequenceDenseColumn,
    deserialize_feature_columns,
    serialize_feature_columns,
)
from graphlab._src.layers.feature_column.features import FeatureTransformationCache
from graphlab._src.layers.feature_column.models import check_batch, columns_of, linear_columns, weighted_sum
from graphlab._src.layers.feature_column.state import StateManagerImpl
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.checks.values import assert_equal
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.shape import shape as shape_of
from graphlab._src.state.initializers import zeros_initializer
from graphlab._src.state.scope import get_variable, pure_variable_scope


class _OfColumns(Layer):
    """A layer of feature columns, with the variables of each column below the column's name."""

    _is_feature_layer = True

    def __init__(self, feature_columns, trainable=True, name=None, **kwargs):
        super().__init__(trainable=trainable, name=name, **kwargs)
        self._feature_columns: list[Any] = sorted(
            columns_of(feature_columns, prefix=""), key=lambda column: column.name
        )
        for column in self._feature_columns:
            self._check(column)
        self._state_manager = StateManagerImpl(self, self.trainable)

    def _check(self, column):
        """ValueError when the layer has no use for the column."""
        raise NotImplementedError

    def build(self, input_shape):
        """Makes the variables of the columns."""
        for column in self._feature_columns:
            with pure_variable_scope(self.name), pure_variable_scope(column.name):
                column.create_state(self._state_manager)
        self.built = True

    def _features(self, features):
        if not isinstance(features, dict):
            raise ValueError(f"We expected a dictionary here. Instead we got: {features}")
        return FeatureTransformationCache(features, self._state_manager)

    def get_config(self):
        """The columns' configurations, and what every layer has."""
        return {**super().get_config(), "feature_columns": serialize_feature_columns(self._feature_columns)}

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """The layer of a configuration.  custom_objects: {name: class or function} of the program's own."""
        columns = deserialize_feature_columns(config["feature_columns"], custom_objects)
        return cls(**{**config, "feature_columns": columns})


class DenseFeatures(_OfColumns):
    """One tensor [batch, numbers] of what dense columns make of features, side by side in the order of their names.

    feature_columns: dense columns; one of ids is wrapped with embedding_column or indicator_column.
    A call accepts {key: tensor or SparseTensor}, and as cols_to_output_tensors a dict that gets each column's tensor.
    """

    def _check(self, column):
        if isinstance(column, DenseColumn) and column._is_v2_column:
            return
        raise ValueError(
            "Items of feature_columns must be a DenseColumn. You can wrap a categorical column with an "
            f"embedding_column or indicator_column. Given: {column}"
        )

    def compute_output_shape(self, input_shape):
        """[batch, numbers]."""
        return input_shape[0], sum(column.variable_shape.num_elements() for column in self._feature_columns)

    def call(self, features, cols_to_output_tensors: Any = None):
        """The tensor [batch, numbers]."""
        inputs = self._features(features)
        found = []
        for column in self._feature_columns:
            with name_scope(column.name):
                tensor = column.get_dense_tensor(inputs, self._state_manager)
                found.append(reshape(tensor, (shape_of(tensor)[0], column.variable_shape.num_elements())))
            if cols_to_output_tensors is not None:
                cols_to_output_tensors[column] = found[-1]
        check_batch(found, self._feature_columns)
        return concat(found, -1)


class SequenceFeatures(_OfColumns):
    """Sequences [batch, steps, numbers] of what columns make of features, and the number of steps [batch].

    feature_columns: sequence_numeric_columns, and embeddings or indicators of sequence_categorical_columns.
    """

    def _check(self, column):
        if not isinstance(column, SequenceDenseColumn) or not column._is_v2_column:
            raise ValueError(
                "Items of feature_columns must be a SequenceDenseColumn. You can wrap a categorical column with an "
                f"embedding_column or indicator_column. Given: {column}"
            )

    def call(self, features):
        """(the tensor [batch, steps, numbers], the number of steps [batch])."""
        inputs = self._features(features)
        found, lengths = [], []
        for column in self._feature_columns:
            with name_scope(column.name):
                tensor, length = column.get_sequence_dense_tensor(inputs, self._state_manager)
                sizes = shape_of(tensor)
                found.append(reshape(tensor, (sizes[0], sizes[1], column.variable_shape.num_elements())))
                lengths.append(length)
        check_batch(lengths, self._feature_columns)
        length = all_equal(lengths)
        check_batch(found, self._feature_columns)
        return concat(found, -1), length


class LinearModelLayer(_OfColumns):
    """The weighted sum [batch, units] of what columns make of features, and a bias; ids have a weight each.

    sparse_combiner: how the weights of the ids of one example are combined, "sum", "mean" or "sqrtn".
    """

    def __init__(self, feature_columns, units=1, sparse_combiner="sum", trainable=True, name=None, **kwargs):
        super().__init__(feature_columns, trainable, name, **kwargs)
        self._units, self._sparse_combiner = units, sparse_combiner
        self.bias: Any = None

    def _check(self, column):
        linear_columns([column], prefix="")

    def build(self, input_shape):
        """Makes the variables of the columns, a weight for each number or id, and the bias."""
        with pure_variable_scope(self.name):
            for column in self._feature_columns:
                is_ids = isinstance(column, CategoricalColumn)
                with pure_variable_scope(column.name):
                    column.create_state(self._state_manager)
                    self._state_manager.create_variable(
                        column,
                        name="weights",
                        shape=(column.num_buckets if is_ids else column.variable_shape.num_elements(), self._units),
                        initializer=zeros_initializer(),
                        trainable=self.trainable,
                    )
            self.bias = self.add_weight(
                name="bias_weights",
                dtype=dtypes.float32,
                shape=[self._units],
                initializer=zeros_initializer(),
                trainable=self.trainable,
                use_resource=True,
                getter=get_variable,
            )
        self.built = True

    def call(self, features):
        """The tensor [batch, units]."""
        with name_scope(self.name):
            inputs = self._features(features)
            found = []
            for column in self._feature_columns:
                with name_scope(column.name):
                    weights = self._state_manager.get_variable(column, "weights")
                    found.append(weighted_sum(column, inputs, weights, self._sparse_combiner))
            check_batch(found, self._feature_columns)
            total = add_n(found, name="weighted_sum_no_bias")
            return bias_add(total, self.bias, name="weighted_sum")

    def get_config(self):
        """The columns' configurations, units and sparse_combiner, and what every layer has."""
        return {**super().get_config(), "units": self._units, "sparse_combiner": self._sparse_combiner}


def all_equal(tensors):
    """The first tensor; a run fails unless all are equal."""
    with name_scope(None, "assert_all_equal", tensors):
        if len(tensors) == 1:
            return tensors[0]
        with control_dependencies([assert_equal(tensors[0], tensor) for tensor in tensors[1:]]):
            return identity(tensors[0])


LAYERS.update(DenseFeatures=DenseFeatures, SequenceFeatures=SequenceFeatures)

"""Columns whose variables a StateManager makes, as layers and columns of programs use them; TensorFlow 1.15's answers."""

import pytest

import graphlab as tf
from graphlab._src.keras.linear_column_model import LinearModel
from graphlab._src.layers.feature_column.column import (
    DenseColumn,
    deserialize_feature_columns,
    is_feature_column_v2,
    serialize_feature_columns,
)
from graphlab._src.layers.feature_column.features import FeatureTransformationCache
from graphlab._src.layers.feature_column.numeric import NumericColumn
from graphlab._src.layers.feature_column.sequence_layer import concatenate_context_input
from graphlab._src.layers.feature_column.state import StateManagerImpl

fc = tf.feature_column
fc2 = tf.compat.v2.feature_column

IDS = tf.SparseTensorValue([[0, 0], [1, 0], [1, 1]], [2, 0, 1], [2, 3])
TABLE = tf.constant_initializer([[1.0, 2.0], [3.0, 5.0], [7.0, 11.0]])


def values(*tensors):
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.tables_initializer()])
        return [value.tolist() for value in session.run(tensors)]


class Tripled(DenseColumn):
    """A column as programs write them for TensorFlow 2."""

    name = "tripled"

    @property
    def variable_shape(self):
        return tf.TensorShape([1])

    def create_state(self, state_manager):
        state_manager.create_variable(self, "factor", [1], initializer=tf.constant_initializer(3.0))

    def transform_feature(self, transformation_cache, state_manager):
        return transformation_cache.get("a", state_manager)

    def get_dense_tensor(self, transformation_cache, state_manager):
        found = transformation_cache.get(self, state_manager)
        return found * state_manager.get_variable(self, "factor")


class Tenfold(NumericColumn):
    """A column of graphlab's with another tensor."""

    def get_dense_tensor(self, transformation_cache, state_manager):
        return super().get_dense_tensor(transformation_cache, state_manager) * 10


def test_columns_of_programs_have_variables_in_a_layer():
    layer = tf.keras.layers.DenseFeatures([Tripled(), Tenfold("a", (1,), None, tf.float32, None)])
    tensor = layer({"a": [[2.0], [3.0]]})
    assert values(tensor) == [[[20, 6], [30, 9]]]
    assert [weight.name for weight in layer.weights] == ["dense_features/tripled/factor:0"]


def test_columns_with_and_without_state():
    cache = FeatureTransformationCache({"ids": IDS, "x": [[1.0, 2.0], [5.0, 6.0]]})
    number = fc.numeric_column("x", shape=[2], normalizer_fn=lambda x: x + 2)
    ids = fc.categorical_column_with_identity("ids", 3)
    embedded = fc.embedding_column(ids, 2, initializer=TABLE)
    layer = tf.keras.layers.Layer(name="layer")
    state = StateManagerImpl(layer, trainable=True)
    with pytest.raises(ValueError, match="Variable does not exist"):
        embedded.get_dense_tensor(cache, state)
    embedded.create_state(state)
    with pytest.raises(ValueError, match="Variable already exists"):
        embedded.create_state(state)
    dense = [number.get_dense_tensor(cache, None), embedded.get_dense_tensor(cache, state)]
    assert values(*dense, ids.get_sparse_tensors(cache, None).id_tensor.values) == [
        [[3, 4], [7, 8]],
        [[7, 11], [2, 3.5]],
        [2, 0, 1],
    ]
    assert (number.parents, embedded.parents) == (["x"], [ids])
    assert len(layer.trainable_weights) == 1 and is_feature_column_v2([number, embedded])
    with pytest.raises(TypeError, match='"key" must be either a "str" or "FeatureColumn"'):
        cache.get(3, None)
    with pytest.raises(
        ValueError, match="categorical_column must be of type SequenceCategoricalColumn to use Sequence"
    ):
        embedded.get_sequence_dense_tensor(cache, state)


def test_only_the_layer_of_tensorflow_1_divides_an_embedding():
    old, new = tf.keras.layers.DenseFeatures, tf.compat.v2.keras.layers.DenseFeatures
    assert issubclass(new, old) and new is not old
    embedded = fc.embedding_column(fc.categorical_column_with_identity("ids", 4), 2)
    with tf.variable_scope("scope", partitioner=tf.fixed_size_partitioner(2)):
        old([embedded], name="old")({"ids": IDS})
        new([embedded], name="new")({"ids": IDS})
    assert [variable.name for variable in tf.global_variables()] == [
        "scope/old/ids_embedding/embedding_weights/part_0:0",
        "scope/old/ids_embedding/embedding_weights/part_1:0",
        "scope/new/ids_embedding/embedding_weights:0",
    ]


def test_columns_share_an_embedding_of_a_graph():
    ids, others = (fc.categorical_column_with_identity(key, 3) for key in ("ids", "others"))
    columns = fc2.shared_embeddings([others, ids], 2, initializer=TABLE)
    tensor = tf.keras.layers.DenseFeatures(columns)({"ids": IDS, "others": [[1], [2]]})
    assert [variable.name for variable in tf.trainable_variables()] == ["ids_others_shared_embedding:0"]
    assert values(tensor) == [[[7, 11, 3, 5], [2, 3.5, 7, 11]]]
    with pytest.raises(ValueError, match="not supported in `linear_model` or `input_layer`"):
        fc.input_layer({"ids": IDS, "others": [[1], [2]]}, columns)
    old = fc.shared_embedding_columns([ids], 2)
    with pytest.raises(ValueError, match="Items of feature_columns must be a DenseColumn"):
        tf.keras.layers.DenseFeatures(old)


def test_a_linear_model_is_a_keras_model():
    columns = [fc.numeric_column("price"), fc.categorical_column_with_identity("ids", 4)]
    model = LinearModel(columns, units=2, name="linear")
    sums = model({"price": [[1.0], [5.0]], "ids": IDS})
    assert [variable.name for variable in model.variables] == [
        f"linear/{name}:0" for name in ("ids/weights", "price/weights", "bias_weights")
    ]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for variable in model.variables:
            variable.load(tf.range(variable.shape.num_elements()).eval().reshape(variable.shape.as_list()) + 1.0)
        assert session.run(sums).tolist() == [[7, 10], [10, 18]]
        assert session.run(model.bias).tolist() == [1, 2]
    with pytest.raises(ValueError, match="We expected a dictionary here"):
        model([1.0])


def test_configurations_and_orders_of_arguments():
    buckets = fc.bucketized_column(fc.numeric_column("x"), [0, 2])
    columns = [
        fc.crossed_column(["a", buckets], 7),
        fc.embedding_column(fc2.sequence_categorical_column_with_identity("i", 5), 3),
    ]
    (crossed, embedded) = deserialize_feature_columns(serialize_feature_columns(columns))
    assert crossed == columns[0] and embedded.name == "i_embedding" and embedded.dimension == 3
    assert NumericColumn._from_config(fc.numeric_column("y")._get_config()) == fc.numeric_column("y")
    with pytest.raises(ValueError, match="Invalid config"):
        NumericColumn._from_config({"key": "y"})
    vocabulary = fc2.categorical_column_with_vocabulary_file("k", "file", 5, tf.int64, 2)
    assert (vocabulary.dtype, vocabulary.default_value, vocabulary.num_oov_buckets) == (tf.int64, 2, 0)
    assert not hasattr(fc2, "input_layer") and sorted([buckets, "zz"]) == [buckets, "zz"]


def test_a_context_is_repeated_for_each_step_of_a_sequence():
    assert values(concatenate_context_input(tf.ones([1, 1]), tf.zeros([1, 2, 2]))) == [[[[0, 0, 1], [0, 0, 1]]]]
    with pytest.raises(TypeError, match="sequence_input must have dtype float32"):
        concatenate_context_input(tf.ones([1, 1]), tf.zeros([1, 2, 2], tf.int32))

"""Feature columns by the results of runs and by the names of their variables, with TensorFlow's numbers."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.layers.feature_column.models import LinearModel
from graphlab._src.layers.feature_column.objects import InputLayer

fc = tf.feature_column


@pytest.mark.slow
def test_columns_as_one_layer_and_as_a_linear_model():
    age = fc.numeric_column("age")
    buckets = fc.bucketized_column(age, [18, 30.0, 50])
    color = fc.categorical_column_with_vocabulary_list("color", ["red", "green", "blue"])
    number = fc.categorical_column_with_identity("id", 5, default_value=0)
    crossed = fc.crossed_column(["color", buckets], 20)
    table = tf.constant_initializer(np.arange(15.0).reshape(5, 3))
    with tf.Graph().as_default(), tf.Session() as session:
        features = {
            "age": tf.constant([[17.0], [30.0], [60.0]]),
            "color": tf.constant([["red", "blue"], ["green", ""], ["pink", "red"]]),
            "id": tf.SparseTensor([[0, 0], [0, 1], [2, 0]], tf.constant([1, 4, 9], tf.int64), [3, 2]),
        }
        embedded = fc.embedding_column(number, 3, initializer=table)
        layer = fc.input_layer(features, [age, buckets, embedded, fc.indicator_column(color)])
        model = fc.linear_model(features, [age, color, crossed])
        names = [variable.op.name for variable in tf.trainable_variables()]
        session.run([tf.global_variables_initializer(), tf.tables_initializer()])
        rows, sums = session.run([layer, model])
    assert names == [
        "input_layer/id_embedding/embedding_weights",
        "linear_model/age/weights",
        "linear_model/age_bucketized_X_color/weights",
        "linear_model/color/weights",
        "linear_model/bias_weights",
    ]
    assert rows.tolist() == [
        [17, 1, 0, 0, 0, 1, 0, 1, 7.5, 8.5, 9.5],
        [30, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0],
        [60, 0, 0, 0, 1, 1, 0, 0, 0, 1, 2],
    ]
    assert sums.tolist() == [[0], [0], [0]]


def test_columns_refuse_what_does_not_fit():
    with pytest.raises(ValueError, match="boundaries must be a sorted list"):
        fc.bucketized_column(fc.numeric_column("age"), [3, 2])
    with pytest.raises(ValueError, match="Items of feature_columns must be a _DenseColumn"):
        fc.input_layer({}, [fc.categorical_column_with_identity("x", 3)])
    with pytest.raises(ValueError, match="Feature age is not in features dictionary"):
        fc.input_layer({}, [fc.numeric_column("age")])


def test_boundaries_and_defaults_have_the_right_type():
    with pytest.raises(ValueError, match="boundaries must be a sorted list"):
        fc.bucketized_column(fc.numeric_column("age"), None)
    with pytest.raises(TypeError, match="default_value must be compatible with dtype"):
        fc.numeric_column("age", default_value=["x"])


def test_dense_features_is_the_first_layer_of_a_model():
    ids = fc.categorical_column_with_identity("id", 3)
    columns = [fc.numeric_column("age"), fc.embedding_column(ids, 2, initializer=tf.ones_initializer())]
    age, number = np.arange(4.0, dtype="float32"), np.array([[0], [1], [2], [0]])
    with tf.Graph().as_default(), tf.Session():
        dense = tf.keras.layers.Dense(1, kernel_initializer="ones")
        model = tf.keras.Sequential([tf.keras.layers.DenseFeatures(columns), dense])
        assert model.predict({"age": age, "id": number}).tolist() == [[2], [3], [4], [5]]
        assert model.layers[0].weights[0].op.name.endswith("dense_features/id_embedding/embedding_weights")
        config = model.layers[0].get_config()
    restored = tf.keras.layers.DenseFeatures.from_config(config)
    assert restored.get_config() == config
    assert [column["class_name"] for column in config["feature_columns"]] == ["NumericColumn", "EmbeddingColumn"]


def test_sequence_features_are_embedded_for_each_step():
    rating = fc.sequence_numeric_column("rating")
    watched = fc.sequence_categorical_column_with_identity("watched", 5)
    places = [[0, 0], [0, 1], [1, 0]]
    with tf.Graph().as_default(), tf.Session() as session:
        features = {
            "rating": tf.SparseTensor(places, [1.0, 2.0, 3.0], [2, 2]),
            "watched": tf.SparseTensor(places, [1, 2, 3], [2, 2]),
        }
        layer = tf.keras.experimental.SequenceFeatures([rating, fc.indicator_column(watched)])
        tensor, length = session.run(layer(features))
    assert tensor[:, :, 0].tolist() == [[1, 2], [3, 0]] and length.tolist() == [2, 1]
    assert tensor[:, :, 1:].argmax(-1).tolist() == [[1, 2], [3, 0]]


def test_objects_of_columns_use_the_same_variables_again():
    column = fc.embedding_column(fc.categorical_column_with_identity("id", 3), 2)
    with tf.Graph().as_default(), tf.Session() as session:
        layer, model = InputLayer([column]), LinearModel([fc.numeric_column("age")], name="linear")
        ids = {"id": tf.constant([[1], [2]])}
        same = layer(ids), layer(ids)
        sums = model({"age": tf.ones([2, 1])}), model({"age": tf.ones([2, 1])})
        assert [v.op.name for v in layer.variables] == ["feature_column_input_layer/id_embedding/embedding_weights"]
        assert [v.op.name for v in tf.global_variables("linear/")] == ["linear/age/weights", "linear/bias_weights"]
        session.run(tf.global_variables_initializer())
        first, second, *_ = session.run([*same, *sums])
    assert (first == second).all()

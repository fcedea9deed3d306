"""Feature columns by the results of runs and by the names of their variables, with TensorFlow's numbers."""

import numpy as np
import pytest

import graphlab as tf

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

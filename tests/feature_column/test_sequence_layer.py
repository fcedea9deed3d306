"""tf.contrib.feature_column.sequence_input_layer."""

import numpy as np
import pytest

import graphlab as tf

columns = tf.contrib.feature_column


def test_columns_of_sequences_stand_side_by_side():
    places = [[0, 0], [0, 1], [1, 0]]
    features = {
        "w": tf.SparseTensor(places, [1, 0, 1], [2, 2]),
        "n": tf.SparseTensor(places, [1.0, 2.0, 3.0], [2, 2]),
    }
    words = columns.sequence_categorical_column_with_identity("w", 2)
    embedded = tf.feature_column.embedding_column(
        words, 2, initializer=tf.constant_initializer([[1.0, 2.0], [3.0, 4.0]])
    )
    given = [embedded, columns.sequence_numeric_column("n"), tf.feature_column.indicator_column(words)]
    layer, lengths = columns.sequence_input_layer(features, given)
    assert layer.shape.as_list() == [2, 2, 5]
    assert [v.op.name for v in tf.trainable_variables()] == ["sequence_input_layer/w_embedding/embedding_weights"]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        layer, lengths = session.run([layer, lengths])
    np.testing.assert_array_equal(lengths, [2, 1])
    np.testing.assert_array_equal(layer, [[[1, 3, 4, 0, 1], [2, 1, 2, 1, 0]], [[3, 3, 4, 0, 1], [0, 0, 0, 0, 0]]])
    with pytest.raises(ValueError, match="All feature_columns must be of type _SequenceDenseColumn"):
        columns.sequence_input_layer(features, [tf.feature_column.numeric_column("n")])

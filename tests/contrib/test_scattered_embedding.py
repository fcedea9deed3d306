"""Scattered embeddings, sparse tensors of dense ones and adaptive clipping: values of TensorFlow 1.15."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.contrib.layers import scattered_embedding, sparse_ops
from graphlab._src.contrib.layers.clipping import adaptive_clipping_fn

layers = tf.contrib.layers
WORDS = tf.SparseTensorValue([[0, 0], [0, 1], [2, 0], [2, 3]], [b"x", b"y", b"x", b"x"], [4, 5])


@pytest.fixture(autouse=True)
def sess():
    with tf.Graph().as_default(), tf.Session() as sess:
        yield sess


def parts():
    numbers = np.arange(10, dtype=np.float32)
    return [tf.constant(part) for part in (numbers[:4], numbers[4:7], numbers[7:])]


def words():
    return tf.SparseTensor(WORDS.indices, tf.constant(WORDS.values), WORDS.dense_shape)


def test_hashes_choose_the_elements_of_an_embedding(sess):
    found = scattered_embedding.scattered_embedding_lookup(parts(), tf.constant([b"a", b"b"]), 5, hash_key=7)
    assert sess.run(found).tolist() == [[5, 0, 2, 9, 3], [5, 2, 0, 5, 4]]
    found = scattered_embedding.scattered_embedding_lookup_sparse(parts(), words(), 3, combiner="sqrtn", hash_key=9)
    expected = [4.2426, 3.5355, 8.4853, 1, 9, 3, 0, 2.8284, 4.2426, 1, 9, 3]
    np.testing.assert_allclose(sess.run(found).ravel(), expected, atol=1e-4)
    with pytest.raises(ValueError, match="Tensor 0 in params has size 3, expected 4"):
        scattered_embedding.scattered_embedding_lookup(parts()[::-1], tf.constant([b"a"]), 5)


def test_a_column_of_scattered_embeddings(sess):
    column = layers.scattered_embedding_column(
        "f", 20, 3, 7, "sqrtn", lambda shape, dtype=None, partition_info=None: tf.range(20.0) / 10
    )
    inputs = layers.input_from_feature_columns({"f": words()}, [column])
    sess.run(tf.global_variables_initializer())
    expected = [1.9092, 1.4142, 0.28284, 0.2, 0.3, 0.1, 2.1213, 1.2728, 0, 0.2, 0.3, 0.1]
    np.testing.assert_allclose(sess.run(inputs).ravel(), expected, atol=1e-4)


def test_indicators_are_places(sess):
    found = sess.run(
        sparse_ops.indicators_to_sparse_ids(tf.constant([[[0, 0, 1, 0], [0] * 4], [[1, 0, 1, 1], [0, 0, 1, 0]]]))
    )
    assert found.indices.tolist() == [[0, 0, 0], [1, 0, 0], [1, 0, 1], [1, 0, 2], [1, 1, 0]]
    assert found.values.tolist() == [2, 0, 2, 3, 2] and found.dense_shape.tolist() == [2, 2, 3]
    assert sess.run(sparse_ops.sparse_row_envelope(words())).tolist() == [2, 0, 4, 0]


def test_gradients_far_from_the_usual_norm_are_scaled(sess):
    w, e, x = tf.Variable([1.0, 2.0]), tf.Variable(tf.ones([4, 2])), tf.placeholder(tf.float32, [2])
    loss = tf.reduce_sum(w * x) + tf.reduce_sum(tf.gather(e, [1, 1]) * x)
    clip = adaptive_clipping_fn(decay=0.5, static_max_norm=6.0)
    train = layers.optimize_loss(loss, tf.train.get_or_create_global_step(), 0.1, "SGD", clip_gradients=clip)
    sess.run(tf.global_variables_initializer())
    for k in range(5):
        sess.run(train, {x: [1.0 + k * k, 2.0]})
    np.testing.assert_allclose(sess.run(w), [-0.30535, 1.3629], atol=1e-4)
    np.testing.assert_allclose(sess.run(e)[1], [-1.6107, -0.27413], atol=1e-4)

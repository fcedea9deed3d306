"""Products with what XLA knows, and what becomes of them in one segment."""

import numpy as np

import graphlab as tf


def test_sums_of_products_with_ones_are_right():
    w = tf.placeholder(tf.float32, [64, 64])
    product = tf.matmul(w, tf.ones([64, 64]))
    sums = [tf.reduce_sum(product), tf.reduce_mean(product), tf.reduce_sum(product, 0), tf.reduce_max(product)]
    with tf.Session() as sess:
        total, mean, columns, largest = sess.run(sums, {w: np.ones([64, 64])})
    assert (total, mean, largest) == (64**3, 64, 64)
    np.testing.assert_array_equal(columns, np.full(64, 64**2))

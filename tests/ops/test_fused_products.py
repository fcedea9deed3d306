"""Products with what XLA knows, and what becomes of them in one segment."""

import numpy as np
import pytest

import graphlab as tf


def test_sums_of_products_with_ones_are_right():
    w = tf.placeholder(tf.float32, [64, 64])
    product = tf.matmul(w, tf.ones([64, 64]))
    sums = [tf.reduce_sum(product), tf.reduce_mean(product), tf.reduce_sum(product, 0), tf.reduce_max(product)]
    with tf.Session() as sess:
        total, mean, columns, largest = sess.run(sums, {w: np.ones([64, 64])})
    assert (total, mean, largest) == (64**3, 64, 64)
    np.testing.assert_array_equal(columns, np.full(64, 64**2))


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_a_square_that_overflows_is_negative_for_what_follows_too(dtype):
    numbers = np.array([46341, 65535, 3, -50000, 3037000500, -4000000001]).astype(dtype)
    x = tf.placeholder(dtype, [6])
    y = tf.placeholder(dtype, [6])
    with np.errstate(over="ignore"):
        expected = numbers * numbers
    for product in (tf.square(x), x * x, tf.squared_difference(x, tf.zeros_like(x)), (x + y) * (y + x)):
        with tf.Session() as sess:
            found = sess.run([tf.abs(product), product < 0, product], {x: numbers, y: np.zeros_like(numbers)})
        np.testing.assert_array_equal(found, [np.abs(expected), expected < 0, expected])


def test_each_operation_on_bfloat16_rounds_its_result():
    numbers = np.linspace(1, 9, 64).astype(tf.bfloat16.as_numpy_dtype)
    x = tf.placeholder(tf.bfloat16, [64])
    with tf.Session() as sess:
        found = sess.run(tf.cast(x * x, tf.float32), {x: numbers})
    np.testing.assert_array_equal(found, (numbers * numbers).astype(np.float32))

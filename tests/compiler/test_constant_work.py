"""What is computed from constants alone."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.compiler import constant_work


def _made_of_constants():
    return tf.reshape(tf.range(40000, dtype=tf.float32), [200, 200]) / 40000.0


def test_a_product_of_large_arrays_made_of_constants_is_left_to_the_code():
    """XLA would multiply them one element at a time as it compiles, for minutes, and a process that ends waits for it."""
    tf.matmul(_made_of_constants(), tf.ones([200, 200]))
    assert constant_work.is_large(tf.get_default_graph().get_operations(), ())


def test_what_is_computed_with_variables_or_made_at_random_or_small_is_not():
    weights = tf.get_variable("weights", [200, 200], use_resource=True)
    tf.matmul(weights, tf.ones([200, 200]) + tf.random_normal([200, 200]))
    tf.matmul(tf.reshape(tf.range(400), [20, 20]), tf.ones([20, 20], tf.int32))
    assert not constant_work.is_large(tf.get_default_graph().get_operations(), ())


@pytest.mark.tier("compiled")
def test_it_has_the_value_that_numpy_computes():
    with tf.Session() as session:
        value = session.run(tf.matmul(_made_of_constants(), tf.pad(tf.ones([198, 200]), [[1, 1], [0, 0]])))
    factor = np.arange(40000, dtype=np.float32).reshape(200, 200) / 40000
    np.testing.assert_allclose(value, np.tile(factor[:, 1:-1].sum(1, keepdims=True), 200), rtol=1e-5)

"""tf.test.compute_gradient: Jacobians from the gradient graph and from nudged inputs agree."""

import numpy as np
import pytest

import graphlab as tf


@pytest.fixture
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def test_both_jacobians_of_a_product(session):
    x = tf.constant([1.0, 2.0], name="x")
    y = tf.stack([x[0] * x[1], x[0] * 3.0, x[1]])
    theory, numeric = tf.test.compute_gradient(x, [2], y, [3], x_init_value=np.array([1, 2], np.float32))
    np.testing.assert_allclose(theory, [[2, 3, 0], [1, 0, 1]])
    np.testing.assert_allclose(numeric, theory, atol=1e-3)


def test_the_error_of_a_right_gradient_is_small(session):
    x = tf.constant(np.linspace(0.1, 0.9, 6).reshape(2, 3), name="x")
    assert tf.test.compute_gradient_error(x, [2, 3], tf.tanh(x), [2, 3], delta=1e-6) < 1e-7


def test_the_error_of_a_wrong_gradient_is_not(session):
    x = tf.constant([0.5, 0.7], name="x")
    y = tf.square(x) + tf.stop_gradient(x)
    assert tf.test.compute_gradient_error(x, [2], y, [2]) > 0.5


def test_a_list_of_inputs_gives_a_pair_for_each(session):
    a, b = tf.constant([[1.0, 2.0]]), tf.constant([[3.0], [4.0]])
    pairs = tf.test.compute_gradient([a, b], [[1, 2], [2, 1]], tf.matmul(a, b), [1, 1])
    assert [theory.shape for theory, _ in pairs] == [(2, 1), (2, 1)]


def test_variables_are_initialized_and_other_tensors_fed(session):
    v = tf.Variable([1.0, 2.0])
    scale = tf.placeholder(tf.float32, [])
    error = tf.test.compute_gradient_error(
        v.value(), [2], v * scale, [2], init_targets=[v.initializer], extra_feed_dict={scale: 3.0}
    )
    assert error < 1e-2

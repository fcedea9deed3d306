"""Functions with gradients of their own, and gradients of gradients."""

import numpy as np
import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def test_a_custom_gradient_may_read_variables(session):
    @tf.custom_gradient
    def doubled(x):
        w = tf.get_variable("w", initializer=3.0, use_resource=True)

        def grad(dy, variables):
            assert [variable.op.name for variable in variables] == ["w"]
            return dy * 10.0, [dy * 100.0]

        return x * w, grad

    x = tf.constant(2.0)
    y = doubled(x)
    dx, dw = tf.gradients(y, [x, *tf.trainable_variables()])
    session.run(tf.global_variables_initializer())
    assert session.run([y, dx, dw]) == [6.0, 10.0, 100.0]


def test_variables_that_a_custom_gradient_can_not_take_are_refused():
    def with_variables(use_resource):
        @tf.custom_gradient
        def f(x):
            return x * tf.get_variable("w", initializer=3.0, use_resource=use_resource), lambda dy: dy

        return f(tf.constant(1.0))

    with pytest.raises(TypeError, match="must be `ResourceVariable`s"):
        with_variables(False)
    tf.get_variable_scope().reuse_variables()
    with tf.Graph().as_default(), pytest.raises(TypeError, match="must accept a keyword argument 'variables'"):
        with_variables(True)


def test_a_recomputed_gradient_is_the_gradient(session):
    w = tf.get_variable("w", initializer=0.5, use_resource=True)
    x = tf.constant([1.0, 2.0])
    found = tf.gradients(tf.recompute_grad(lambda x: tf.sin(x * w))(x), [x, w])
    session.run(tf.global_variables_initializer())
    expected = session.run(tf.gradients(tf.sin(x * w), [x, w]))
    for one, other in zip(session.run(found), expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)


def test_a_gradient_can_pass_through(session):
    x = tf.constant([1.4, 2.6])
    y = tf.grad_pass_through(tf.round)(x)
    assert session.run([y, tf.gradients(y, x)[0]])[1].tolist() == [1.0, 1.0]


@pytest.mark.parametrize(
    "function",
    [
        lambda x: tf.linalg.expm(x[:2]),
        lambda x: tf.truncatemod(x * 3, 0.7),
        lambda x: tf.dynamic_partition(x, [0, 1, 0], 2)[0] ** 3,
        lambda x: tf.cholesky(tf.matmul(x[:2], x[:2], transpose_b=True) + tf.eye(2, dtype=tf.float64)),
    ],
    ids=["expm", "truncatemod", "dynamic_partition", "cholesky"],
)
def test_gradients_of_gradients(session, function):
    x = tf.placeholder(tf.float64, [3, 2])
    point = np.array([[0.3, 0.8], [0.5, 0.2], [0.9, 0.4]])
    slope = tf.gradients(tf.reduce_sum(tf.sin(function(x))), x)[0]
    total = tf.reduce_sum(tf.cos(slope))
    found = session.run(tf.gradients(total, x)[0], {x: point})
    for place in np.ndindex(3, 2):
        step = np.zeros((3, 2))
        step[place] = 1e-5
        ahead, behind = (session.run(total, {x: point + sign * step}) for sign in (1, -1))
        np.testing.assert_allclose(found[place], (ahead - behind) / 2e-5, rtol=1e-4, atol=1e-6)

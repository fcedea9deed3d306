"""tf.GradientTape in graph mode."""

from typing import Any

import numpy as np
import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def test_it_records_what_is_computed_from_watched_tensors_in_its_block(session):
    x = tf.constant(3.0)
    before = x * x
    with tf.GradientTape(persistent=True) as tape:
        unwatched = x * x
        tape.watch(x)
        y = x * before + unwatched
        with tape.stop_recording():
            skipped = x * 5.0
        z = skipped + x
    assert tape.gradient(unwatched, x) is None
    zero = tape.gradient(unwatched, x, unconnected_gradients=tf.UnconnectedGradients.ZERO)
    assert session.run([tape.gradient(y, x), tape.gradient(z, {"x": x}), zero]) == [9.0, {"x": 1.0}, 0.0]


def test_it_can_be_used_once_unless_it_is_persistent():
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * 2.0
    tape.gradient(y, x)
    with pytest.raises(RuntimeError, match="can only be called once on non-persistent tapes"):
        tape.gradient(y, x)
    with pytest.raises(ValueError, match="not tf.Tensor"), tf.GradientTape() as other:
        other.watch(1.0)


def test_it_watches_trainable_variables_that_are_read(session):
    v = tf.get_variable("v", initializer=2.0, use_resource=True)
    fixed = tf.get_variable("fixed", initializer=3.0, use_resource=True, trainable=False)
    through = tf.function(lambda x: v * x)
    with tf.GradientTape() as tape:
        y = v * v * fixed + through(tf.constant(5.0))
    with tf.GradientTape(watch_accessed_variables=False) as other:
        other.watch(fixed)
        z = v * fixed
    assert tape.watched_variables() == (v,) and other.watched_variables() == (fixed,)
    gradients = [*tape.gradient(y, [v, fixed]), other.gradient(z, fixed)]
    assert gradients[1] is None
    session.run(tf.global_variables_initializer())
    assert session.run([gradients[0], gradients[2]]) == [17.0, 2.0]


def test_it_watches_variables_that_a_function_makes_while_it_is_traced(session):
    layer = tf.keras.layers.Dense(1, kernel_initializer="ones")

    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            y = layer(x)
        return tape.gradient(y, layer.trainable_weights)

    gradients = f(tf.constant([[2.0, 3.0]]))
    session.run(tf.global_variables_initializer())
    kernel, bias = session.run(gradients)
    assert kernel.tolist() == [[2.0], [3.0]] and bias.tolist() == [1.0]


def test_tapes_nest_and_work_inside_of_functions(session):
    x = tf.constant(3.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = x * x * x
        first = inner.gradient(y, x)
    v = tf.get_variable("v", initializer=2.0, use_resource=True)

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            loss = v * x * x
        gradient = tape.gradient(loss, v)
        v.assign_sub(0.1 * gradient)
        return gradient, v.read_value()

    session.run(v.initializer)
    assert session.run([first, outer.gradient(first, x)]) == [27.0, 18.0]
    np.testing.assert_allclose(session.run(step(x)), [9.0, 1.1], rtol=1e-6)


def test_jacobians(session):
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.matmul(x, x)
        z = x * x
    whole, rows = session.run([tape.jacobian(y, x), tape.batch_jacobian(z, x)])
    values = np.array([[1.0, 2.0], [3.0, 4.0]])
    eye = np.eye(2)
    expected = np.einsum("ik,lj->ijkl", eye, values) + np.einsum("ik,jl->ijkl", values, eye)
    np.testing.assert_allclose(whole, expected)
    np.testing.assert_allclose(rows, [[[2.0, 0.0], [0.0, 4.0]], [[6.0, 0.0], [0.0, 8.0]]])


def test_jacobians_of_what_a_loop_or_a_branch_computed(session):
    x, deep = tf.placeholder(tf.float32, [2, 3]), tf.placeholder(tf.bool, [])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        cubes = tf.while_loop(lambda i, _: i < 2, lambda i, y: (i + 1, y * x), [0, x])[1]
        either: Any = tf.cond(deep, lambda: cubes * 1.0, lambda: x * x)
    found = [tape.jacobian(either, x), tape.batch_jacobian(cubes, x)]
    value = np.array([[1, 2, 3], [4, 5, 6]], np.float32)
    for is_deep in (True, False):
        whole, rows = session.run(found, {x: value, deep: is_deep})
        elementwise = 3 * value**2 if is_deep else 2 * value
        np.testing.assert_allclose(whole, np.diag(elementwise.ravel()).reshape(2, 3, 2, 3))
        np.testing.assert_allclose(rows, [np.diag(row) for row in 3 * value**2])


def test_gradients_pass_through_loops_on_the_tape(session):
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x), [0, 1.0])[1]
    assert session.run(tape.gradient(y, x)) == 12.0

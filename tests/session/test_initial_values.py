"""Initial values of variables are there at once: NumPy draws TensorFlow's numbers, and nothing is compiled."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.compiler.executables import sharing

pytestmark = pytest.mark.tier("compiled")

# What TensorFlow 1.15.5 draws with the graph's seed 5 and the operation's seed 3.
TENSORFLOWS = {
    ("random_normal", tf.float32): [-1.4616988, -0.5901872, 0.492833, 0.70668614, -0.6822853],
    ("random_normal", tf.float64): [-0.18769693, -1.52014222, -0.4839493, 0.61045675, -0.13869846],
    ("random_uniform", tf.float32): [0.2886784, 0.6889242, 0.689944, 0.09692049, 0.21728492],
    ("random_uniform", tf.float64): [0.30942756, 0.51955242, 0.73827995, 0.89331616, 0.95929376],
    ("truncated_normal", tf.float64): [
        *(-0.18769693, -1.52014222, -0.31299834, -0.27219667, -0.64132921, 0.82348347, -1.26287567),
    ],
}


@pytest.fixture
def compiled(monkeypatch):
    """Whether something was compiled, for each segment that needed code."""
    found = []
    make = sharing.executable
    monkeypatch.setattr(sharing, "executable", lambda *given, **more: found.append(True) or make(*given, **more))
    return found


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        tf.set_random_seed(5)
        yield graph


def initialized(make):
    """What a variable holds that is initialized with the value that make() returns."""
    variable = tf.get_variable("v", initializer=make())
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return session.run(variable)


@pytest.mark.parametrize(("name", "dtype"), TENSORFLOWS, ids=str)
def test_the_numbers_are_tensorflows(name, dtype, compiled):
    expected = TENSORFLOWS[name, dtype]
    found = initialized(lambda: getattr(tf, name)([len(expected)], dtype=dtype, seed=3))
    np.testing.assert_allclose(found, expected, rtol=2e-6)
    assert not compiled


def test_groups_that_leave_out_far_numbers_draw_tensorflows_next_ones(compiled):
    found = initialized(lambda: tf.truncated_normal([300, 100], seed=3))
    np.testing.assert_allclose(found.astype(np.float64).sum(), 281.56517356547556, rtol=1e-6)
    np.testing.assert_allclose(
        found[-1, 95:], [-5.8994490e-01, 3.8643464e-04, 8.6274981e-01, -8.0352402e-01, 1.7379266e-01], rtol=2e-6
    )
    assert not compiled


def test_whole_numbers_are_tensorflows(compiled):
    found = initialized(lambda: tf.random_uniform([5], -7, 1000, dtype=tf.int64, seed=3))
    assert found.tolist() == [67, 75, 315, 668, 798]
    assert not compiled


@pytest.mark.parametrize("dtype", [tf.float16, tf.bfloat16, tf.float32, tf.float64], ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("draw", ["random_normal", "random_uniform", "truncated_normal"])
def test_the_numbers_are_those_of_compiled_code(draw, dtype):
    drawn = getattr(tf, draw)([50, 41], dtype=dtype, seed=9)
    variable = tf.get_variable("v", initializer=drawn)
    with tf.Session() as session:
        compiled = session.run(drawn)
    with tf.Session() as session:
        session.run(variable.initializer)
        initial = session.run(variable)
    accuracy = {"float16": 1e-3, "bfloat16": 8e-3, "float32": 3e-6, "float64": 1e-12}[dtype.name]
    np.testing.assert_allclose(
        initial.astype(np.float64), compiled.astype(np.float64), rtol=accuracy, atol=accuracy / 10
    )


def test_the_plan_says_so_and_has_code_to_look_at():
    v = tf.get_variable("v", [30, 20])
    tf.get_variable("step", [], initializer=tf.zeros_initializer())
    initialize = tf.global_variables_initializer()
    with tf.Session() as session:
        session.run(initialize)
        plan = session.plan(initialize)
        assert "NumPy ran initial values, 1 time in " in repr(plan)
        before = session.run(v)
        assert plan.hlo(v.initializer).startswith("HloModule")
        session.run(initialize)
        assert not np.array_equal(before, session.run(v))  # the stream went on


def test_what_is_initialized_very_often_is_compiled(compiled):
    v = tf.get_variable("v", [4, 3], initializer=tf.random_normal_initializer(seed=1))
    with tf.Session() as session, tf.Session() as other:
        session.run(v.initializer)
        first = session.run(v)
        for _ in range(4000):
            session.run(v.initializer)
        assert len(compiled) == 1
        assert not np.array_equal(session.run(v), first)  # the stream went on
        other.run(v.initializer)
        assert np.array_equal(other.run(v), first)  # the same bits, on every machine


def test_a_large_draw_does_not_wait_for_the_compiler(compiled):
    v = tf.get_variable("v", [5000, 2000], initializer=tf.random_uniform_initializer(seed=1))
    with tf.Session() as session:
        session.run(v.initializer)
        assert not compiled
        assert 0.499 < session.run(tf.reduce_mean(v)) < 0.501


def test_values_that_follow_from_a_tensor_array_are_right():
    array = tf.TensorArray(tf.float32, 2).write(0, 1.0).write(1, 2.0)
    variable = tf.get_variable("v", initializer=tf.reshape(array.stack(), [2]))
    with tf.Session() as session:
        session.run(variable.initializer)
        assert session.run(variable).tolist() == [1.0, 2.0]


def test_values_that_follow_from_other_variables_are_right():
    a = tf.get_variable("a", initializer=tf.random_normal([8], seed=4))
    b = tf.get_variable("b", initializer=a.initialized_value() * 2)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        first, second = session.run([a, b])
    assert np.array_equal(first * 2, second)

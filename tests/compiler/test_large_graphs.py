"""Graphs that are long or wide: nothing recurses with them, and what they mean stays."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.compiler import partition
from graphlab._src.graph.constant import constant_value


@pytest.mark.slow
def test_a_long_chain_of_constants_is_known():
    with tf.Graph().as_default():
        y = tf.constant([1, 2])
        for _ in range(5000):
            y = tf.add(y, 1)
        np.testing.assert_array_equal(constant_value(y), [5001, 5002])


def test_a_long_calculation_of_a_shape_stays_in_one_segment():
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None])
        size = tf.shape(x)[0]
        for _ in range(150):
            size = tf.maximum(size - 1, 1)
        y = tf.fill(tf.stack([size, 2]), 1.0)
        assert {part.device.name[-5:] for part in sess.plan(y, [x]).compiled} == {"CPU:0"}
        assert sess.run(y, {x: np.ones(152)}).shape == (2, 2)
        assert sess.run(y, {x: np.ones(5)}).shape == (1, 2)


@pytest.mark.slow
def test_writes_that_wait_for_all_others():
    count = 300
    with tf.Graph().as_default(), tf.Session() as sess:
        variables = [tf.Variable(float(i)) for i in range(count)]
        # A running sum: XLA would make a plain one anew for each of those who take it, and compile for two minutes.
        total = tf.cumsum(tf.stack([v * 2.0 for v in variables]))[-1]
        down = [tf.assign_sub(v, total) for v in variables]
        with tf.control_dependencies(down):
            up = [tf.assign_add(v, 1.0) for v in variables]
        sess.run(tf.global_variables_initializer())
        sess.run(tf.group(*up))
        expected = np.arange(count) - count * (count - 1) + 1
        np.testing.assert_allclose(sess.run(variables), expected, rtol=1e-5)


def test_lists_that_loops_pass_on_are_traced_back_once(monkeypatch):
    traced = []
    returned = partition._returned
    monkeypatch.setattr(partition, "_returned", lambda op: traced.append(op) or returned(op))

    tf.enable_control_flow_v2()
    try:
        with tf.Graph().as_default(), tf.Session() as session:
            arrays = [tf.TensorArray(tf.float32, 2) for _ in range(8)]
            for _ in range(6):
                arrays = tf.while_loop(lambda i, *_: i < 2, _write_all, [0, *arrays])[1:]
            np.testing.assert_array_equal(session.run(arrays[0].stack()), [1, 1])
    finally:
        tf.disable_control_flow_v2()
    assert 0 < len(traced) < 200


def _write_all(i, *arrays):
    return i + 1, *[array.write(i, 1.0) for array in arrays]

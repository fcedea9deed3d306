"""Branches that a shape decides: what does not run need not fit, gradients included."""

import numpy as np
import pytest

import graphlab as tf


def test_only_the_branch_that_fits_is_compiled():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None, None, 4])
        w = tf.get_variable("w", [4], initializer=tf.ones_initializer())
        total = tf.cond(
            tf.equal(tf.shape(x)[1], 1),
            lambda: tf.reduce_sum(tf.squeeze(x, [1]) * w, 1),
            lambda: tf.reduce_sum(tf.reduce_sum(x * w, 1) ** 2, 1),
        )
        gradients = tf.gradients(total, [w, x])
        session.run(w.initializer)
        for times, gradient in ((1, 1.0), (3, 6.0)):
            value, dw, dx = session.run([total, *gradients], {x: np.ones([2, times, 4])})
            np.testing.assert_array_equal(value, [4.0, 4.0] if times == 1 else [36.0, 36.0])
            np.testing.assert_array_equal(dx, np.full([2, times, 4], gradient))
            np.testing.assert_array_equal(dw, np.full(4, gradient * 2 * times))


@pytest.mark.slow
def test_gradients_go_through_a_loop_in_such_a_branch():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None, None, 2])
        tags = tf.placeholder(tf.int32, [None, None])
        transitions = tf.get_variable("t", initializer=np.zeros([2, 2], np.float32))
        fit, _ = tf.contrib.crf.crf_log_likelihood(x, tags, tf.constant([3, 2]), transitions)
        gradients = tf.gradients(fit, [x, transitions])
        session.run(transitions.initializer)
        value, dx, dt = session.run([fit, *gradients], {x: np.zeros([2, 3, 2]), tags: [[0, 1, 1], [1, 0, 0]]})
        np.testing.assert_allclose(value, np.log([1 / 8, 1 / 4]), rtol=1e-6)
        np.testing.assert_allclose(dx[0], [[0.5, -0.5], [-0.5, 0.5], [-0.5, 0.5]], atol=1e-6)
        np.testing.assert_allclose(dt, [[-0.75, 0.25], [0.25, 0.25]], atol=1e-6)

"""Checks of values in a plan of many segments: found late or at once, nothing is stored, and the first is named."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.compiler import partition

pytestmark = pytest.mark.tier("compiled")


@pytest.fixture(autouse=True)
def each_operation_is_a_segment(monkeypatch):
    monkeypatch.setattr(partition, "MAX_OPERATIONS", 1)


def test_what_failed_first_is_named_and_no_variable_has_changed():
    index, divisor = tf.placeholder(tf.int32, []), tf.placeholder(tf.int32, [])
    before, table, after = tf.Variable(0.0), tf.Variable(np.zeros((6, 2), "f")), tf.Variable(0.0)
    steps = [before.assign_add(1.0)]
    with tf.control_dependencies(steps):
        row = tf.gather([1, 2, 3], index, name="rows")
        share = tf.floordiv(6, divisor, name="share")
    with tf.control_dependencies([tf.identity(share)]):
        steps.append(tf.scatter_add(table, [row], [[1.0, 1.0]]))  # in place
    steps += [after.assign(tf.cast(row * share, tf.float32))]
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(steps, {index: 0, divisor: 3})
        for fed, name in (
            ({index: 7, divisor: 3}, "rows"),
            ({index: 0, divisor: 0}, "share"),
            ({index: 7, divisor: 0}, "rows"),
        ):
            with pytest.raises(tf.errors.InvalidArgumentError, match=name):
                sess.run(steps, fed)
            assert sess.run([before, after]) == [1, 2]
            assert sess.run(table)[:, 0].tolist() == [0, 1, 0, 0, 0, 0]
        sess.run(steps, {index: 1, divisor: 2})
        assert sess.run([before, after]) == [2, 6]


def test_the_host_sees_no_value_that_is_wrong():
    index, seen = tf.placeholder(tf.int32, []), []
    value = tf.gather([1.0, 2.0], index) * 2.0 + 1.0
    noted = tf.py_func(lambda x: seen.append(x) or x, [value], tf.float32)
    with tf.Session() as sess:
        sess.run(noted, {index: 1})
        with pytest.raises(tf.errors.InvalidArgumentError):
            sess.run(noted, {index: 5})
    assert seen == [5.0]

"""A step on some rows of a table is one compiled function, whatever rows come and however often."""

import numpy as np
import pytest

import graphlab as tf


@pytest.mark.parametrize("use_resource", [False, True])
def test_adagrad_adds_up_what_comes_for_one_row(use_resource):
    start = np.arange(12, dtype=np.float32).reshape(6, 2)
    with tf.Graph().as_default(), tf.Session() as session:
        rows = tf.placeholder(tf.int32, [None])
        table = tf.get_variable("table", initializer=start, use_resource=use_resource)
        loss = tf.reduce_sum(tf.square(tf.nn.embedding_lookup(table, rows)))
        step = tf.train.AdagradOptimizer(0.5, initial_accumulator_value=0.1).minimize(loss)
        session.run(tf.global_variables_initializer())
        assert len(session.plan(step, [rows]).segments) == 1
        expected, sums = start.copy(), np.full_like(start, 0.1)
        for drawn in ([1, 1, 4], [0], [5, 1, 5, 5], []):
            gradient = np.zeros_like(expected)
            np.add.at(gradient, np.array(drawn, int), 2 * expected[np.array(drawn, int)])
            sums += gradient**2
            expected -= 0.5 * gradient / np.sqrt(sums)
            session.run(step, {rows: drawn})
            np.testing.assert_allclose(session.run(table), expected, rtol=1e-5)


def test_rows_that_somebody_looks_at_are_not_padded():
    with tf.Graph().as_default(), tf.Session() as session:
        rows = tf.placeholder(tf.int32, [None])
        different, places = tf.unique(rows)
        sums = tf.unsorted_segment_sum(tf.ones_like(rows), places, tf.shape(different)[0])
        assert session.run(sums, {rows: [3, 3, 7]}).tolist() == [2, 1]
        assert session.run([different, sums * 2], {rows: [7, 7]})[1].tolist() == [4]


@pytest.mark.slow
@pytest.mark.parametrize("wrong", [np.iinfo(np.int64).max, 6, -1])
@pytest.mark.parametrize(
    "optimizer", [tf.train.AdagradOptimizer(0.5), tf.train.AdamOptimizer(0.5)], ids=["adagrad", "adam"]
)
def test_a_row_that_there_is_not_ends_the_step_and_changes_nothing(optimizer, wrong):
    with tf.Graph().as_default(), tf.Session() as session:
        rows = tf.placeholder(tf.int64, [None])
        table = tf.get_variable("table", initializer=np.ones([6, 2], np.float32))
        gradient = tf.IndexedSlices(tf.ones([tf.size(rows), 2]), rows, tf.constant([6, 2], tf.int64))
        step = optimizer.apply_gradients([(gradient, table)])
        session.run(tf.global_variables_initializer())
        session.run(step, {rows: [1, 1, 4]})
        before = session.run(tf.global_variables())
        with pytest.raises(tf.errors.InvalidArgumentError, match=str(wrong)):
            session.run(step, {rows: [1, 2, wrong]})
        for value, after in zip(before, session.run(tf.global_variables()), strict=True):
            np.testing.assert_array_equal(value, after)

"""An update of rows that come more than once, when other work comes between the rows and the update."""

import numpy as np
import pytest

import graphlab as tf


def test_compiled_rows_update_a_variable_after_work_on_the_host():
    ids = tf.placeholder(tf.int64, [None])
    w = tf.get_variable("w", initializer=np.zeros((7, 2), np.float32))
    ones = tf.fill([tf.shape(ids)[0], 2], 1.0)
    ones *= (
        tf.reduce_sum(tf.linalg.svd(tf.eye(3) * ones[0, 0], compute_uv=False)) / 3
    )  # compiled: NumPy has no such kernel
    rows, places = tf.unique(ids)
    sums = tf.unsorted_segment_sum(ones, places, tf.shape(rows)[0])
    with tf.control_dependencies([sums]):
        printed = tf.print("between")
    with tf.control_dependencies([printed]):
        update = tf.scatter_add(w, rows, sums)
    with tf.Session() as session:
        session.run(w.initializer)
        session.run(update.op, {ids: [3, 3, 5, 3]})
        np.testing.assert_allclose(session.run(w)[:, 0], [0, 0, 0, 3, 0, 1, 0], rtol=1e-6)
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"= 9 is not in \[0, 7\)"):
            session.run(update.op, {ids: [3, 9, 3, 9]})

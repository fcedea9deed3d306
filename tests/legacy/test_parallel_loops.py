"""tensorflow.python.ops.parallel_for: loops whose iterations are independent; expected values are TensorFlow 1.15's."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.compat.parallel_gradients import batch_jacobian
from graphlab._src.compat.parallel_loops import for_loop, pfor

X = np.arange(12.0).reshape(4, 3)
W = np.array([1.0, 2.0, 3.0])


def run(fetches):
    with tf.Session() as session:
        return session.run(fetches)


def test_pfor_stacks_what_each_iteration_returns():
    x, w = tf.constant(X), tf.constant(W)

    def row(i):
        y = tf.gather(x, i) * w
        return y, {"sum": tf.reduce_sum(y), "nothing": None}, tf.gradients(tf.reduce_sum(y), w)[0]

    result = pfor(row, 4)
    assert result[0].shape == (4, 3) and result[1]["nothing"] is None
    products, sums, derivatives = run((result[0], result[1]["sum"], result[2]))
    np.testing.assert_array_equal(products, X * W)
    assert sums.tolist() == [8.0, 26.0, 44.0, 62.0]
    np.testing.assert_array_equal(derivatives, X)


def test_pfor_stacks_sparse_tensors_and_slices_and_runs_operations():
    count = tf.get_variable("count", initializer=0, use_resource=True)

    def parts(i):
        slices = tf.IndexedSlices(tf.ones([2, 2]), tf.stack([i, i + 1]), tf.constant([5, 2]))
        return tf.SparseTensor([[0, 1]], [i], [2, 2]), slices, count.assign_add(i).op

    sparse, dense, ran = pfor(parts, tf.constant(3))
    assert sparse.dense_shape.shape == (3,)
    with tf.Session() as session:
        session.run(count.initializer)
        one, two, _ = session.run((sparse, dense, ran))
        assert session.run(count) == 3
    assert one.indices.tolist() == [[0, 0, 1], [1, 0, 1], [2, 0, 1]] and one.dense_shape.tolist() == [3, 2, 2]
    assert two[:, :, 0].tolist() == [[1, 1, 0, 0, 0], [0, 1, 1, 0, 0], [0, 0, 1, 1, 0]]


def test_pfor_config_reduces_over_all_iterations():
    w = tf.constant(W)

    def both(i, pfor_config):
        total = pfor_config.reduce_sum(tf.gather(w, i))
        return total + tf.cast(i, tf.float64), pfor_config.reduce_mean(total * tf.gather(w, i))

    first, second = run(pfor(both, 3))
    assert first.tolist() == [6, 7, 8] and second.tolist() == [12, 12, 12]


def test_for_loop_and_mistakes():
    numbers, nothing = for_loop(lambda i: (i, None), [tf.int32, tf.float32], 4, parallel_iterations=2)
    assert run(numbers).tolist() == [0, 1, 2, 3] and nothing is None
    with pytest.raises(
        ValueError, match="Number of expected outputs, 1, does not match the number of actual outputs, 2"
    ):
        for_loop(lambda i: (i, None), [tf.int32], 4)
    with pytest.raises(ValueError, match="Found parallel_iterations == 1. Use for_loop instead"):
        pfor(lambda i: i, 4, parallel_iterations=1)
    assert run(pfor(lambda i: i * 2, 0)).tolist() == []


def test_gradients_of_a_loop_that_was_before():
    x = tf.constant(X[:3, :2] + 1)
    y = tf.square(tf.map_fn(tf.square, x))
    expected = np.zeros([3, 3, 2])
    expected[range(3), range(3)] = 4 * (X[:3, :2] + 1) ** 3

    def of_row(i):
        return tf.gradients(tf.gather(y, i), x)[0]

    for derivatives in run([pfor(of_row, 3), pfor(of_row, tf.shape(x)[0]), tf.vectorized_map(of_row, tf.range(3))]):
        np.testing.assert_allclose(derivatives, expected)
    with pytest.raises(ValueError, match="the number of iterations is known in a run only"):
        pfor(of_row, tf.placeholder(tf.int32, []))


def test_gradients_of_a_tensor_array_that_was_before():
    x = tf.constant(X[:3, :2])
    array = tf.TensorArray(tf.float64, 3).unstack(x)

    def of_column(i):
        total = tf.while_loop(
            lambda j, _: j < 3,
            lambda j, total: (j + 1, total + tf.gather(tf.reshape(array.gather([j]), [2]), i)),
            (0, tf.zeros([], tf.float64)),
        )[1]
        return tf.gradients(total, x)[0]

    assert run(pfor(of_column, 2)).tolist() == [[[1, 0]] * 3, [[0, 1]] * 3]
    squares = tf.square(array.stack())
    assert run(pfor(lambda i: tf.gradients(squares[i], x)[0][i], 3)).tolist() == [[0, 2], [6, 8], [12, 14]]


def test_a_batch_jacobian_of_a_loop_with_a_batch_of_any_size():
    x = tf.placeholder_with_default(X[:2, :2] + 1, [None, 2])
    y = tf.while_loop(lambda i, _: i < 3, lambda i, y: (i + 1, y * x), (0, x))[1]
    assert run(batch_jacobian(y, x)).tolist() == [[[4, 0], [0, 32]], [[256, 0], [0, 500]]]

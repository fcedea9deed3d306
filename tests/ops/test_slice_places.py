"""Slices at places that only a run knows: NumPy's values, their gradients, TensorFlow's errors, and loops that are compiled."""

import numpy as np
import pytest

import graphlab as tf

VALUE = np.arange(4 * 5 * 6, dtype=np.float32).reshape(4, 5, 6) - 30
SLICES = [
    lambda x, i, j: x[i],
    lambda x, i, j: x[:, i, :],
    lambda x, i, j: x[..., i],
    lambda x, i, j: x[i, :, j],
    lambda x, i, j: x[i, None, ..., j],
    lambda x, i, j: x[:, i, None],
    lambda x, i, j: x[i, 1:],
    lambda x, i, j: x[i][j],
    lambda x, i, j: x[:, -1, j],
]


@pytest.mark.parametrize("dims", [[4, 5, 6], [None, 5, None]])
@pytest.mark.parametrize("tier", ["numpy", "compiled"], indirect=True)
def test_places_are_numpys_and_gradients_go_back_to_them(tier, dims):
    x, i, j = tf.placeholder(tf.float32, dims), tf.placeholder(tf.int32, []), tf.placeholder(tf.int32, [])
    parts = [take(x, i, j) for take in SLICES]
    gradients = [tf.gradients(tf.square(part), x)[0] for part in parts]
    with tf.Session() as session:
        for places in [(0, 1), (3, -2), (-1, -5)]:
            found = session.run([parts, gradients], {x: VALUE, i: places[0], j: places[1]})
            for take, part, gradient in zip(SLICES, *found, strict=True):
                expected = np.zeros_like(VALUE)
                take(expected, *places)[...] = 2 * take(VALUE, *places)
                np.testing.assert_array_equal(part, take(VALUE, *places))
                np.testing.assert_array_equal(gradient, expected)


@pytest.mark.parametrize("tier", ["numpy", "compiled"], indirect=True)
def test_parts_of_known_sizes(tier):
    x, i = tf.placeholder(tf.float32, [6, 3]), tf.placeholder(tf.int32, [])
    part = tf.slice(x, [i, 0], [2, -1])
    dx = tf.gradients(tf.square(part), x)[0]
    value = np.arange(18, dtype=np.float32).reshape(6, 3)
    with tf.Session() as session:
        for place in (0, 4):
            found, gradient = session.run([part, dx], {x: value, i: place})
            expected = np.zeros_like(value)
            expected[place : place + 2] = 2 * value[place : place + 2]
            np.testing.assert_array_equal(found, value[place : place + 2])
            np.testing.assert_array_equal(gradient, expected)
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"Expected begin\[0\] in \[0, 6\], but got 7"):
            session.run(part, {x: value, i: 7})
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"Expected size\[0\] in \[0, 1\], but got 2"):
            session.run(part, {x: value, i: 5})


@pytest.mark.parametrize("tier", ["numpy", "compiled"], indirect=True)
def test_a_place_outside_is_an_error_in_loops_branches_and_gradients_too(tier):
    x, n = tf.placeholder(tf.float32, [4, 3]), tf.placeholder(tf.int32, [])
    total = tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a + x[i]), [0, tf.zeros([3])])[1]
    feeds = {x: np.ones([4, 3], np.float32), n: 4}
    fetches = [x[n], total, tf.gradients(total, x)[0], tf.cond(n > 4, lambda: x[n], lambda: x[0])]
    text = tf.as_string(x)[n]
    with tf.Session() as session:
        assert session.run(fetches[1], feeds).tolist() == [4, 4, 4]
        assert session.run(fetches[2], feeds).tolist() == [[1, 1, 1]] * 4
        assert session.run(fetches[3], feeds).tolist() == [1, 1, 1]
        for fetch in (*fetches, text):
            with pytest.raises(tf.errors.InvalidArgumentError, match="slice index [45] of dimension 0 out of bounds"):
                session.run(fetch, feeds | {n: 5})


@pytest.mark.parametrize("tier", ["numpy", "compiled"], indirect=True)
def test_a_slice_that_no_place_fits_is_an_error_only_where_it_runs(tier):
    x, n = tf.placeholder(tf.float32, [None, 3]), tf.placeholder(tf.int32, [])
    guarded = tf.cond(n < tf.shape(x)[0], lambda: x[n], lambda: tf.ones([3]))
    part = tf.cond(n < 1, lambda: tf.slice(x, [n, 0], [2, 3]), lambda: tf.ones([2, 3]))
    empty = np.zeros([0, 3], np.float32)
    with tf.Session() as session:
        assert session.run(guarded, {x: empty, n: 1}).tolist() == [1, 1, 1]
        assert session.run(part, {x: empty, n: 1}).tolist() == [[1, 1, 1]] * 2
        with pytest.raises(tf.errors.InvalidArgumentError, match="slice index 1 of dimension 0 out of bounds"):
            session.run(x[n], {x: empty, n: 1})
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"Expected size\[0\] in \[0, 0\], but got 2"):
            session.run(part, {x: empty, n: 0})


@pytest.mark.parametrize("tier", ["numpy", "compiled"], indirect=True)
def test_the_gradient_of_a_slice_outside_is_an_error_though_nothing_needs_the_slice(tier):
    x, i = tf.placeholder(tf.float32, [6, 3]), tf.placeholder(tf.int32, [])
    gradient = tf.gradients(tf.reduce_sum(tf.slice(x, [i, 0], [2, 3])), x)[0]
    with tf.Session() as session:
        for place in (-1, 5):
            with pytest.raises(tf.errors.InvalidArgumentError):
                session.run(gradient, {x: np.zeros([6, 3]), i: place})


@pytest.mark.tier("compiled")
def test_a_loop_over_the_rows_of_a_tensor_is_one_part_of_a_run():
    x = tf.placeholder(tf.float32, [20, 3])
    total = tf.while_loop(lambda i, a: i < 20, lambda i, a: (i + 1, tf.tanh(a + x[i])), [0, tf.zeros([3])])[1]
    dx = tf.gradients(total, x)[0]
    with tf.Session() as session:
        session.run(dx, {x: np.ones([20, 3])})
        plan = session.plan(dx, [x])
    assert len(plan.parts) == len(plan.compiled) == 1

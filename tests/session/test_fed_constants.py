"""Feeding a constant changes what follows from it: sizes, slices, branches, loops. Values from TensorFlow 1.15.5."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.compiler.constants import Constants


def _sizes():
    c, n = tf.constant([2, 3]), tf.constant(3)
    chain = tf.stack([n * 3 + 1, 2])
    ones = tf.ones(c)
    return [
        (tf.fill(c, 2.0), {c: [1, 2]}, [[2, 2]]),
        (tf.shape(tf.zeros(c)), {c: [3, 1]}, [2, 3]),  # known when the graph was built, in TensorFlow too
        (tf.eye(n), {n: 2}, [[1, 0], [0, 1]]),
        (tf.range(n + 1), {n: 1}, [0, 1]),
        (tf.reduce_sum(tf.range(n + 1)), {n: 5}, 15),
        (tf.ones(chain), {n: 0}, [[1, 1]]),
        (tf.ones(chain), {chain: [1, 1]}, [[1]]),
        (tf.one_hot([0, 2], n), {n: 4}, [[1, 0, 0, 0], [0, 0, 1, 0]]),
        (tf.linspace(0.0, 1.0, n), {n: 2}, [0, 1]),
        (tf.nn.top_k([3.0, 1.0, 2.0], n - 2)[0], {n: 4}, [3, 2]),
        (tf.unsorted_segment_sum([1.0, 2.0], [0, 1], n), {n: 4}, [1, 2, 0, 0]),
        (tf.matmul(ones, tf.transpose(ones)), {c: [1, 2]}, [[2]]),
        (tf.nn.softmax(ones), {c: [1, 2]}, [[0.5, 0.5]]),
    ]


def _slices():
    k, x = tf.constant(2), tf.constant(np.arange(5.0))
    mask = tf.constant([True, False, True])
    matrix, axis = tf.constant([[1.0, 5.0], [3.0, 4.0]]), tf.constant([0])
    return [
        (x[:k], {k: 3}, [0, 1, 2]),
        (x[k], {k: 4}, 4),
        (x[k:], {k: 4}, [4]),
        (x[::k], {k: 3}, [0, 3]),
        (tf.slice(x, tf.stack([k]), [1]), {k: 4}, [4]),
        (tf.reverse(matrix, axis), {axis: [1]}, [[5, 1], [4, 3]]),
        (tf.tile([1.0], tf.stack([k])), {k: 3}, [1, 1, 1]),
        (tf.boolean_mask([1.0, 2.0, 3.0], mask), {mask: [True] * 3}, [1, 2, 3]),
    ]


def _choices():
    a, b, p = tf.constant(3), tf.constant(0), tf.constant(True)
    cases = [(a > 5, lambda: tf.constant(10.0)), (b > 5, lambda: tf.constant(20.0))]
    case = tf.case(cases, default=lambda: tf.constant(30.0))
    switch = tf.switch_case(b, [lambda: tf.constant(0.0), lambda: tf.constant(10.0), lambda: tf.constant(20.0)])
    return [
        (tf.cond(p, lambda: tf.constant(1), lambda: tf.constant(2)), {p: False}, 2),
        (tf.case([(p, lambda: a * 2)], default=lambda: a * 3), {p: False}, 9),
        (case, {}, 30),
        (case, {a: 7}, 10),
        (case, {b: 7}, 20),
        (switch, {b: 2}, 20),
        (switch, {b: 9}, 20),
    ]


def _loops():
    n, x, start = tf.constant(4), tf.Variable(2.0), tf.constant(0)
    y = tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a * x), [start, tf.constant(3.0)])[1]
    gradient = tf.gradients(y, x)[0]
    array = tf.TensorArray(tf.float32, 4).unstack(tf.range(4.0))
    return [
        (gradient, {}, 96),
        (gradient, {n: 6}, 576),
        (gradient, {start: 2}, 12),
        (tf.stack([y, gradient]), {n: 2}, [12, 12]),
        (array.read(n - 4), {n: 6}, 2),
    ]


def _of_several():
    a, b = tf.split(tf.constant([1.0, 2.0]), 2)
    c = tf.constant(2.0)
    with tf.control_dependencies([c.op]):
        later = c * 3.0
    one, two = tf.cond(c > 0.0, lambda: (c + 1.0, c + 2.0), lambda: (c, c))
    return [
        (a + b, {a: [10.0]}, [12]),
        (later, {c: 5.0}, 15),
        (one + two, {one: 10.0}, 14),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("build", [_sizes, _slices, _choices, _loops, _of_several])
def test_what_follows_from_a_constant_follows_from_what_is_fed_for_it(build):
    rows = build()
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for i, (fetch, feeds, expected) in enumerate(rows):
            np.testing.assert_allclose(session.run(fetch, feeds), expected, err_msg=f"row {i}: {fetch.name}")


def test_a_fed_condition_decides_which_assignment_runs():
    c, v, w = tf.constant(3), tf.Variable(1.0), tf.Variable(5.0)
    chosen = tf.cond(c > 2, lambda: v.assign(10.0).op, lambda: w.assign(20.0).op)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(chosen, {c: 1})
        assert session.run([v, w]) == [1, 20]
        session.run(chosen)
        assert session.run([v, w]) == [10, 20]


def test_an_initial_value_of_another_shape_is_refused():
    c = tf.constant([2])
    v = tf.Variable(tf.zeros(c))
    with (
        tf.Session() as session,
        pytest.raises(tf.errors.InvalidArgumentError, match="shapes of both tensors to match"),
    ):
        session.run(v.initializer, {c: [3]})


@pytest.mark.parametrize(
    ("value", "use"),
    [
        (0, lambda c: tf.gather([[1.0]], [0], axis=c)),
        (0, lambda c: (x := tf.ones([2, 2])) is None or tf.gradients(tf.reduce_sum(x, c), x)),
        ([[1, 1]], lambda c: tf.pad([1.0], c)),
        ([[0, 0]], lambda c: tf.pad([1.0], c, "REFLECT")),
        (0.0, lambda c: tf.nn.dropout(tf.ones([2]), rate=c)),
        (True, lambda c: tf.contrib.framework.smart_cond(c, lambda: 1, lambda: 2)),
        ([2, 2], lambda c: tf.image.resize_images(tf.ones([1, 4, 4, 1]), c)),
        (1, lambda c: tf.assert_equal(c, 1)),
        (1, lambda c: tf.contrib.util.constant_value(tf.cast(c, tf.float32))),
    ],
)
def test_a_constant_by_which_the_graph_was_built_may_not_be_fed(value, use):
    constant = tf.constant(value)
    doubled = tf.identity(constant)
    with tf.Session() as session:
        session.run(doubled, {constant: value})
        use(constant)
        with pytest.raises(ValueError, match="may not be fed"):
            session.run(doubled, {constant: value})
        session.run(doubled)


def test_only_constants_that_may_decide_shapes_leave_them_open():
    count, limit, size = tf.constant(4), tf.constant(3.0), tf.constant(2.5)
    x = tf.constant([[1.0, 2.0]])
    product = tf.matmul(2 * x, tf.ones([2, 2]))
    numbers, zeros, ones = tf.range(0.0, limit), tf.zeros([tf.cast(size, tf.int32)]), tf.ones([count])
    assert Constants([x, count, limit, size]).overruled == {count, limit, size}
    with tf.Session() as session:
        found = session.run([numbers, zeros, ones, product], {count: 2, limit: 5.0, size: 4.0, x: [[3.0, 4.0]]})
    assert [value.tolist() for value in found] == [[0, 1, 2, 3, 4], [0] * 4, [1, 1], [[14, 14]]]

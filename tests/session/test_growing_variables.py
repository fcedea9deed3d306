"""Loops whose iterations append to a variable: NumPy's rows in both tiers, and compiled where nothing else reads them."""

import numpy as np
import pytest

import graphlab as tf

pytestmark = pytest.mark.parametrize("tier", ["numpy", "compiled"], indirect=True)


@pytest.fixture
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def loop(body, count, *variables):
    """The variables after `count` iterations; all sizes of theirs may change."""
    shapes = [tf.TensorShape([None] * len(v.shape)) for v in variables]
    invariants = [tf.TensorShape([]), *shapes]
    return tf.while_loop(lambda i, *_: i < count, lambda *now: [now[0] + 1, *body(*now)], [0, *variables], invariants)[
        1:
    ]


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_rows_are_appended_along_an_axis(tier, session, axis):
    count, x = tf.placeholder(tf.int32, []), tf.placeholder(tf.float32, [2, 2])
    (grown,) = loop(lambda i, v: [tf.concat([v, x * tf.cast(i, tf.float32), x], axis)], count, tf.zeros([2, 2]))
    value = np.array([[1, 2], [3, 4]], np.float32)
    for n in (0, 1, 5, 3):
        parts = [np.zeros((2, 2), np.float32)]
        for i in range(n):
            parts += [value * i, value]
        np.testing.assert_array_equal(session.run(grown, {count: n, x: value}), np.concatenate(parts, axis))
    assert "interprets" not in repr(session.plan(grown, {count: n, x: value}))


def test_a_variable_that_is_read_or_returned_twice_grows_as_well(tier, session):
    count = tf.placeholder(tf.int32, [])

    def body(i, read, twice, again, front):
        longer = tf.concat([twice, [i]], 0)
        return tf.concat([read, [tf.reduce_sum(read) + i]], 0), longer, longer, tf.concat([[i], front], 0)

    found = session.run(loop(body, count, *[tf.constant([1])] * 4), {count: 4})
    expected = [[1, 1, 3, 7, 15], [1, 0, 1, 2, 3], [1, 0, 1, 2, 3], [3, 2, 1, 0, 1]]
    for one, (i, values) in zip(found, enumerate(expected), strict=True):
        if i != 1:  # what is carried beside the one that is returned has its own first value
            assert one.tolist() == values


def test_a_loop_in_a_loop_appends(tier, session):
    def outer(i, v):
        (rows,) = loop(lambda j, rows: [tf.concat([rows, [i * 10 + j]], 0)], 2, tf.constant([-1]))
        return [tf.concat([v, rows], 0)]

    (grown,) = loop(outer, tf.placeholder_with_default(3, []), tf.constant([7]))
    assert session.run(grown).tolist() == [7, -1, 0, 1, -1, 10, 11, -1, 20, 21]


def test_the_gradient_of_rows_that_a_loop_reads_is_that_of_each_row(tier, session):
    ids, table = tf.placeholder(tf.int32, [None]), tf.get_variable("table", initializer=np.eye(4, 3, dtype=np.float32))
    total = tf.while_loop(
        lambda i, _: i < tf.size(ids),
        lambda i, total: (i + 1, total * 2 + tf.nn.embedding_lookup(table, ids[i])),
        [0, tf.zeros([3])],
    )[1]
    gradient = tf.gradients(total, table)[0]
    session.run(tf.global_variables_initializer())
    for rows in ([2, 0, 2], [1], [3, 3, 3, 0, 1]):
        expected = np.zeros((4, 3), np.float32)
        for i, row in enumerate(rows):
            expected[row] += 2.0 ** (len(rows) - 1 - i)
        np.testing.assert_array_equal(session.run(tf.convert_to_tensor(gradient), {ids: rows}), expected)
    feeds = {ids: [2, 0, 2]}
    assert session.run(gradient, feeds).indices.tolist() == [0, 2, 0, 2]
    assert "interprets" not in repr(session.plan(gradient, feeds))


def test_what_does_not_fit_is_an_error(tier, session):
    count, x = tf.placeholder(tf.int32, []), tf.placeholder(tf.float32, [None, None])
    (grown,) = loop(lambda i, v: [tf.concat([v, x], 0)], count, tf.zeros([1, 2]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Dimensions of inputs should match"):
        session.run(grown, {count: 2, x: np.zeros((1, 3))})
    assert session.run(grown, {count: 0, x: np.zeros((1, 3))}).tolist() == [[0, 0]]


def test_a_loop_that_is_a_function_appends(tier, session):
    count = tf.placeholder(tf.int32, [])
    tf.enable_control_flow_v2()
    try:
        (grown,) = loop(lambda i, v: [tf.concat([v, [i]], 0)], count, tf.constant([7]))
    finally:
        tf.disable_control_flow_v2()
    for n in (3, 0):
        assert session.run(grown, {count: n}).tolist() == [7, *range(n)]
    assert "interprets" not in repr(session.plan(grown, {count: n}))

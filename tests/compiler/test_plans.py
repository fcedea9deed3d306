"""Plans of random graphs: what runs is what is needed, and the numbers are those of a plain interpreter."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import graphlab as tf
from graphlab._src.compiler import partition

BINARY = {"AddV2": np.add, "Mul": np.multiply, "Sub": np.subtract}


@st.composite
def programs(draw):
    """(steps, fetches, feeds): a step is a leaf value or (operation, two earlier steps)."""
    leaves = draw(st.integers(1, 3))
    steps: list = [float(draw(st.integers(-3, 3))) for _ in range(leaves)]
    for i in range(leaves, leaves + draw(st.integers(1, 12))):
        before = st.integers(0, i - 1)
        steps.append((draw(st.sampled_from(sorted(BINARY))), draw(before), draw(before)))
    anything = st.integers(0, len(steps) - 1)
    fetches = draw(st.lists(anything, min_size=1, max_size=4))
    feeds = draw(st.dictionaries(anything, st.integers(-3, 3).map(float), max_size=3))
    return steps, fetches, feeds


def build(steps):
    tensors = []
    for step in steps:
        if isinstance(step, float):
            tensors.append(tf.constant([step, step + 1]))
        else:
            name, a, b = step
            tensors.append({"AddV2": tf.add, "Mul": tf.multiply, "Sub": tf.subtract}[name](tensors[a], tensors[b]))
    return tensors


def interpret(steps, index, feeds, used):
    if index in feeds:
        return np.full(2, feeds[index], np.float32)
    used.add(index)
    if isinstance(steps[index], float):
        return np.array([steps[index], steps[index] + 1], np.float32)
    name, a, b = steps[index]
    return BINARY[name](interpret(steps, a, feeds, used), interpret(steps, b, feeds, used))


@pytest.mark.slow
@pytest.mark.parametrize("limit", [1000, 2])
@settings(max_examples=40)
@given(programs())
def test_a_run_gives_what_an_interpreter_gives(limit, program):
    steps, fetches, feeds = program
    with pytest.MonkeyPatch.context() as patch, tf.Graph().as_default():
        patch.setattr(partition, "MAX_OPERATIONS", limit)
        tensors = build(steps)
        used = set()
        expected = [interpret(steps, index, feeds, used) for index in fetches]
        with tf.Session() as sess:
            wanted = [tensors[i] for i in fetches]
            fed = {tensors[i]: np.full(2, value, np.float32) for i, value in feeds.items()}
            result = sess.run(wanted, fed)
            plan = sess.plan(wanted, fed)
        for value, right in zip(result, expected, strict=True):
            np.testing.assert_array_equal(value, right)
        assert set(plan.operations) == {tensors[i].op for i in used}
        assert set(plan.pruned).isdisjoint(plan.operations)
        sizes = [sum(op.type != "Const" for op in segment.operations) for segment in plan.segments]
        assert max(sizes, default=0) <= limit


def test_a_long_chain_is_cut_into_segments():
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [])
        y = x
        for which in np.random.default_rng(0).integers(0, 2, 2500):  # without a pattern that repeats
            y = [tf.identity, tf.negative][which](y)
        plan = sess.plan(y, [x])
        assert sum(len(segment.operations) for segment in plan.segments) == 2500
        assert max(len(segment.operations) for segment in plan.segments) <= 1000
        assert "reached 1000 operations" in repr(plan)
        assert abs(sess.run(y, {x: 3.0})) == 3


def test_shape_arithmetic_stays_in_one_segment():
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None, 4])
        rows = tf.shape(x)[0]
        y = tf.reshape(x, [rows * 2, 2])
        assert len(sess.plan(y, [x]).segments) == 1
        assert sess.run(y, {x: np.zeros((3, 4))}).shape == (6, 2)
        assert sess.run(y, {x: np.zeros((5, 4))}).shape == (10, 2)


def test_a_computed_shape_begins_a_segment():
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None])
        size = tf.placeholder(tf.int32, [2])
        y = tf.reshape(x, size + tf.cast(tf.reduce_sum(x) * 0, tf.int32))
        plan = sess.plan(y, [x, size])
        assert len(plan.segments) == 2
        assert "to know its shape" in repr(plan)
        assert sess.run(y, {x: np.arange(6), size: [2, 3]}).shape == (2, 3)
        assert sess.run(y, {x: np.arange(6), size: [3, 2]}).shape == (3, 2)


def test_what_reads_a_constant_that_waits_comes_after_what_that_waits_for():
    low = tf.placeholder(tf.int64, [])
    high = tf.py_func(lambda value: value, [low], tf.int64) + 1
    high.set_shape([])
    seen = tf.py_func(lambda value: value, [high], tf.int64)
    seen.set_shape([])
    with tf.control_dependencies([tf.assert_greater(seen, tf.constant(3, tf.int64), message="too small")]):
        drawn = tf.random_uniform([], high, high, tf.int64)  # only its constant shape has a control input
    with tf.Session() as session, pytest.raises(tf.errors.InvalidArgumentError, match="assertion failed: .too small"):
        session.run(drawn, {low: 0})


def test_a_fed_shape_is_taken_as_it_is():
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None])
        size = tf.placeholder(tf.int32, [2])
        y = tf.reshape(x, size)
        assert len(sess.plan(y, [x, size]).segments) == 1
        assert sess.run(y, {x: np.arange(6), size: [2, 3]}).shape == (2, 3)
        assert sess.run(y, {x: np.arange(6), size: [1, 6]}).shape == (1, 6)


def test_32_bit_graphs_compute_in_32_bits():
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None, 3])
        w = tf.Variable(tf.ones([3, 2]))
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
        train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
        sess.run(tf.global_variables_initializer())
        sess.run([train, loss], {x: np.ones((4, 3))})
        (lowered,) = sess.plan([train, loss], [x]).compiled
        text = lowered.hlo()
        assert "f32[" in text
        assert "f64[" not in text and "s64[" not in text

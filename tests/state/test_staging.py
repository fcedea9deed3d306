"""Staging areas and barriers: elements wait in the session between one run, or thread, and another."""

import threading

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.state.barrier import Barrier
from graphlab._src.state.staging import MapStagingArea, StagingArea


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def key(value):
    return tf.constant(value, tf.int64)


def test_elements_leave_in_the_order_in_which_they_came():
    area = tf.contrib.staging.StagingArea([tf.int32, tf.float32], shapes=[[], [2]])
    value = tf.placeholder(tf.int32, [])
    put, get = area.put([value, tf.constant([1.0, 2.0])]), area.get()
    peek, size, clear = area.peek(1), area.size(), area.clear()
    assert put.name == "StagingArea_put" and get[1].name == "StagingArea_get:1" and get[1].shape.as_list() == [2]
    with tf.Session() as sess:
        for number in (3, 4, 5):
            sess.run(put, {value: number})
        assert sess.run(size) == 3
        assert sess.run(peek)[0] == 4
        assert [sess.run(get)[0] for _ in range(2)] == [3, 4]
        sess.run(clear)
        assert sess.run(size) == 0


def test_get_waits_for_an_element_and_put_for_space():
    area = StagingArea([tf.int32], capacity=1)
    put, get, size = area.put([tf.constant(7)]), area.get(), area.size()
    with tf.Session() as sess:
        with pytest.raises(tf.errors.DeadlineExceededError):
            sess.run(get, options=tf.RunOptions(timeout_in_ms=20))
        found = []
        waiting = threading.Thread(target=lambda: found.append(sess.run(get)))
        waiting.start()
        sess.run(put)
        waiting.join()
        assert found == [[7]]
        sess.run(put)
        second = threading.Thread(target=lambda: sess.run(put))
        second.start()
        assert sess.run(get) == [7]
        second.join()
        assert sess.run(size) == 1


def test_an_element_larger_than_the_limit_is_refused():
    area = StagingArea([tf.int32], memory_limit=6)
    fits, large = area.put([tf.constant(3)]), area.put([tf.constant([3, 4])])
    with tf.Session() as sess:
        sess.run(fits)
        with pytest.raises(tf.errors.ResourceExhaustedError, match="combined size of '8' bytes .* limit of '6'"):
            sess.run(large)


def test_what_does_not_fit_an_area_is_refused():
    area, named = StagingArea([tf.int32]), StagingArea([tf.int32], names=["x"])
    with pytest.raises(ValueError, match="Datatypes do not match"):
        area.put([tf.constant(1.0)])
    with pytest.raises(ValueError, match="Unexpected number of inputs '2' vs '1'"):
        area.put([tf.constant(1), tf.constant(2)])
    with pytest.raises(ValueError, match="You must enqueue a dictionary"):
        named.put([tf.constant(1)])
    with pytest.raises(ValueError, match="Keys in dictionary to put do not match names"):
        named.put({"z": tf.constant(1)})
    with pytest.raises(ValueError, match="must be the same length as dtypes"):
        StagingArea([tf.int32], shapes=[[], []])
    with tf.Session() as sess:
        sess.run(named.put({"x": tf.constant(1)}))
        assert sess.run(named.get()) == {"x": 1}


def test_keys_say_which_element_comes_out():
    area = MapStagingArea([tf.int32, tf.float32], ordered=True)
    put = [area.put(key(k), [tf.constant(k), tf.constant(0.5)], [0, 1]) for k in (5, 3)]
    any_one, five = area.get(), area.get(key(5))
    with tf.Session() as sess:
        sess.run(put[0])
        sess.run(put[1])
        assert sess.run(area.size()) == 2
        assert sess.run(any_one) == (3, [3, 0.5])
        assert sess.run(area.peek(key(5))) == [5, 0.5]
        assert sess.run(five) == (5, [5, 0.5])


def test_components_come_and_leave_one_by_one():
    area = MapStagingArea([tf.int32, tf.float32])
    first, second = area.put(key(9), [tf.constant(1)], [0]), area.put(key(9), [tf.constant(4.0)], [1])
    sizes, one = [area.size(), area.incomplete_size()], area.get(key(9), [0])
    with tf.Session() as sess:
        sess.run(first)
        assert sess.run(sizes) == [0, 1]
        with pytest.raises(tf.errors.InvalidArgumentError, match="index '0' for key '9' was already initialized"):
            sess.run(first)
        sess.run(second)
        assert sess.run(sizes) == [1, 0]
        assert sess.run(one) == (9, [1])
        with pytest.raises(tf.errors.InvalidArgumentError, match="index '0' for key '9' has already been removed"):
            sess.run(one)
        assert sess.run(area.get(indices=[1])) == (9, [np.float32(4.0)])
        assert sess.run(sizes) == [0, 0]


def test_a_barrier_holds_elements_until_they_are_complete():
    barrier = Barrier((tf.float32, tf.float32), shapes=((), (2,)), name="B")
    keys, numbers = tf.placeholder(tf.string, [None]), tf.placeholder(tf.float32)
    first, second = barrier.insert_many(0, keys, numbers), barrier.insert_many(1, keys, numbers)
    two, small = barrier.take_many(2), barrier.take_many(9, allow_small_batch=True)
    other = Barrier(tf.float32).insert_many(0, keys, numbers)
    sizes = [barrier.ready_size(), barrier.incomplete_size()]
    assert two.keys.shape.as_list() == [2] and two.values[1].shape.as_list() == [2, 2]
    with tf.Session() as sess:
        for name in "abc":
            sess.run(first, {keys: [name], numbers: [ord(name)]})
        sess.run(second, {keys: ["c", "a"], numbers: [[5.0, 6.0], [7.0, 8.0]]})
        assert sess.run(sizes) == [2, 1]
        found = sess.run(two)
        assert found.keys.tolist() == [b"a", b"c"] and found.values[1].tolist() == [[7.0, 8.0], [5.0, 6.0]]
        with pytest.raises(tf.errors.InvalidArgumentError, match="Key b already has a value for component 0"):
            sess.run(first, {keys: ["b"], numbers: [1.0]})
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"Expected \[2\], got \[3\]"):
            sess.run(second, {keys: ["b"], numbers: [[1.0, 2.0, 3.0]]})
        with pytest.raises(tf.errors.InvalidArgumentError, match="Tensors with no elements are not supported"):
            sess.run(other, {keys: ["d"], numbers: np.zeros([1, 0])})
        with pytest.raises(tf.errors.InvalidArgumentError, match="has component shapes .* but requested"):
            sess.run([Barrier(tf.float32, shape, shared_name="C").barrier_ref for shape in ((), (2,))])
        with pytest.raises(tf.errors.DeadlineExceededError):
            sess.run(two, options=tf.RunOptions(timeout_in_ms=20))
        sess.run(barrier.close())
        with pytest.raises(tf.errors.CancelledError, match="attempted to insert a brand new key: n"):
            sess.run(first, {keys: ["n"], numbers: [1.0]})
        sess.run(second, {keys: ["b"], numbers: [[1.0, 2.0]]})
        assert sess.run(small).keys.tolist() == [b"b"]
        with pytest.raises(tf.errors.OutOfRangeError, match="is closed and has insufficient elements"):
            sess.run(small)


def test_a_barrier_counts_insertions_that_bring_new_keys():
    barrier = Barrier((tf.float32, tf.float32))
    keys = tf.placeholder(tf.string, [None])
    first, second = (barrier.insert_many(i, keys, tf.ones_like(keys, tf.float32)) for i in range(2))
    two = barrier.take_many(2)
    with tf.Session() as sess:
        for insert, key in ((first, "a"), (second, "a"), (first, "b"), (second, "b")):
            sess.run(insert, {keys: [key]})
        assert sess.run(two.indices).tolist() == [-(2**63), -(2**63) + 1]

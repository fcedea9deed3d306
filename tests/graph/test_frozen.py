"""What a graph or a run was given stays what it was, whatever becomes of the caller's arrays."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.graph.frozen_arrays import frozen

SIZE = 20_000  # elements: more than what is always copied


def aligned(values):
    """A copy that begins at an address which JAX reads in place."""
    values = np.asarray(values)
    memory = np.empty(values.nbytes + 64, np.uint8)
    begin = -memory.ctypes.data % 64
    copy = memory[begin : begin + values.nbytes].view(values.dtype).reshape(values.shape)
    copy[...] = values
    return copy


def ones(*shape):
    return aligned(np.ones(shape or SIZE, np.float32))


@pytest.mark.parametrize(
    "keep",
    [
        lambda a: tf.constant(a) * 2 - 1,
        lambda a: tf.zeros([SIZE]) + a,
        lambda a: tf.add_n([a, a]) - 1,
        lambda a: tf.stack([a, a])[1],
        lambda a: tf.constant(a.reshape(2, -1).T)[:, 0],
        lambda a: tf.constant(a.reshape(2, -1)[:, ::2])[0],
        lambda a: tf.Variable(a).initial_value,
        lambda a: tf.Variable(a, use_resource=True),
        lambda a: tf.get_variable("v", initializer=a),
        lambda a: tf.get_variable("v", [SIZE], initializer=tf.constant_initializer(a)),
        lambda a: tf.data.Dataset.from_tensors(a).make_one_shot_iterator().get_next(),
        lambda a: tf.data.Dataset.from_tensor_slices(a).make_one_shot_iterator().get_next(),
    ],
)
def test_what_is_made_of_an_array_holds_what_it_was_then(keep):
    array = ones()
    tensor = keep(array)
    array[:] = 5
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        first = session.run(tensor)
        array[:] = 6
        assert np.all(first == 1)
        if not tensor.op.type.startswith("Iterator"):
            assert np.all(session.run(tensor) == 1)


def test_equal_uses_of_one_array_share_memory_and_changed_ones_do_not():
    array = ones()
    first, second = (tf.constant(array).op.attrs["value"] for _ in range(2))
    assert first is second
    array[0] = np.nan
    third, fourth = (tf.constant(array).op.attrs["value"] for _ in range(2))
    assert third is fourth and third is not first
    assert np.isnan(third[0]) and first[0] == 1
    array[1:] = -0.0
    zeros = tf.constant(array).op.attrs["value"]
    array[1:] = 0.0
    assert np.signbit(zeros[1]) and not np.signbit(tf.constant(array).op.attrs["value"][1])


def test_one_value_that_fills_a_shape_takes_no_memory():
    filled = frozen(np.broadcast_to(np.float32(3), (1000, 1000)), np.broadcast_to(np.float32(3), (1000, 1000)))
    assert not any(filled.strides) and filled[9, 9] == 3


def test_what_constant_value_gives_is_the_callers():
    constant = tf.constant([1.0, 2.0])
    tf.contrib.util.constant_value(constant)[:] = 7
    assert tf.get_static_value(constant).tolist() == [1, 2]


def test_an_attribute_that_was_set_does_not_change_with_the_message():
    constant = tf.constant(1.0)
    message = tf.AttrValue(i=1)
    constant.op._set_attr("_mine", message)
    message.i = 2
    assert constant.op.get_attr("_mine") == 1


def _of_queue(make):
    def keep(p):
        queue = make()
        return queue.enqueue(p), queue.dequeue()

    return keep


def _of_variable(use_resource):
    def keep(p):
        variable = tf.Variable(tf.zeros([SIZE]), use_resource=use_resource)
        return variable.assign(tf.sort(p)).op, variable

    return keep


def _of_iterator(p):
    iterator = tf.data.Dataset.from_tensors(p).make_initializable_iterator()
    return iterator.initializer, iterator.get_next()


def _of_table(p):
    table = tf.contrib.lookup.MutableHashTable(tf.int64, tf.float32, tf.zeros([SIZE]))
    key = tf.constant([3], tf.int64)
    return table.insert(key, p[None]), table.lookup(key)[0]


@pytest.mark.parametrize(
    "keep",
    [
        _of_queue(lambda: tf.FIFOQueue(4, tf.float32, [[SIZE]])),
        _of_queue(lambda: tf.RandomShuffleQueue(4, 0, tf.float32, [[SIZE]])),
        _of_queue(lambda: tf.PaddingFIFOQueue(4, tf.float32, [[None]])),
        _of_variable(False),
        _of_variable(True),
        _of_iterator,
        _of_table,
    ],
)
def test_what_a_run_keeps_of_a_feed_is_its_own(keep):
    p = tf.placeholder(tf.float32, [SIZE])
    write, read = keep(p)
    array = ones()
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(write, {p: array})
        array[:] = 5  # while the compiled code may still be at work
        found = session.run(read)
        assert np.all(found == 1)
        found[:] = 9
        assert np.all(array == 5)


def test_a_tensor_that_stays_in_the_session_is_its_own():
    p = tf.placeholder(tf.float32, [SIZE])
    array = ones()
    with tf.Session() as session:
        handle = session.run(tf.get_session_handle(p), {p: array})
        array[:] = 5
        first = handle.eval()
        first[:] = 9
        assert np.all(handle.eval() == 1)


def test_what_a_python_function_returns_may_be_used_again():
    buffer = ones()
    made = tf.py_func(lambda: buffer, [], tf.float32)
    variable = tf.Variable(tf.zeros([SIZE]))
    assign = variable.assign(tf.reshape(made, [SIZE]))
    with tf.Session() as session:
        session.run(variable.initializer)
        session.run(assign.op)
        buffer[:] = 5
        assert np.all(session.run(variable) == 1)


def test_an_empty_array_stays_writable():
    array = np.empty((0, 2), np.float32)
    tf.constant(array)
    assert array.flags.writeable

"""Tensors that stay in the session between runs."""

import gc

import pytest

import graphlab as tf


@pytest.fixture
def sess():
    with tf.Graph().as_default(), tf.Session() as sess:
        yield sess


@pytest.fixture
def fifty(sess):
    return sess.run(tf.get_session_handle(tf.constant(10) * 5))


def test_a_handle_is_fed_to_what_takes_handles(sess, fifty):
    holder, tensor = tf.get_session_tensor(fifty.handle, tf.int32)
    assert sess.run(tensor * 10, {holder: fifty.handle}) == 500
    assert fifty.eval() == 50
    assert fifty.handle == str(fifty) and fifty.handle.endswith("/device:CPU:0")


def test_a_handle_is_fed_in_place_of_any_tensor(sess, fifty):
    a = tf.constant(1)
    b = a + 1
    assert sess.run([a, b], {a: fifty}) == [50, 51]
    assert sess.run([a, b], {a: 3, b: fifty}) == [3, 50]
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Expects arg\[0\] to be float but int32 is provided"):
        sess.run(tf.constant(1.0, name="one") + 1, {"one:0": fifty})


def test_a_loop_in_python_keeps_its_value_in_the_session(sess):
    handle = sess.run(tf.get_session_handle(tf.constant(0)))
    holder, x = tf.get_session_tensor(handle.handle, tf.int32)
    following = tf.get_session_handle(x + 1)
    for _ in range(100):
        handle = sess.run(following, {holder: handle.handle})
    assert handle.eval() == 100


def test_what_nobody_has_a_handle_of_is_let_go(sess):
    make = tf.get_session_handle(tf.constant(0))
    first = sess.run(make).handle
    for _ in range(20):
        sess.run(make)
    gc.collect()
    holder, tensor = tf.get_session_tensor(first, tf.int32)
    with pytest.raises(tf.errors.InvalidArgumentError, match="is not in the session store"):
        sess.run(tensor, {holder: first})


def test_a_tensor_is_deleted_once(sess, fifty):
    fifty.delete()
    for use in (fifty.eval, fifty.delete):
        with pytest.raises(TypeError, match="may have already been deleted"):
            use()


def test_a_raw_handle_is_the_callers_to_delete(sess, fifty):
    raw = fifty.get_raw_handle()
    holder, deleter = tf.delete_session_tensor(raw)
    sess.run(deleter, {holder: raw})
    with pytest.raises(tf.errors.InvalidArgumentError, match="Failed to delete a tensor with handle"):
        sess.run(deleter, {holder: raw})


def test_a_value_is_taken_as_what_it_is(sess, fifty):
    holder, tensor = tf.get_session_tensor(fifty.handle, tf.float32)
    with pytest.raises(tf.errors.InternalError, match="does not match declared output type"):
        sess.run(tensor, {holder: fifty.handle})
    with pytest.raises(TypeError, match="`data` must be of type Tensor."):
        tf.get_session_handle(3)

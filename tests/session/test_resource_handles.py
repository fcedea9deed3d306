"""Handles of resources that are fetched: the bytes of TensorFlow's message, and what can't be fetched or fed."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.proto import ResourceHandleProto


@pytest.fixture
def sess():
    with tf.Graph().as_default(), tf.Session() as sess:
        yield sess


def _message(sess, handle):
    value = sess.run(handle)
    assert value.dtype == [("resource", "u1")] and value.ndim == 1
    return ResourceHandleProto.FromString(value.tobytes())


def test_the_handle_of_a_variable_has_tensorflows_bytes(sess):
    v = tf.get_variable("v", [3], use_resource=True)
    handle = _message(sess, v.handle)
    assert (handle.device, handle.container, handle.name) == (v.device or sess.devices.default.name, "localhost", "v")
    assert (handle.hash_code, handle.maybe_type_name) == (17120488210734619367, "N10tensorflow3VarE")
    assert handle.dtypes_and_shapes[0].shape.dim[0].size == 3
    assert sess.run([v.handle, v.initializer])[0].tobytes() == sess.run(tf.identity(v.handle)).tobytes()


def test_the_handles_of_other_resources_have_the_names_of_their_classes(sess):
    table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a"], [1]), -1)
    iterator = tf.data.make_initializable_iterator(tf.data.Dataset.range(3))
    queue = tf.FIFOQueue(3, [tf.float32], [[]])
    named = tf.FIFOQueue(3, [tf.float32], [[]], shared_name="shared")
    handles = [_message(sess, h) for h in (table.resource_handle, iterator._iterator_resource, queue.queue_ref)]
    assert [(handle.maybe_type_name, handle.hash_code) for handle in handles] == [
        ("N10tensorflow6lookup15LookupInterfaceE", 14363926246439636307),
        ("N10tensorflow4data16IteratorResourceE", 4245265473542939912),
        ("N10tensorflow14QueueInterfaceE", 13943377840295900378),
    ]
    assert handles[2].name == _message(sess, queue.queue_ref).name and _message(sess, named.queue_ref).name == "shared"
    assert _message(sess, tf.TensorArray(tf.float32, 3).handle).maybe_type_name == "N10tensorflow11TensorArrayE"


def test_variants_and_packed_handles_are_no_values(sess):
    v = tf.get_variable("v", [3], use_resource=True, initializer=tf.zeros_initializer())
    sess.run(v.initializer)
    with pytest.raises(tf.errors.InternalError, match="Tensorflow type 21 not convertible to numpy dtype"):
        sess.run(tf.data.Dataset.range(3)._variant_tensor)
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Unexpected non-scalar DT_RESOURCE .*\[2\]"):
        sess.run(tf.stack([v.handle, v.handle]))


def test_a_handle_cannot_be_fed(sess):
    v = tf.get_variable("v", [3], use_resource=True)
    sess.run(v.initializer)
    with pytest.raises(KeyError, match="20"):
        sess.run(v, {v.handle: sess.run(v.handle)})
    with pytest.raises(tf.errors.UnimplementedError, match="of type resource under a handle"):
        sess.run(tf.get_session_handle(v.handle))


def test_steps_of_a_run_and_callables_return_the_same_handle(sess):
    v = tf.get_variable("v", [3], use_resource=True)
    expected = sess.run(v.handle)
    run = sess.partial_run_setup([v.handle], [])
    for value in (sess.partial_run(run, v.handle), sess.make_callable(v.handle)(), sess.make_callable(v.handle, [])()):
        np.testing.assert_array_equal(value, expected)

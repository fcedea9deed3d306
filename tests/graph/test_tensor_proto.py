"""Constants as TensorProto: packed where TensorFlow packs, one value where one fills the shape."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.graph import tensor_proto


def value_of(*args, **kwargs):
    with tf.Graph().as_default():
        return tf.constant(*args, **kwargs).op.node_def.attr["value"].tensor


@pytest.mark.parametrize("dtype", [tf.float32, tf.float64, tf.int8, tf.int16, tf.int32, tf.int64, tf.uint8, tf.uint64])
def test_arrays_are_packed(dtype):
    proto = value_of([1, 2], dtype)
    assert proto.tensor_content == np.array([1, 2], dtype.as_numpy_dtype).tobytes()


def test_types_that_tensorflow_does_not_pack_are_listed():
    assert list(value_of([True, False]).bool_val) == [True, False]
    assert list(value_of([1.0, 2.0], tf.float16).half_val) == [15360, 16384]
    assert list(value_of([1.0, 2.0], tf.bfloat16).half_val) == [16256, 16384]
    assert list(value_of([1, 2], tf.uint16).int_val) == [1, 2]
    assert list(value_of([1j, 2], tf.complex64).scomplex_val) == [0, 1, 2, 0]


@pytest.mark.parametrize("value", [1.5, 7, True, "text", 2j])
def test_one_value_fills_a_shape_and_is_stored_once(value):
    proto = value_of(value, shape=[100, 1000])
    assert proto.ByteSize() < 40
    array = tensor_proto.decode(proto)
    assert array.shape == (100, 1000)
    assert array[99, 999] == (value.encode() if value == "text" else value)
    assert tensor_proto.encode(array) == proto


def test_the_last_value_is_repeated():
    np.testing.assert_array_equal(tensor_proto.decode(value_of([1, 2], shape=[4])), [1, 2, 2, 2])

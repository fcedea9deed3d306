"""What is known of an operation's shape when only parts of its inputs' shapes are: as TensorFlow 1.15 knows it."""

import json
import pathlib

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.graph import opdef
from graphlab._src.ops.define import raw_ops
from tests.ops.samples import SAMPLES

GOLDEN = json.loads((pathlib.Path(__file__).parent.parent / "golden/partial_shapes.json").read_text())


def outputs(name, known):
    """The outputs of a sample's operation; known: for each input its dims, None for an unknown rank, or "const"."""
    definition, known = opdef.lookup(name), iter(known)
    assert definition is not None

    def tensor(arg, value):
        dims, value = next(known), np.asarray(value)
        if arg.dtype is tf.variant:
            return tf.placeholder(tf.variant, value.shape)
        return tf.constant(value) if dims == "const" else tf.placeholder(value.dtype, dims)

    with tf.Graph().as_default() as graph:
        inputs = [
            [tensor(arg, item) for item in value] if arg.is_list else tensor(arg, value)
            for arg, value in zip(definition.inputs, SAMPLES[name].inputs, strict=True)
        ]
        getattr(raw_ops, name)(*inputs, name="it", **SAMPLES[name].attrs)
        return graph.get_operation_by_name("it").outputs


@pytest.mark.parametrize("name", GOLDEN)
def test_static_shapes_are_those_of_tensorflow(name):
    for known, expected in GOLDEN[name]:
        found = [None if item.shape.ndims is None else item.shape.as_list() for item in outputs(name, known)]
        assert found == expected, known


def static(result):
    return None if result.shape.ndims is None else result.shape.as_list()


def test_a_gather_with_batch_dims_knows_what_params_says_of_the_batch():
    with tf.Graph().as_default():
        params, indices = tf.placeholder(tf.float32, [None, 3, 4]), tf.placeholder(tf.int32, [2, 2])
        assert static(tf.gather(params, indices, axis=1, batch_dims=1)) == [None, 2, 4]


def test_a_batch_gather_knows_what_both_say_of_the_batch():
    with tf.Graph().as_default():
        params = tf.placeholder(tf.float32, [None, 4, None, 7])
        assert static(tf.batch_gather(params, tf.zeros([2, 4, 3], tf.int32))) == [2, 4, 3, 7]
        with pytest.raises(ValueError, match=r"Shapes \(2, 3\) and \(\?, 4\) are not compatible"):
            tf.batch_gather(params, tf.zeros([2, 3, 3], tf.int32))


def test_nothing_stays_nothing_however_often_it_is_repeated():
    with tf.Graph().as_default():
        multiples = tf.placeholder(tf.int32, [2])
        assert static(tf.tile(tf.placeholder(tf.float32, [None, 0]), multiples)) == [None, 0]
        assert static(tf.tile(tf.placeholder(tf.float32, [0, 2]), tf.placeholder(tf.int32))) == [0, None]


def test_a_slice_knows_what_partly_known_bounds_say():
    with tf.Graph().as_default():
        x, n = tf.placeholder(tf.float32, [3, 4]), tf.placeholder(tf.int32, [])
        assert static(tf.slice(x, tf.stack([n, 1]), [-1, -1])) == [None, 3]
        assert static(tf.slice(tf.placeholder(tf.float32), [0, 1], tf.placeholder(tf.int32, [None]))) == [None, None]
        assert static(tf.broadcast_to(tf.placeholder(tf.float32, [3]), tf.stack([2, n]))) == [2, 3]


def test_blocks_of_an_unknown_number_are_refused():
    with tf.Graph().as_default():
        x, block = tf.placeholder(tf.float32, [1, 4, 6, 2]), tf.placeholder(tf.int32, [None])
        with pytest.raises(ValueError, match="block_shape must have known size"):
            tf.space_to_batch_nd(x, block, [[0, 0], [0, 0]])


def test_a_size_of_constants_behind_an_assertion_is_known():
    with tf.Graph().as_default():
        assert tf.confusion_matrix([5, 6, 3], [5, 4, 1]).shape.as_list() == [7, 7]


def test_a_shape_of_which_nothing_else_is_known_says_the_rank():
    with tf.Graph().as_default():
        size, sizes = tf.placeholder(tf.int32, []), tf.shape(tf.placeholder(tf.float32, [None, 3, 4, 5]))
        joined = tf.concat([tf.placeholder(tf.int32), [3]], 0)
        joined.set_shape([3])
        for shape in (sizes[..., 1:], tf.reshape(sizes, [2, 2])[0], sizes[tf.newaxis][0], joined):
            rank = shape.shape.as_list()[0]
            for made in (tf.zeros(shape), tf.reshape(tf.placeholder(tf.float32), shape), tf.random.uniform(shape)):
                assert static(made) == [None] * rank
        assert static(tf.zeros(sizes[size:])) is None

"""tf.contrib.all_reduce: every way to reduce returns the same on each device. TensorFlow 1.15 makes the same operations."""

import numpy as np
import pytest

import graphlab as tf

all_reduce = tf.contrib.all_reduce
HERE = "/job:localhost/replica:0/task:0/device:CPU:0"


@pytest.fixture(autouse=True)
def sess():
    with tf.Graph().as_default(), tf.Session() as sess:
        yield sess


def tensors(count, *shape):
    """count tensors on this device: 0, 1, 2…, times 1, 2, 3…"""
    with tf.device(HERE):
        return [tf.constant(np.arange(np.prod(shape), dtype="f").reshape(shape) * (i + 1)) for i in range(count)]


def halved(x):
    return x * 0.5


@pytest.mark.parametrize(
    "reduced",
    [
        lambda x: all_reduce.build_ring_all_reduce(x, 1, 1, [1, 0, 3, 2], tf.add, halved),
        lambda x: all_reduce.build_ring_all_reduce(x, 2, 2, [1, 0], tf.add, halved),
        lambda x: all_reduce.build_recursive_hd_all_reduce(x, tf.add, halved),
        lambda x: all_reduce.build_shuffle_all_reduce(x, [HERE] * 3, tf.add_n, halved),
        lambda x: all_reduce.build_nccl_all_reduce(x, tf.add, halved),
        lambda x: all_reduce.build_nccl_then_ring(x, 1, tf.add, halved),
        lambda x: all_reduce.build_shuffle_then_shuffle(x, [HERE], [HERE] * 2, tf.add_n, halved),
    ],
)
def test_all_ways_to_reduce_agree(sess, reduced):
    expected = np.arange(8.0).reshape(2, 4) * (1 + 2 + 3 + 4) / 2
    assert [value.tolist() for value in sess.run(reduced(tensors(4, 2, 4)))] == [expected.tolist()] * 4


@pytest.mark.parametrize("size", [1, 3, 5, 7])
def test_rings_pad_what_does_not_divide(sess, size):
    results = sess.run(all_reduce.build_ring_all_reduce(tensors(2, size), 1, 2, [0, 1], tf.add))
    assert [value.tolist() for value in results] == [(np.arange(size) * 3.0).tolist()] * 2


def test_tasks_reduce_apart_and_then_together():
    inputs = []
    for place in (f"/job:w/replica:0/task:{i // 2}/device:CPU:{i % 2}" for i in range(4)):
        with tf.device(place):
            inputs.append(tf.constant([1.0, 2.0]))
    gather = ["/job:w/task:0/cpu:0", "/job:w/task:1/cpu:0"]
    outputs = all_reduce.build_shuffle_then_ring(inputs, gather, 1, tf.add_n, tf.add)
    assert [output.device for output in outputs] == [tensor.device for tensor in inputs]
    places = {op.device for op in tf.get_default_graph().get_operations() if op.type == "AddN"}
    assert places == {"/job:w/task:0/device:CPU:0", "/job:w/task:1/device:CPU:0"}
    with pytest.raises(ValueError, match="gather_devices must contain one device per worker"):
        all_reduce.build_shuffle_then_ring(inputs, gather[:1], 1, tf.add_n, tf.add)


def test_what_cannot_be_reduced_is_refused():
    for build, message in {
        lambda: all_reduce.build_ring_all_reduce(tensors(1, 3), 1, 1, [0], tf.add): "must be length 2 or longer",
        lambda: all_reduce.build_ring_all_reduce(tensors(2, 3), 1, 3, [0, 1], tf.add): "num_subchunks 3 must be <=",
        lambda: all_reduce.build_recursive_hd_all_reduce(tensors(3, 4), tf.add): "must be a power of 2",
        lambda: all_reduce.build_nccl_all_reduce(tensors(2, 4), tf.maximum): "red_op not supported",
        lambda: all_reduce.build_shuffle_all_reduce([], [HERE], tf.add_n): "tensors cannot be empty",
    }.items():
        with pytest.raises(ValueError, match=message):
            build()

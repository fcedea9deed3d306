"""A tensor that no machine holds is an error of the run, with its shape, wherever the sizes come from."""

import numpy as np
import pytest

import graphlab as tf

SIZE = 2**62 - 1


def vector(*sizes):
    """Sizes as int64: a list of them is cast to int32 where an operation prefers that, as in TensorFlow."""
    return tf.stack([tf.cast(size, tf.int64) for size in sizes])


MADE = {
    "fill": lambda size: tf.fill(vector(size), 1.0),
    "tile": lambda size: tf.tile([1.0, 2.0], vector(size)),
    "pad": lambda size: tf.pad([1.0, 2.0], tf.stack([vector(0, size)])),
    "range": lambda size: tf.range(size),
    "broadcast_to": lambda size: tf.broadcast_to([1.0], vector(size)),
    "unsorted_segment_sum": lambda size: tf.unsorted_segment_sum([1.0], [0], size),
    "scatter_nd": lambda size: tf.scatter_nd(tf.constant([[1]], tf.int64), [1.0], [size]),
    "sparse_to_dense": lambda size: tf.sparse_to_dense(tf.constant([1], tf.int64), [size], 1.0),
    "random_normal": lambda size: tf.random_normal(vector(size)),
    "what nobody sees": lambda size: tf.reduce_sum(tf.sqrt(tf.fill(vector(size), 2.0))),
    "a product": lambda size: tf.matmul(tf.fill(vector(size // 2**20, 1), 1.0), tf.fill(vector(1, size // 2**20), 1.0)),
}


@pytest.mark.parametrize("name", MADE)
def test_a_tensor_that_no_machine_holds_is_refused_with_its_shape(name):
    with tf.Graph().as_default(), tf.Session() as session:
        size = tf.placeholder(tf.int64, [])
        v = tf.get_variable("v", initializer=1.0)
        made = MADE[name](size)
        with tf.control_dependencies([made]):
            step = v.assign_add(1.0)
        session.run(v.initializer)
        for run in (lambda: session.run(made, {size: SIZE}), lambda: session.run(step, {size: SIZE})):
            with pytest.raises(tf.errors.ResourceExhaustedError, match="OOM when allocating tensor") as caught:
                run()
            assert caught.value.op is not None
        assert session.run(v) == 1.0
        with pytest.raises((tf.errors.ResourceExhaustedError, ValueError)):
            session.run(MADE[name](tf.constant(SIZE, tf.int64)))


def test_op_by_op_too():
    with tf.Graph().as_default(), tf.Session() as session:
        size = tf.placeholder(tf.int64, [])
        with pytest.raises(tf.errors.ResourceExhaustedError, match="OOM when allocating tensor"):
            session.observe(tf.fill(vector(size), 1.0), {size: np.int64(SIZE)}, lambda record: None)

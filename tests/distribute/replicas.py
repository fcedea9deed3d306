"""Two replicas on one machine, for tests."""

import numpy as np
import pytest

import graphlab as tf

TWO = ["/cpu:0", "/cpu:1"]


def session(count=2):
    """A session that sees that many CPUs."""
    return tf.Session(config=tf.ConfigProto(device_count={"CPU": count}))


def mirrored(count=2):
    """A MirroredStrategy over CPUs."""
    return tf.distribute.MirroredStrategy([f"/cpu:{i}" for i in range(count)])


def line(batch_size=4):
    """Eight points of y = 2 x."""
    x = np.arange(8, dtype="f").reshape(8, 1)
    return tf.data.Dataset.from_tensor_slices((x, 2 * x)).batch(batch_size)


def line_step(batch):
    """One step of Adam towards it."""
    x, y = batch
    w = tf.get_variable("w", [1, 1], initializer=tf.ones_initializer())
    b = tf.Variable([0.5], name="b")
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - y))
    step = tf.train.AdamOptimizer(0.1).minimize(loss, global_step=tf.train.get_or_create_global_step())
    with tf.control_dependencies([step]):
        return tf.identity(loss, name="loss")


def assert_two_steps_of_line(sess, loss):
    """Two steps of two replicas with half a batch each; loss: the sum of their losses."""
    # TensorFlow 2.21's compat.v1 printed these.
    assert sess.run(loss) == 4.5 and sess.run(loss) == pytest.approx(39.87, abs=1e-4)
    found = {v.op.name: sess.run(v).ravel().tolist() for v in tf.global_variables()}
    assert found["w"] == pytest.approx([1.1812779], abs=1e-6) and found["b"] == pytest.approx([0.6875285], abs=1e-6)
    assert found["global_step"] == [2]

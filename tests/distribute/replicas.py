"""Two replicas on one machine, for tests."""

import numpy as np

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

"""Two replicas on one machine, for tests."""

import graphlab as tf

TWO = ["/cpu:0", "/cpu:1"]


def session(count=2):
    """A session that sees that many CPUs."""
    return tf.Session(config=tf.ConfigProto(device_count={"CPU": count}))


def mirrored(count=2):
    """A MirroredStrategy over CPUs."""
    return tf.distribute.MirroredStrategy([f"/cpu:{i}" for i in range(count)])

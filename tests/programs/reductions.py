"""Reductions over all axes, one, several, and from behind, with the gradients of those that have one."""

import numpy as np

DATA = np.random.RandomState(5)


def build(tf):
    x = tf.placeholder(tf.float32, [None, 3, 4], name="x")
    unknown = tf.placeholder(tf.float32, name="unknown")
    results = [
        tf.reduce_sum(x, name="all"),
        tf.reduce_sum(x, axis=1, name="one"),
        tf.reduce_sum(x, axis=[0, -1], name="two"),
        tf.reduce_sum(x, axis=-2, keepdims=True, name="kept"),
        tf.reduce_mean(x, name="mean"),
        tf.reduce_mean(x, axis=[0], name="mean_of_batch"),
        tf.reduce_max(x, axis=2, name="largest"),
        tf.reduce_min(x, axis=[1, 2], keepdims=True, name="smallest"),
        tf.reduce_prod(x, axis=1, name="product"),
        tf.reduce_logsumexp(x, axis=1, name="logsumexp"),
        tf.reduce_sum(unknown, name="unknown_all"),
        tf.reduce_mean(unknown, axis=0, name="unknown_first"),
    ]
    loss = tf.add_n([tf.reduce_sum(tf.square(result)) for result in results], name="loss")
    for gradient, name in zip(tf.gradients(loss, [x, unknown]), ["dx", "dunknown"]):
        tf.identity(gradient, name=name)
    positive = tf.greater(x, 0.0)
    tf.reduce_any(positive, axis=1, name="any")
    tf.reduce_all(positive, name="every")
    constant = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    tf.identity(tf.gradients(tf.reduce_mean(constant, axis=1), constant)[0], name="static")
    tf.argmax(x, 2, name="argmax")
    tf.argmin(x, axis=1, output_type=tf.int32, name="argmin")


FEEDS = {
    "x:0": DATA.normal(size=(2, 3, 4)).astype(np.float32),
    "unknown:0": DATA.normal(size=(3, 2)).astype(np.float32),
}
NAMES = ["all", "one", "two", "kept", "mean", "mean_of_batch", "largest", "smallest", "product"]
NAMES += ["unknown_all", "unknown_first", "loss", "dx", "dunknown", "any", "every", "argmax", "argmin"]
RUNS = [([name + ":0" for name in NAMES], FEEDS), (["static:0"], {})]

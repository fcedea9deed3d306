"""The cross entropy that lets no gradient into the labels, the sparse one, and the one for sigmoids."""

import numpy as np

DATA = np.random.RandomState(3)


def build(tf):
    logits = tf.placeholder(tf.float32, [None, 4], name="logits")
    labels = tf.placeholder(tf.float32, [None, 4], name="labels")
    index = tf.placeholder(tf.int32, [None], name="index")
    dense = tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    sparse = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=index, logits=logits)
    sigmoid = tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)
    loss = tf.reduce_mean(dense) + tf.reduce_mean(sparse) + tf.reduce_mean(sigmoid)
    gradient = tf.gradients(loss, [logits])[0]
    tf.identity(gradient, name="gradient")
    both = tf.nn.softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits, name="both")
    for name, value in zip("ab", tf.gradients(both, [logits, labels], name="of_both")):
        tf.identity(value, name=name)


PROBABILITY = DATA.uniform(size=(5, 4)).astype(np.float32)
FEEDS = {
    "logits:0": DATA.normal(scale=3, size=(5, 4)).astype(np.float32),
    "labels:0": PROBABILITY / PROBABILITY.sum(1, keepdims=True),
    "index:0": np.array([3, 0, 1, 1, 2], np.int32),
}
RUNS = [(["add_1:0", "gradient:0", "a:0", "b:0"], FEEDS)]

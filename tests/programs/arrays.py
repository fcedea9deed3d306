"""Joining, cutting and picking: concat, stack, unstack, split, slice, indexing, gather, pad, and their gradients."""

import numpy as np

DATA = np.random.RandomState(6)


def build(tf):
    x = tf.placeholder(tf.float32, [4, 6], name="x")
    y = tf.placeholder(tf.float32, [None, 6], name="y")
    joined = tf.concat([x, y], 0, name="joined")
    beside = tf.concat([x, x], axis=1, name="beside")
    stacked = tf.stack([x, x * 2.0], axis=1, name="stacked")
    first, _, third, _ = tf.unstack(x, name="rows")
    left, right = tf.split(x, 2, axis=1, name="halves")
    narrow, wide = tf.split(x, [2, 4], axis=1, name="uneven")
    piece = tf.slice(x, [1, 0], [2, -1], name="piece")
    window = x[1:3, ::2]
    one = x[0]
    last = y[-1, tf.newaxis, ..., 2]
    picked = tf.gather(x, [0, 2, 2], name="picked")
    padded = tf.pad(x, [[1, 0], [0, 2]], name="padded")
    parts = [joined, beside, stacked, first, third, left, right, narrow, wide, piece]
    parts += [window, one, last, picked, padded]
    loss = tf.add_n([tf.reduce_sum(tf.square(part)) for part in parts], name="loss")
    for gradient, name in zip(tf.gradients(loss, [x, y]), ["dx", "dy"]):
        tf.identity(gradient, name=name)


FEEDS = {
    "x:0": DATA.normal(size=(4, 6)).astype(np.float32),
    "y:0": DATA.normal(size=(3, 6)).astype(np.float32),
}
NAMES = ["joined:0", "beside:0", "stacked:0", "rows:2", "halves:1", "uneven:0", "piece:0", "strided_slice:0"]
NAMES += ["strided_slice_1:0", "strided_slice_2:0", "picked:0", "padded:0", "loss:0", "dx:0", "dy:0"]
RUNS = [(NAMES, FEEDS)]

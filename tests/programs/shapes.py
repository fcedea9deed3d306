"""Changing shape: reshape, transpose, tile, expand_dims, squeeze, broadcast_to, reverse, and their gradients."""

import numpy as np

DATA = np.random.RandomState(7)


def build(tf):
    x = tf.placeholder(tf.float32, [None, 2, 3], name="x")
    parts = [
        tf.reshape(x, [-1, 6], name="flat"),
        tf.reshape(x, tf.stack([tf.shape(x)[0], 3, 2]), name="computed"),
        tf.transpose(x, name="reversed_axes"),
        tf.transpose(x, [0, 2, 1], name="swapped"),
        tf.tile(x, [1, 2, 1], name="tiled"),
        tf.expand_dims(x, 1, name="more"),
        tf.squeeze(tf.reduce_sum(x, 1, keepdims=True), [1], name="less"),
        tf.broadcast_to(tf.reduce_sum(x, [0]), [4, 2, 3], name="spread"),
        tf.reverse(x, axis=[1], name="backward"),
        tf.identity(x, name="same"),
    ]
    loss = tf.add_n([tf.reduce_sum(tf.square(part) * (1.0 + i)) for i, part in enumerate(parts)], name="loss")
    tf.identity(tf.gradients(loss, x)[0], name="dx")
    tf.matmul(x, x, transpose_b=True, name="batch")
    tf.matrix_transpose(x, name="matrix")
    a = tf.constant(np.arange(6, dtype=np.float32).reshape(2, 3))
    products = [tf.matmul(a, a, transpose_a=True), tf.matmul(a, a, transpose_b=True), tf.matmul(a, tf.transpose(a))]
    products += [tf.matmul(a, a, transpose_a=True, transpose_b=False), tf.tensordot(a, a, [[1], [1]])]
    products += [tf.matmul(tf.transpose(a), a, transpose_a=True, transpose_b=True)]
    total = tf.add_n([tf.reduce_sum(tf.square(product)) for product in products])
    tf.identity(tf.gradients(total, a)[0], name="da")


NAMES = ["flat", "computed", "reversed_axes", "swapped", "tiled", "more", "less", "spread", "backward", "loss", "dx"]
NAMES += ["batch", "matrix/transpose"]
FEEDS = {"x:0": DATA.normal(size=(4, 2, 3)).astype(np.float32)}
RUNS = [([name + ":0" for name in NAMES], FEEDS), (["da:0"], {})]

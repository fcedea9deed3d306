"""map_fn, scan, foldl and foldr, over one tensor and several, forward and backward."""

import numpy as np


def build(tf):
    x = tf.placeholder(tf.float32, [None, 3], name="x")
    w = tf.Variable([1.0, 2.0, 3.0], name="w")
    tf.identity(tf.map_fn(lambda row: row * w, x), name="scaled")
    both = (x, tf.ones([4], tf.int32))
    dot = tf.map_fn(lambda pair: tf.reduce_sum(pair[0] * tf.cast(pair[1], tf.float32)), both, dtype=tf.float32)
    tf.identity(dot, name="dot")
    pair = tf.map_fn(lambda i: (i, -i), tf.constant([1, 2, 3]), dtype=(tf.int32, tf.int32), name="pair")
    tf.identity(pair[1], name="negative")
    by_name = tf.map_fn(lambda row: {"a": row["b"] * 2.0, "b": row["a"]}, {"a": x, "b": x}, infer_shape=False)
    tf.identity(by_name["a"], name="twice")

    def with_variable(row):
        return row * tf.get_variable("inner", [3], initializer=tf.ones_initializer())

    with tf.variable_scope("scope"):
        tf.identity(tf.map_fn(with_variable, x), name="same")
    tf.identity(tf.scan(lambda a, row: a + row, x), name="sums")
    tf.identity(tf.scan(lambda a, row: a + row, x, initializer=tf.zeros([3]), reverse=True), name="back")
    fibonacci = tf.scan(lambda a, _: (a[1], a[0] + a[1]), tf.constant([1, 0, 0, 0]), (0, 1), name="fibonacci")
    tf.identity(fibonacci[1], name="numbers")
    tf.identity(tf.foldl(lambda a, row: a - row, x), name="left")
    tf.identity(tf.foldr(lambda a, row: a - row, x, initializer=tf.zeros([3])), name="right")
    tf.identity(tf.foldl(lambda a, i: a * i, tf.constant([1, 2, 3, 4, 5]), initializer=10), name="product")
    tf.global_variables_initializer()


X = np.random.RandomState(0).normal(size=(4, 3)).astype(np.float32)
NAMES = [
    "scaled:0",
    "dot:0",
    "negative:0",
    "twice:0",
    "scope/same:0",
    "sums:0",
    "back:0",
    "numbers:0",
    "left:0",
    "right:0",
]
RUNS = [(["init"], {}), ([*NAMES, "product:0"], {"x:0": X})]

"""Gradients through arithmetic whose operands broadcast, with a batch size known only when run."""

import numpy as np

DATA = np.random.RandomState(4)


def build(tf):
    x = tf.placeholder(tf.float32, [None, 3], name="x")
    row = tf.placeholder(tf.float32, [3], name="row")
    column = tf.placeholder(tf.float32, [None, 1], name="column")
    scalar = tf.placeholder(tf.float32, [], name="scalar")
    anything = tf.placeholder(tf.float32, name="anything")
    sums = [x + row, x - column, scalar - x, x * row, x * anything, x / scalar, row / x, tf.pow(x, scalar)]
    sums += [tf.maximum(x, row), tf.minimum(column, x), tf.squared_difference(x, row), x * x, x + x]
    total = tf.add_n([tf.reduce_sum(value) for value in sums], name="total")
    gradients = tf.gradients(total, [x, row, column, scalar, anything])
    for gradient, name in zip(gradients, ["dx", "drow", "dcolumn", "dscalar", "danything"]):
        tf.identity(gradient, name=name)


FEEDS = {
    "x:0": DATA.uniform(0.5, 2, size=(5, 3)).astype(np.float32),
    "row:0": DATA.uniform(0.5, 2, size=3).astype(np.float32),
    "column:0": DATA.uniform(0.5, 2, size=(5, 1)).astype(np.float32),
    "scalar:0": np.float32(1.5),
    "anything:0": DATA.normal(size=(5, 1)).astype(np.float32),
}
SMALLER = dict(FEEDS, **{"x:0": FEEDS["x:0"][:1], "anything:0": np.float32(2)})
NAMES = ["total:0", "dx:0", "drow:0", "dcolumn:0", "dscalar:0", "danything:0"]
RUNS = [(NAMES, FEEDS), (NAMES, SMALLER)]

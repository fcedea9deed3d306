"""An optimizer taken apart: compute_gradients, clipping by hand, apply_gradients, a variable with no gradient."""

import numpy as np


def build(tf):
    x = tf.placeholder(tf.float32, [None, 2], name="x")
    w = tf.Variable([[1.0], [-2.0]], name="w")
    tf.Variable(3.0, name="unused")
    frozen = tf.Variable([0.5], trainable=False, name="frozen")
    step = tf.Variable(0, trainable=False, name="step", dtype=tf.int64)
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + frozen - 1.0), name="loss")
    optimizer = tf.train.GradientDescentOptimizer(0.1, name="descent")
    pairs = optimizer.compute_gradients(loss)
    assert [gradient is None for gradient, _ in pairs] == [False, True]
    clipped = [(tf.clip_by_value(gradient, -1.0, 1.0), v) for gradient, v in pairs if gradient is not None]
    optimizer.apply_gradients(clipped, global_step=step)
    rate = tf.placeholder_with_default(0.1, [], name="rate")
    tf.train.GradientDescentOptimizer(rate, use_locking=True).minimize(loss, var_list=[frozen], name="other")
    tf.clip_by_norm(pairs[0][0], 0.5, name="by_norm")
    tf.global_norm([w, frozen], name="norm")
    tf.global_variables_initializer()


X = np.array([[1, 2], [3, 4], [-1, 0.5]], np.float32)
RUNS = [
    (["init"], {}),
    (["loss:0", "by_norm:0", "norm/global_norm:0"], {"x:0": X}),
    (["descent"], {"x:0": X}),
    (["other"], {"x:0": X, "rate:0": 0.25}),
    (["loss:0", "w:0", "frozen:0", "step:0"], {"x:0": X}),
]

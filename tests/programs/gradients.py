"""What tf.gradients promises: several targets, grad_ys, stopped paths, unused inputs, sums of paths."""

import numpy as np


def build(tf):
    x = tf.placeholder(tf.float32, [2, 2], name="x")
    y = tf.placeholder(tf.float32, [2, 2], name="y")
    with tf.name_scope("model"):
        a = tf.square(x, name="a")
        b = tf.multiply(a, y, name="b")
        stopped = tf.stop_gradient(tf.exp(x), name="stopped")
        c = tf.add(b, stopped * x, name="c")
    keep(tf, "default", tf.gradients(c, [x, y]))
    keep(tf, "named", tf.gradients(c, x, name="of_c"))
    keep(tf, "two", tf.gradients([b, c], [x, a], grad_ys=[tf.ones([2, 2]), None], name="of_b_and_c"))
    assert tf.gradients(c, tf.constant(1.0, name="unused")) == [None]
    keep(tf, "partial", tf.gradients(c, [x, a], stop_gradients=[a], name="stopping"))
    with tf.name_scope("outside"):
        first = tf.gradients(tf.pow(x, 3.0), x)[0]
        keep(tf, "second", tf.gradients(first, x))
    many = x * 1.0 + x * 2.0 + x * 3.0 + tf.sin(x)
    keep(tf, "many", tf.gradients(many, x))
    keep(tf, "whole", tf.gradients(tf.identity(x), x))
    keep(tf, "itself", tf.gradients(x, x))
    with tf.device("/cpu:0"):
        placed = tf.tanh(x)
    keep(tf, "placed", tf.gradients(placed, x, colocate_gradients_with_ops=True))
    keep(tf, "gated", tf.gradients(c, [x, a], gate_gradients=True))


def keep(tf, name, gradients):
    with tf.name_scope("kept/"):
        for gradient in gradients:
            tf.identity(gradient, name=name)


FEEDS = {"x:0": np.array([[1, 2], [3, -4]], np.float32), "y:0": np.array([[0.5, 1], [2, 3]], np.float32)}
ONE = ["named", "second", "many", "whole", "itself", "placed"]
TWO = ["default", "two", "partial", "gated"]
NAMES = ["kept/" + name + ":0" for name in ONE + TWO] + ["kept/" + name + "_1:0" for name in TWO]
RUNS = [(NAMES, FEEDS)]

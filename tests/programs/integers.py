"""Whole numbers: bytes that wrap, long sums, the several divisions and remainders, operators with Python numbers."""

import numpy as np


def build(tf):
    a = tf.placeholder(tf.uint8, [None], name="a")
    b = tf.placeholder(tf.uint8, [None], name="b")
    tf.add(a, b, name="byte_sum")
    tf.multiply(a, b, name="byte_product")
    tf.subtract(a, b, name="byte_difference")
    x = tf.placeholder(tf.int64, [None], name="x")
    y = tf.placeholder(tf.int64, [None], name="y")
    tf.identity(x + y, name="sum")
    tf.identity(x * 3 - y, name="mixed")
    tf.identity(x // y, name="floor")
    tf.identity(x % y, name="mod")
    tf.identity(x / y, name="true")
    tf.truncatediv(x, y, name="truncated")
    tf.truncatemod(x, y, name="remainder")
    tf.div(x, y, name="old")
    tf.identity(-x, name="negated")
    tf.identity(abs(x), name="size")
    tf.identity(x**2, name="power")
    tf.identity(2 - x, name="reflected")
    tf.identity(10 // y, name="reflected_floor")
    tf.identity(7 / y, name="reflected_true")
    tf.identity(7 % y, name="reflected_mod")
    tf.reduce_sum(x, name="total")
    tf.reduce_mean(x, name="average")
    tf.cumsum(x, name="running")
    tf.maximum(x, y, name="larger")
    tf.sign(x, name="signs")
    f = tf.constant([5.5, -5.5], name="f")
    tf.identity(f // 2.0, name="float_floor")
    tf.identity(f % 2.0, name="float_mod")
    tf.identity(2.0**f, name="float_power")
    tf.floordiv(f, 2.0)
    tf.realdiv(f, 2.0)
    double = tf.constant(np.array([1.0, 2.0]), name="double")
    tf.identity(double / 3.0, name="third")
    tf.constant(True) & tf.constant(False)
    ~tf.constant(True) | tf.constant(False) ^ tf.constant(True)


FEEDS = {
    "a:0": np.array([250, 3, 0], np.uint8),
    "b:0": np.array([10, 5, 1], np.uint8),
    "x:0": np.array([7, -7, 2**40]),
    "y:0": np.array([2, 2, -3]),
}
NAMES = ["byte_sum", "byte_product", "byte_difference", "sum", "mixed", "floor", "mod", "true", "truncated"]
NAMES += ["remainder", "old", "negated", "size", "power", "reflected", "reflected_floor", "reflected_true"]
NAMES += ["reflected_mod", "total", "average", "larger", "signs", "float_floor", "float_mod", "float_power", "third"]
RUNS = [([name + ":0" for name in NAMES], FEEDS)]

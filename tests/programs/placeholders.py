"""Placeholders of unknown, partly known and fully known shape, and those with a default."""

import numpy as np


def build(tf):
    unknown = tf.placeholder(tf.float32)
    partly = tf.placeholder(tf.float32, [None, 3])
    fully = tf.placeholder(tf.float32, shape=(2, 3), name="fully")
    scalar = tf.placeholder(tf.int32, [], name="scalar")
    tf.placeholder(tf.string, [None], name="words")
    tf.placeholder(tf.bool, name="flag")
    tf.placeholder(tf.complex64, tf.TensorShape([None, None]), name="pairs")
    default = tf.placeholder_with_default([[1.0, 2.0, 3.0]], [None, 3], name="default")
    tf.placeholder_with_default(tf.constant(5), shape=None, name="any")
    tf.add(partly, fully, name="static")
    tf.add(unknown, default, name="dynamic")
    tf.shape(partly, name="shape")
    tf.shape(fully, name="folded")
    tf.shape(fully, out_type=tf.int64, name="long")
    tf.rank(unknown, name="rank")
    tf.size(fully, name="size")
    tf.multiply(scalar, 2, name="twice")
    fixed = tf.placeholder(tf.float32)
    fixed.set_shape([2, 2])
    tf.identity(fixed, name="fixed")
    tf.reshape(partly, [-1], name="flat")


A = np.arange(6, dtype=np.float32).reshape(2, 3)
RUNS = [
    (["static:0", "shape:0"], {"Placeholder_1:0": A, "fully:0": A}),
    (["dynamic:0", "rank:0"], {"Placeholder:0": A}),
    (["dynamic:0"], {"Placeholder:0": np.float32(1), "default:0": A}),
    (["twice:0", "any:0", "folded:0", "long:0", "size:0"], {"scalar:0": 21}),
    (["words:0", "flat:0"], {"words:0": ["a", "bc"], "Placeholder_1:0": A}),
]

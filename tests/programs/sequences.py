"""Sorting, masks of sequences, rolling, and sums of products by einsum."""

import numpy as np

A = np.arange(12, dtype=np.float32).reshape(2, 2, 3)
B = np.arange(6, dtype=np.float32).reshape(3, 2)


def build(tf):
    x = tf.placeholder(tf.float32, [None, 4], name="x")
    tf.sort(x, name="sorted")
    tf.sort(x, axis=0, direction="DESCENDING", name="sorted_down")
    tf.argsort(x, name="order")
    tf.sequence_mask([1, 3, 0], name="masks")
    tf.sequence_mask([[1], [2]], 4, tf.float32, name="wide_masks")
    rolled = tf.roll(x, shift=[1, -1], axis=[0, 1], name="rolled")
    a, b = tf.constant(A, name="a"), tf.constant(B, name="b")
    tf.einsum("ijk,kl->ijl", a, b, name="product")
    tf.einsum("ijk,ijk->ij", a, a, name="inner")
    tf.einsum("kl->lk", b, name="turned")
    tf.einsum("kl->", b, name="total")
    tf.gradients(rolled * x, x, name="slopes")


NAMES = "sorted/Neg_1 order/TopKV2:1 masks/Less wide_masks/Cast_1 rolled slopes/AddN"
X = np.array([[0.5, -1.5, 2.0, 0.25], [1.5, 0.75, -0.5, 3.0], [-2.0, 1.0, 0.1, -0.3]], np.float32)
RUNS = [([name if ":" in name else name + ":0" for name in NAMES.split()], {"x:0": X})]

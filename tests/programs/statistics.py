"""Moments, normalization, norms, clipping, running sums, segments, diagonals and the largest elements."""

import numpy as np


def build(tf):
    x = tf.placeholder(tf.float32, [None, 4], name="x")
    known = tf.constant(np.arange(12, dtype=np.float32).reshape(3, 4) / 5 - 1, name="known")
    mean, variance = tf.nn.moments(x, [0], name="moments")
    tf.nn.batch_normalization(x, mean, variance, 0.5, 2.0, 1e-3, name="normalized")
    tf.nn.l2_normalize(x, 1, name="unit")
    tf.norm(x, axis=1, name="lengths")
    tf.norm(known, ord=1, axis=[0, 1], name="one_norm")
    tf.reduce_logsumexp(x, 1, name="logsumexp")
    tf.count_nonzero(known, 0, name="count")
    tf.cumsum(x, 1, exclusive=True, name="sums")
    tf.cumprod(x, 1, reverse=True, name="products")
    tf.unsorted_segment_sum(x, [0, 1, 0], 2, name="segments")
    tf.nn.top_k(x, 2, name="largest")
    tf.nn.in_top_k(x, [1, 0, 3], 2, name="among")
    tf.linalg.set_diag(known[:, :3], [1.0, 2.0, 3.0], name="diagonal")
    tf.matrix_band_part(known, 1, 0, name="band")
    tf.trace(known, name="trace")
    tf.eye(3, num_columns=2, batch_shape=[2], name="eye")
    tf.tensordot(x, known, [[1], [1]], name="tensordot")
    tf.nn.softmax(known, axis=0, name="softmax_down")
    clipped, _ = tf.clip_by_global_norm([x, known], 1.0, name="clip")
    tf.clip_by_value(x, -0.5, 0.5, name="clip_value")
    loss = tf.add_n([tf.reduce_sum(variance), tf.reduce_sum(tf.nn.l2_loss(known)), tf.reduce_sum(clipped[0])])
    tf.gradients(loss, [x, known], name="slopes")
    tf.gradients(tf.get_default_graph().get_tensor_by_name("largest:0"), x, name="largest_slopes")
    tf.gradients(tf.get_default_graph().get_tensor_by_name("sums:0"), x, name="sum_slopes")
    tf.gradients(tf.get_default_graph().get_tensor_by_name("logsumexp/Add:0"), x, name="logsumexp_slopes")


NAMES = (
    "moments/Squeeze moments/Squeeze_1 unit lengths/Squeeze one_norm/Squeeze logsumexp/Add count/Sum sums products "
    "segments largest largest:1 among/among diagonal band trace tensordot softmax_down clip_value"
)
X = np.array([[0.5, -1.5, 2.0, 0.25], [1.5, 0.75, -0.5, 3.0], [-2.0, 1.0, 0.1, -0.3]], np.float32)
RUNS = [([name if ":" in name else name + ":0" for name in NAMES.split()], {"x:0": X})]

"""Pooling in one to three dimensions, batch normalization, and the gradients of both, gradients of gradients too."""

import numpy as np

DATA = np.random.RandomState(12)
X = DATA.normal(size=(2, 5, 7, 3)).astype(np.float32)
VOLUME = DATA.normal(size=(1, 4, 3, 5, 2)).astype(np.float32)
LINE = DATA.normal(size=(2, 8, 2)).astype(np.float32)


def build(tf):
    x = tf.placeholder(tf.float32, [None, 5, 7, 3], name="x")
    highest = tf.nn.max_pool(x, [1, 3, 2, 1], [1, 2, 2, 1], "SAME", name="highest")
    gradient = tf.gradients(tf.reduce_sum(tf.exp(highest)), x, name="slope")[0]
    tf.gradients(tf.reduce_sum(tf.square(gradient)), x, name="curve")
    mean = tf.nn.avg_pool(x, [1, 2, 3, 1], [1, 1, 2, 1], "SAME", name="mean")
    gradient = tf.gradients(tf.reduce_sum(tf.exp(mean)), x, name="mean_slope")[0]
    tf.gradients(tf.reduce_sum(tf.square(gradient)), x, name="mean_curve")
    tf.nn.max_pool(x, 5, 1, "VALID", name="wide")
    tf.nn.avg_pool(x, [1, 5, 7, 1], 1, "VALID", name="all")
    tf.nn.pool(x, [2, 2], "MAX", "VALID", strides=[2, 1], name="pooled")
    tf.nn.pool(x, [2, 2], "AVG", "VALID", dilation_rate=[2, 3], name="with_holes")
    found = tf.nn.max_pool_with_argmax(x, [1, 2, 2, 1], [1, 2, 2, 1], "SAME", name="found")
    tf.gradients(tf.reduce_sum(tf.exp(found[0])), x, name="found_slope")
    line = tf.constant(LINE)
    tf.nn.max_pool1d(line, 3, 2, "SAME", name="line")
    tf.nn.avg_pool1d(line, 3, 2, "VALID", name="mean_line")
    volume = tf.constant(VOLUME)
    deep = tf.nn.max_pool3d(volume, [1, 2, 2, 2, 1], [1, 2, 1, 2, 1], "SAME", name="deep")
    tf.gradients(tf.reduce_sum(tf.exp(deep)), volume, name="deep_slope")
    deep = tf.nn.avg_pool3d(volume, [1, 2, 2, 2, 1], [1, 2, 1, 2, 1], "SAME", name="deep_mean")
    tf.gradients(tf.reduce_sum(tf.exp(deep)), volume, name="deep_mean_slope")
    scale, offset = tf.constant([0.5, 1.5, -1.0], name="scale"), tf.constant([0.1, 0.2, 0.3], name="offset")
    y, batch_mean, batch_variance = tf.nn.fused_batch_norm(x, scale, offset, name="normal")
    tf.identity(batch_mean, name="batch_mean")
    tf.identity(batch_variance, name="batch_variance")
    tf.gradients(tf.reduce_sum(tf.sin(y)), [x, scale, offset], name="normal_slopes")
    given = [[0.2, -0.1, 0.3], [1.0, 2.0, 0.5]]
    y, _, _ = tf.nn.fused_batch_norm(x, scale, offset, *given, is_training=False, epsilon=0.1, name="given")
    tf.gradients(tf.reduce_sum(tf.sin(y)), [x, scale, offset], name="given_slopes")


RUNS = [
    (
        [
            "highest:0",
            "slope/highest_grad/MaxPoolGrad:0",
            "curve/AddN:0",
            "mean:0",
            "mean_slope/mean_grad/AvgPoolGrad:0",
            "mean_curve/mean_grad/AvgPoolGrad:0",
            "wide:0",
            "all:0",
            "pooled:0",
            "with_holes/BatchToSpaceND:0",
            "found:0",
            "found:1",
            "found_slope/found_grad/MaxPoolGradWithArgmax:0",
            "line/Squeeze:0",
            "mean_line/Squeeze:0",
            "deep:0",
            "deep_slope/deep_grad/MaxPool3DGrad:0",
            "deep_mean:0",
            "deep_mean_slope/deep_mean_grad/AvgPool3DGrad:0",
            "normal:0",
            "batch_mean:0",
            "batch_variance:0",
            "normal_slopes/normal_grad/FusedBatchNormGradV3:0",
            "normal_slopes/normal_grad/FusedBatchNormGradV3:1",
            "normal_slopes/normal_grad/FusedBatchNormGradV3:2",
            "given:0",
            "given_slopes/given_grad/FusedBatchNormGradV3:0",
            "given_slopes/given_grad/FusedBatchNormGradV3:1",
            "given_slopes/given_grad/FusedBatchNormGradV3:2",
        ],
        {"x:0": X},
    ),
]

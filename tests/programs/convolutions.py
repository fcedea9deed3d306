"""Convolutions in one to three dimensions, by channel, separable, dilated and transposed, with gradients of gradients."""

import numpy as np


def numbers(*sizes):
    return np.random.RandomState(sum(sizes)).normal(scale=0.2, size=sizes).astype(np.float32)


X = numbers(2, 7, 6, 4)
FILTER = numbers(3, 2, 4, 3)
BY_CHANNEL = numbers(3, 3, 4, 2)
POINTWISE = numbers(1, 1, 8, 3)
LINE = numbers(2, 9, 2)
VOLUME = numbers(1, 4, 5, 4, 2)


def build(tf):
    x = tf.placeholder(tf.float32, [None, 7, 6, 4], name="x")
    w = tf.Variable(FILTER, name="w")
    same = tf.nn.conv2d(x, w, strides=[1, 2, 1, 1], padding="SAME", name="same")
    valid = tf.nn.conv2d(same, numbers(2, 2, 3, 2), [1, 1, 1, 1], "VALID", name="valid")
    tf.nn.conv2d(same, numbers(2, 2, 3, 2), 1, "VALID", dilations=[1, 2, 1, 1], name="apart")
    loss = tf.reduce_sum(tf.square(valid), name="loss")
    gradients = tf.gradients(loss, [x, w], name="slopes")
    tf.gradients(tf.reduce_sum(tf.sin(gradients[1])), [x, w], name="curves")
    tf.nn.conv2d(x, w, 1, [[0, 0], [2, 1], [0, 3], [0, 0]], name="explicit")
    tf.nn.conv2d_transpose(same, w, [2, 7, 6, 4], [1, 2, 1, 1], name="transposed")
    tf.nn.conv2d(x, numbers(2, 2, 2, 4), 1, "VALID", name="grouped")
    channels = tf.nn.depthwise_conv2d(x, BY_CHANNEL, [1, 2, 2, 1], "SAME", name="by_channel")
    tf.gradients(tf.reduce_sum(tf.sin(channels)), x, name="channel_slopes")
    tf.nn.depthwise_conv2d(x, BY_CHANNEL, [1, 1, 1, 1], "SAME", rate=[2, 1], name="by_channel_with_holes")
    tf.nn.separable_conv2d(x, BY_CHANNEL, POINTWISE, [1, 1, 1, 1], "VALID", name="separable")
    holes = tf.nn.atrous_conv2d(tf.constant(X), w, 2, "SAME", name="atrous")
    tf.nn.atrous_conv2d_transpose(holes, w, [2, 7, 6, 4], 2, "SAME", name="atrous_transposed")
    tf.nn.convolution(x, w, "VALID", dilation_rate=[2, 2], name="dilated")
    line = tf.constant(LINE)
    tf.nn.conv1d(line, numbers(3, 2, 3), 2, "SAME", name="line")
    tf.nn.convolution(line, numbers(3, 2, 3), "SAME", name="line_too")
    volume = tf.constant(VOLUME)
    deep = tf.nn.conv3d(volume, numbers(2, 3, 2, 2, 3), [1, 1, 2, 1, 1], "SAME", name="deep")
    tf.gradients(tf.reduce_sum(tf.sin(deep)), volume, name="deep_slopes")
    tf.nn.conv3d_transpose(deep, numbers(2, 3, 2, 2, 3), [1, 4, 5, 4, 2], [1, 1, 2, 1, 1], name="deep_transposed")
    tf.global_variables_initializer()


RUNS = [
    (["init"], {}),
    (
        [
            "same:0",
            "valid:0",
            "apart:0",
            "slopes/same_grad/Conv2DBackpropInput:0",
            "slopes/same_grad/Conv2DBackpropFilter:0",
            "explicit:0",
            "transposed:0",
            "by_channel:0",
            "channel_slopes/by_channel_grad/DepthwiseConv2dNativeBackpropInput:0",
            "by_channel_with_holes/BatchToSpaceND:0",
            "separable:0",
            "atrous/BatchToSpaceND:0",
            "atrous_transposed/BatchToSpaceND:0",
            "dilated/BatchToSpaceND:0",
            "line/Squeeze:0",
            "line_too/Squeeze:0",
            "deep:0",
            "deep_slopes/deep_grad/Conv3DBackpropInputV2:0",
            "deep_transposed:0",
        ],
        {"x:0": X},
    ),
]

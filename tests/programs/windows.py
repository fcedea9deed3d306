"""What else is computed in windows of images: space and depth, patches, morphology, local response, fake quantization."""

import numpy as np

DATA = np.random.RandomState(13)
X = DATA.normal(size=(2, 4, 6, 4)).astype(np.float32)
FILTERS = DATA.normal(size=(2, 2, 4)).astype(np.float32)


def build(tf):
    x = tf.placeholder(tf.float32, [None, 4, 6, 4], name="x")
    deep = tf.space_to_depth(x, 2, name="deep")
    tf.gradients(tf.reduce_sum(tf.square(deep)), x, name="deep_slope")
    tf.depth_to_space(x, 2, name="flat")
    apart = tf.space_to_batch_nd(x, [2, 3], [[1, 1], [0, 0]], name="apart")
    tf.gradients(tf.reduce_sum(tf.square(apart)), x, name="apart_slope")
    tf.batch_to_space(apart[:4], [[0, 1], [1, 0]], 2, name="together")
    tf.extract_image_patches(x, [1, 3, 2, 1], [1, 2, 2, 1], [1, 1, 2, 1], "SAME", name="patches")
    tf.extract_volume_patches(x[:, :, :, :, None], [1, 2, 2, 2, 1], [1, 2, 2, 1, 1], "VALID", name="blocks")
    filters = tf.constant(FILTERS, name="filters")
    dilated = tf.nn.dilation2d(x, filters, [1, 1, 2, 1], [1, 2, 1, 1], "SAME", name="dilated")
    tf.gradients(tf.reduce_sum(tf.sin(dilated)), [x, filters], name="dilated_slopes")
    tf.nn.erosion2d(x, filters, [1, 1, 1, 1], [1, 1, 1, 1], "VALID", name="eroded")
    response = tf.nn.lrn(x, 1, bias=1.5, alpha=0.3, beta=0.6, name="response")
    tf.gradients(tf.reduce_sum(tf.sin(response)), x, name="response_slope")
    low, high = tf.constant(-0.7, name="low"), tf.constant(1.1, name="high")
    rounded = tf.fake_quant_with_min_max_vars(x, low, high, num_bits=4, name="rounded")
    tf.gradients(tf.reduce_sum(tf.sin(rounded)), [x, low, high], name="rounded_slopes")
    tf.fake_quant_with_min_max_args(x, -0.2, 2.0, narrow_range=True, name="fixed")
    limits = tf.constant([-1.0, -0.5, 0.0, -0.3], name="limits")
    tf.fake_quant_with_min_max_vars_per_channel(x, limits, -2 * limits, num_bits=3, name="by_channel")
    tf.quantization.quantize_and_dequantize(x, -1.0, 1.5, num_bits=5, range_given=True, name="there_and_back")


RUNS = [
    (
        [
            "deep:0",
            "deep_slope/deep_grad/DepthToSpace:0",
            "flat:0",
            "apart:0",
            "apart_slope/apart_grad/BatchToSpaceND:0",
            "together:0",
            "patches:0",
            "blocks:0",
            "dilated:0",
            "dilated_slopes/dilated_grad/Dilation2DBackpropInput:0",
            "dilated_slopes/dilated_grad/Dilation2DBackpropFilter:0",
            "eroded/Neg_1:0",
            "response:0",
            "response_slope/response_grad/LRNGrad:0",
            "rounded:0",
            "rounded_slopes/rounded_grad/FakeQuantWithMinMaxVarsGradient:0",
            "rounded_slopes/rounded_grad/FakeQuantWithMinMaxVarsGradient:1",
            "rounded_slopes/rounded_grad/FakeQuantWithMinMaxVarsGradient:2",
            "fixed:0",
            "by_channel:0",
            "there_and_back:0",
        ],
        {"x:0": X},
    ),
]

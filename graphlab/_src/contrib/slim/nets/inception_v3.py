"""Inception, version 3 (Szegedy et al., 2015, arXiv 1512.00567)."""

from functools import partial

from graphlab._src.contrib.framework.arg_scope import arg_scope
from graphlab._src.contrib.layers.batch_norm import batch_norm
from graphlab._src.contrib.layers.conv import convolution2d as conv2d
from graphlab._src.contrib.layers.pooling import avg_pool2d, max_pool2d
from graphlab._src.contrib.layers.shaping import dropout, softmax
from graphlab._src.contrib.slim.nets.inception_blocks import (
    depth_function,
    inception_arg_scope,
    layer,
    logits_of,
    mixed,
    product,
    reduced_kernel,
    up_to,
)
from graphlab._src.graph import GraphKeys
from graphlab._src.state.initializers import truncated_normal_initializer
from graphlab._src.state.scope import variable_scope

# The first layers, with stride and padding.
_STEM = [
    ("Conv2d_1a_3x3 32", 2, "VALID"),
    ("Conv2d_2a_3x3 32", 1, "VALID"),
    ("Conv2d_2b_3x3 64", 1, "SAME"),
    ("MaxPool_3a_3x3", 2, "VALID"),
    ("Conv2d_3b_1x1 80", 1, "VALID"),
    ("Conv2d_4a_3x3 192", 1, "VALID"),
    ("MaxPool_5a_3x3", 2, "VALID"),
]


def _fives(first, second, last):
    """A block with a 5x5 convolution; first, second: of its two layers the scopes, which differ in one block."""
    return [
        ["Conv2d_0a_1x1 64"],
        [f"{first} 48", f"{second} 64"],
        ["Conv2d_0a_1x1 64", "Conv2d_0b_3x3 96", "Conv2d_0c_3x3 96"],
        ["AvgPool_0a_3x3", f"Conv2d_0b_1x1 {last}"],
    ]


def _sevens(n):
    """A block with 7x7 convolutions, taken apart into 1x7 and 7x1."""
    return [
        ["Conv2d_0a_1x1 192"],
        [f"Conv2d_0a_1x1 {n}", f"Conv2d_0b_1x7 {n}", "Conv2d_0c_7x1 192"],
        [
            f"Conv2d_0a_1x1 {n}",
            f"Conv2d_0b_7x1 {n}",
            f"Conv2d_0c_1x7 {n}",
            f"Conv2d_0d_7x1 {n}",
            "Conv2d_0e_1x7 192",
        ],
        ["AvgPool_0a_3x3", "Conv2d_0b_1x1 192"],
    ]


def _wide(second):
    """A block whose 3x3 convolutions are a 1x3 and a 3x1 side by side; second: scope of the first such 3x1."""
    return [
        ["Conv2d_0a_1x1 320"],
        ["Conv2d_0a_1x1 384", ("Conv2d_0b_1x3 384", f"{second} 384")],
        ["Conv2d_0a_1x1 448", "Conv2d_0b_3x3 384", ("Conv2d_0c_1x3 384", "Conv2d_0d_3x1 384")],
        ["AvgPool_0a_3x3", "Conv2d_0b_1x1 192"],
    ]


_BLOCKS = {
    "Mixed_5b": _fives("Conv2d_0a_1x1", "Conv2d_0b_5x5", 32),
    "Mixed_5c": _fives("Conv2d_0b_1x1", "Conv_1_0c_5x5", 64),
    "Mixed_5d": _fives("Conv2d_0a_1x1", "Conv2d_0b_5x5", 64),
    "Mixed_6a": [
        ["Conv2d_1a_1x1 384"],
        ["Conv2d_0a_1x1 64", "Conv2d_0b_3x3 96", "Conv2d_1a_1x1 96"],
        ["MaxPool_1a_3x3"],
    ],
    "Mixed_6b": _sevens(128),
    "Mixed_6c": _sevens(160),
    "Mixed_6d": _sevens(160),
    "Mixed_6e": _sevens(192),
    "Mixed_7a": [
        ["Conv2d_0a_1x1 192", "Conv2d_1a_3x3 320"],
        ["Conv2d_0a_1x1 192", "Conv2d_0b_1x7 192", "Conv2d_0c_7x1 192", "Conv2d_1a_3x3 192"],
        ["MaxPool_1a_3x3"],
    ],
    "Mixed_7b": _wide("Conv2d_0b_3x1"),
    "Mixed_7c": _wide("Conv2d_0c_3x1"),
}


def inception_v3_base(inputs, final_endpoint="Mixed_7c", min_depth=16, depth_multiplier=1.0, scope=None):
    """(net, end points by name) as far as final_endpoint; depth_multiplier: of all channels."""
    depth = depth_function(depth_multiplier, min_depth)

    def stem(text, stride, padding):
        return text.split()[0], lambda net, name: layer(net, text, depth, stride=stride, padding=padding)

    steps = [stem(*first) for first in _STEM]
    for name, branches in _BLOCKS.items():
        steps.append((name, partial(mixed, branches=branches, depth=depth, reducing_padding="VALID")))
    with (
        variable_scope(scope, "InceptionV3", [inputs]),
        arg_scope([conv2d, max_pool2d, avg_pool2d], stride=1, padding="SAME"),
    ):
        return up_to(final_endpoint, inputs, steps)


def inception_v3(
    inputs,
    num_classes=1000,
    is_training=True,
    dropout_keep_prob=0.8,
    min_depth=16,
    depth_multiplier=1.0,
    prediction_fn=softmax,
    spatial_squeeze=True,
    reuse=None,
    scope="InceptionV3",
):
    """(logits, end points by name) of images [batch, 299, 299, 3]; AuxLogits are among the end points."""
    depth = depth_function(depth_multiplier, min_depth)
    with (
        variable_scope(scope, "InceptionV3", [inputs, num_classes], reuse=reuse) as opened,
        arg_scope([batch_norm, dropout], is_training=is_training),
    ):
        sizes = {"min_depth": min_depth, "depth_multiplier": depth_multiplier}
        net, end_points = inception_v3_base(inputs, scope=opened, **sizes)
        with arg_scope([conv2d, max_pool2d, avg_pool2d], stride=1, padding="SAME"), variable_scope("AuxLogits"):
            end_points["AuxLogits"] = _auxiliary(end_points["Mixed_6e"], depth, num_classes, spatial_squeeze)
        return logits_of(net, end_points, num_classes, dropout_keep_prob, prediction_fn, spatial_squeeze, [8, 8], True)


def _auxiliary(net, depth, num_classes, spatial_squeeze):
    """The logits of a middle layer, which help training."""
    net = avg_pool2d(net, [5, 5], stride=3, padding="VALID", scope="AvgPool_1a_5x5")
    net = conv2d(net, depth(128), [1, 1], scope="Conv2d_1b_1x1")
    kernel = reduced_kernel(net, [5, 5])
    small = truncated_normal_initializer(0.0, 0.01)
    scope = "Conv2d_2a_{}x{}".format(*kernel)
    net = conv2d(net, depth(768), kernel, weights_initializer=small, padding="VALID", scope=scope)
    smaller = truncated_normal_initializer(0.0, 0.001)
    return product(net, num_classes, spatial_squeeze, "Conv2d_2b_1x1", weights_initializer=smaller)


setattr(inception_v3, "default_image_size", 299)  # noqa: B010  a function's own attribute


def inception_v3_arg_scope(
    weight_decay=0.00004,
    batch_norm_var_collection="moving_vars",
    batch_norm_decay=0.9997,
    batch_norm_epsilon=0.001,
    updates_collections=GraphKeys.UPDATE_OPS,
    use_fused_batchnorm=True,
):
    """The arg_scope in which inception_v3 is to be built."""
    return inception_arg_scope(
        weight_decay,
        batch_norm_var_collection,
        decay=batch_norm_decay,
        epsilon=batch_norm_epsilon,
        updates_collections=updates_collections,
        fused=use_fused_batchnorm,
    )

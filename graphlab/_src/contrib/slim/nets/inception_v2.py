"""Inception, version 2 (Ioffe and Szegedy, 2015, arXiv 1502.03167)."""

from functools import partial

from graphlab._src.contrib.framework.arg_scope import arg_scope
from graphlab._src.contrib.layers.batch_norm import batch_norm
from graphlab._src.contrib.layers.conv import convolution2d as conv2d
from graphlab._src.contrib.layers.depthwise import separable_convolution2d as separable_conv2d
from graphlab._src.contrib.layers.pooling import avg_pool2d, max_pool2d
from graphlab._src.contrib.layers.shaping import dropout, softmax
from graphlab._src.contrib.slim.nets.inception_blocks import (
    depth_function,
    inception_arg_scope,
    layer,
    logits_of,
    mixed,
    up_to,
)
from graphlab._src.state.initializers import truncated_normal_initializer
from graphlab._src.state.scope import variable_scope

# The channels of each block's seven convolutions, and its pooling; or of the five of a block that reduces.
_BLOCKS = {
    "Mixed_3b": (64, 64, 64, 64, 96, "Avg", 32),
    "Mixed_3c": (64, 64, 96, 64, 96, "Avg", 64),
    "Mixed_4a": (128, 160, 64, 96),
    "Mixed_4b": (224, 64, 96, 96, 128, "Avg", 128),
    "Mixed_4c": (192, 96, 128, 96, 128, "Avg", 128),
    "Mixed_4d": (160, 128, 160, 128, 160, "Avg", 96),
    "Mixed_4e": (96, 128, 192, 160, 192, "Avg", 96),
    "Mixed_5a": (128, 192, 192, 256),
    "Mixed_5b": (352, 192, 320, 160, 224, "Avg", 128),
    "Mixed_5c": (352, 192, 320, 192, 224, "Max", 128),
}


def _branches(channels):
    if len(channels) == 4:
        a, b, c, d = channels
        return [
            [f"Conv2d_0a_1x1 {a}", f"Conv2d_1a_3x3 {b}"],
            [f"Conv2d_0a_1x1 {c}", f"Conv2d_0b_3x3 {d}", f"Conv2d_1a_3x3 {d}"],
            ["MaxPool_1a_3x3"],
        ]
    a, b, c, d, e, pool, f = channels
    return [
        [f"Conv2d_0a_1x1 {a}"],
        [f"Conv2d_0a_1x1 {b}", f"Conv2d_0b_3x3 {c}"],
        [f"Conv2d_0a_1x1 {d}", f"Conv2d_0b_3x3 {e}", f"Conv2d_0c_3x3 {e}"],
        [f"{pool}Pool_0a_3x3", f"Conv2d_0b_1x1 {f}"],
    ]


def _initializers(branch, i):
    """Smaller weights for a 1x1 convolution that others follow, or that follows a pooling."""
    if "1x1" not in branch[i] or len(branch) == 1:
        return {}
    return {"weights_initializer": truncated_normal_initializer(0.0, 0.1 if i else 0.09)}


def inception_v2_base(inputs, final_endpoint="Mixed_5c", min_depth=16, depth_multiplier=1.0, scope=None):
    """(net, end points by name) as far as final_endpoint; depth_multiplier: of all channels."""
    depth = depth_function(depth_multiplier, min_depth)

    def separable(net, name):
        return separable_conv2d(
            net,
            depth(64),
            [7, 7],
            depth_multiplier=min(depth(64) // 3, 8),
            stride=2,
            weights_initializer=truncated_normal_initializer(0.0, 1.0),
            scope=name,
        )

    def plain(text, **arguments):
        return text.split()[0], lambda net, name: layer(net, text, depth, **arguments)

    steps = [
        ("Conv2d_1a_7x7", separable),
        plain("MaxPool_2a_3x3", stride=2),
        plain("Conv2d_2b_1x1 64", weights_initializer=truncated_normal_initializer(0.0, 0.1)),
        plain("Conv2d_2c_3x3 192"),
        plain("MaxPool_3a_3x3", stride=2),
    ]
    for name, channels in _BLOCKS.items():
        steps.append((name, partial(mixed, branches=_branches(channels), depth=depth, initializers=_initializers)))
    with (
        variable_scope(scope, "InceptionV2", [inputs]),
        arg_scope([conv2d, max_pool2d, avg_pool2d, separable_conv2d], stride=1, padding="SAME"),
    ):
        return up_to(final_endpoint, inputs, steps)


def inception_v2(
    inputs,
    num_classes=1000,
    is_training=True,
    dropout_keep_prob=0.8,
    min_depth=16,
    depth_multiplier=1.0,
    prediction_fn=softmax,
    spatial_squeeze=True,
    reuse=None,
    scope="InceptionV2",
):
    """(logits, end points by name) of images [batch, 224, 224, 3]."""
    depth_function(depth_multiplier, min_depth)
    with (
        variable_scope(scope, "InceptionV2", [inputs, num_classes], reuse=reuse) as opened,
        arg_scope([batch_norm, dropout], is_training=is_training),
    ):
        sizes = {"min_depth": min_depth, "depth_multiplier": depth_multiplier}
        net, end_points = inception_v2_base(inputs, scope=opened, **sizes)
        return logits_of(net, end_points, num_classes, dropout_keep_prob, prediction_fn, spatial_squeeze, [7, 7])


setattr(inception_v2, "default_image_size", 224)  # noqa: B010  a function's own attribute


def inception_v2_arg_scope(weight_decay=0.00004, batch_norm_var_collection="moving_vars"):
    """The arg_scope in which inception_v2 is to be built."""
    return inception_arg_scope(weight_decay, batch_norm_var_collection)

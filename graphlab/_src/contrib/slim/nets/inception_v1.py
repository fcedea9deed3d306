"""Inception, version 1 (Szegedy et al., 2014, arXiv 1409.4842)."""

from functools import partial
from typing import Any

from graphlab._src.contrib.framework.arg_scope import arg_scope
from graphlab._src.contrib.layers.batch_norm import batch_norm
from graphlab._src.contrib.layers.conv import convolution2d as conv2d
from graphlab._src.contrib.layers.dense import fully_connected
from graphlab._src.contrib.layers.pooling import avg_pool2d, max_pool2d
from graphlab._src.contrib.layers.shaping import dropout, softmax
from graphlab._src.contrib.slim.nets.inception_blocks import (
    inception_arg_scope,
    layer,
    mixed,
    predicted,
    product,
    up_to,
)
from graphlab._src.state.initializers import truncated_normal_initializer
from graphlab._src.state.scope import variable_scope

# The first layers with their strides, then the channels of each block's six convolutions.
_STEM = [("Conv2d_1a_7x7 64", 2), ("MaxPool_2a_3x3", 2), ("Conv2d_2b_1x1 64", 1), ("Conv2d_2c_3x3 192", 1)]
_BLOCKS = [
    ("MaxPool_3a_3x3", None),
    ("Mixed_3b", (64, 96, 128, 16, 32, 32)),
    ("Mixed_3c", (128, 128, 192, 32, 96, 64)),
    ("MaxPool_4a_3x3", None),
    ("Mixed_4b", (192, 96, 208, 16, 48, 64)),
    ("Mixed_4c", (160, 112, 224, 24, 64, 64)),
    ("Mixed_4d", (128, 128, 256, 24, 64, 64)),
    ("Mixed_4e", (112, 144, 288, 32, 64, 64)),
    ("Mixed_4f", (256, 160, 320, 32, 128, 128)),
    ("MaxPool_5a_2x2", None),
    ("Mixed_5b", (256, 160, 320, 32, 128, 128)),
    ("Mixed_5c", (384, 192, 384, 48, 128, 128)),
]


def _layer(net, name, text, stride):
    return layer(net, text, int, stride=stride)


def _mixed(net, name, channels):
    a, b, c, d, e, f = channels
    odd = "0a" if name == "Mixed_5b" else "0b"  # so are the variables of published checkpoints named
    return mixed(
        net,
        name,
        [
            [f"Conv2d_0a_1x1 {a}"],
            [f"Conv2d_0a_1x1 {b}", f"Conv2d_0b_3x3 {c}"],
            [f"Conv2d_0a_1x1 {d}", f"Conv2d_{odd}_3x3 {e}"],
            ["MaxPool_0a_3x3", f"Conv2d_0b_1x1 {f}"],
        ],
        int,
    )


def inception_v1_base(inputs, final_endpoint="Mixed_5c", scope: Any = "InceptionV1"):
    """(net, end points by name) as far as final_endpoint."""
    steps = [(text.split()[0], partial(_layer, text=text, stride=stride)) for text, stride in _STEM]
    for name, channels in _BLOCKS:
        pool = channels is None
        steps.append((name, partial(_layer, text=name, stride=2) if pool else partial(_mixed, channels=channels)))
    with (
        variable_scope(scope, "InceptionV1", [inputs]),
        arg_scope([conv2d, fully_connected], weights_initializer=truncated_normal_initializer(0.0, 0.01)),
        arg_scope([conv2d, max_pool2d], stride=1, padding="SAME"),
    ):
        return up_to(final_endpoint, inputs, steps)


def inception_v1(
    inputs,
    num_classes=1000,
    is_training=True,
    dropout_keep_prob=0.8,
    prediction_fn=softmax,
    spatial_squeeze=True,
    reuse=None,
    scope="InceptionV1",
):
    """(logits, end points by name) of images [batch, 224, 224, 3]."""
    with (
        variable_scope(scope, "InceptionV1", [inputs, num_classes], reuse=reuse) as opened,
        arg_scope([batch_norm, dropout], is_training=is_training),
    ):
        net, end_points = inception_v1_base(inputs, scope=opened)
        with variable_scope("Logits"):
            net = avg_pool2d(net, [7, 7], stride=1, scope="MaxPool_0a_7x7")
            net = dropout(net, dropout_keep_prob, scope="Dropout_0b")
            logits = product(net, num_classes, spatial_squeeze, "Conv2d_0c_1x1")
            return predicted(logits, end_points, prediction_fn)


setattr(inception_v1, "default_image_size", 224)  # noqa: B010  a function's own attribute


def inception_v1_arg_scope(weight_decay=0.00004, use_batch_norm=True, batch_norm_var_collection="moving_vars"):
    """The arg_scope in which inception_v1 is to be built."""
    return inception_arg_scope(weight_decay, batch_norm_var_collection, use_batch_norm)

"""What AlexNet, OverFeat and VGG share: their arg_scope, and three fully connected layers that classify."""

from graphlab._src.contrib.framework.arg_scope import arg_scope
from graphlab._src.contrib.layers import utils
from graphlab._src.contrib.layers.conv import convolution2d as conv2d
from graphlab._src.contrib.layers.dense import fully_connected
from graphlab._src.contrib.layers.pooling import max_pool2d
from graphlab._src.contrib.layers.regularizers import l2_regularizer
from graphlab._src.contrib.layers.shaping import dropout
from graphlab._src.ops.activation import relu
from graphlab._src.ops.shape import squeeze
from graphlab._src.state.initializers import constant_initializer, truncated_normal_initializer, zeros_initializer
from graphlab._src.state.scope import variable_scope


def net_arg_scope(weight_decay, biases_initializer, **pool):
    """Convolutions with SAME padding, relu and l2 regularization; pool: arguments of max_pool2d."""
    with arg_scope(
        [conv2d, fully_connected],
        activation_fn=relu,
        weights_regularizer=l2_regularizer(weight_decay),
        biases_initializer=biases_initializer,
    ):
        with arg_scope([conv2d], padding="SAME") as scope:
            if not pool:
                return scope
            with arg_scope([max_pool2d], **pool) as scope:
                return scope


def small_weights():
    """Initializers of the last layers of AlexNet and OverFeat."""
    return {
        "weights_initializer": truncated_normal_initializer(0.0, 0.005),
        "biases_initializer": constant_initializer(0.1),
    }


def classifier(
    inputs,
    name,
    scope,
    convolutions,
    widths,
    kernel,
    num_classes,
    is_training,
    dropout_keep_prob,
    spatial_squeeze,
    by_name_scope=True,
    initializers=None,
):
    """(logits, end points by name): convolutions(inputs), then fc6, fc7 and fc8 as convolutions with dropout.

    widths: of fc6 and fc7.  kernel: of fc6.  by_name_scope: end points are collected by the name scope's name.
    initializers: of fc6 and fc7; the biases of fc8 begin with zeros then.
    """
    with variable_scope(scope, name, [inputs]) as opened:
        collection = (opened.original_name_scope if by_name_scope else opened.name) + "_end_points"
        with arg_scope([conv2d, fully_connected, max_pool2d], outputs_collections=[collection]):
            net = convolutions(inputs)
            first = initializers or {}
            last = {**first, "biases_initializer": zeros_initializer()} if first else {}
            net = conv2d(net, widths[0], kernel, padding="VALID", scope="fc6", **first)
            net = dropout(net, dropout_keep_prob, is_training=is_training, scope="dropout6")
            net = conv2d(net, widths[1], [1, 1], scope="fc7", **first)
            net = dropout(net, dropout_keep_prob, is_training=is_training, scope="dropout7")
            net = conv2d(net, num_classes, [1, 1], activation_fn=None, normalizer_fn=None, scope="fc8", **last)
            end_points = utils.convert_collection_to_dict(collection)
            if spatial_squeeze:
                net = squeeze(net, [1, 2], name="fc8/squeezed")
                end_points[opened.name + "/fc8"] = net
            return net, end_points

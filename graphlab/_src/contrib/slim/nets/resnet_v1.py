"""Residual networks (He et al., 2015, arXiv 1512.03385): activation after the sum."""

from graphlab._src.contrib.framework.arg_scope import add_arg_scope
from graphlab._src.contrib.layers import utils
from graphlab._src.contrib.layers.conv import convolution2d as conv2d
from graphlab._src.contrib.slim.nets import resnet_utils
from graphlab._src.ops.activation import relu
from graphlab._src.state.scope import variable_scope

resnet_arg_scope = resnet_utils.resnet_arg_scope


@add_arg_scope
def bottleneck(inputs, depth, depth_bottleneck, stride, rate=1, outputs_collections=None, scope=None):
    """A unit of three convolutions and a way past them; depth: channels of its output."""
    with variable_scope(scope, "bottleneck_v1", [inputs]) as opened:
        depth_in = utils.last_dimension(inputs.shape, min_rank=4)
        if depth == depth_in:
            shortcut = resnet_utils.subsample(inputs, stride, "shortcut")
        else:
            shortcut = conv2d(inputs, depth, [1, 1], stride=stride, activation_fn=None, scope="shortcut")
        residual = conv2d(inputs, depth_bottleneck, [1, 1], stride=1, scope="conv1")
        residual = resnet_utils.conv2d_same(residual, depth_bottleneck, 3, stride, rate=rate, scope="conv2")
        residual = conv2d(residual, depth, [1, 1], stride=1, activation_fn=None, scope="conv3")
        output = relu(shortcut + residual)
        return utils.collect_named_outputs(outputs_collections, opened.name, output)


def resnet_v1(
    inputs,
    blocks,
    num_classes=None,
    is_training=True,
    global_pool=True,
    output_stride=None,
    include_root_block=True,
    reuse=None,
    scope=None,
):
    """(net, end points by name) of images [batch, height, width, channels].

    blocks: of resnet_v1_block.  num_classes: None: no logits.  global_pool: the mean over all pixels, before the logits.
    output_stride: of the images, how many pixels one of the last block represents; it is reached by rates, not strides.
    """
    return resnet_utils.resnet(
        "resnet_v1",
        bottleneck,
        inputs,
        blocks,
        num_classes,
        is_training,
        global_pool,
        output_stride,
        include_root_block,
        reuse,
        scope,
        preactivated=False,
    )


setattr(resnet_v1, "default_image_size", 224)  # noqa: B010  a function's own attribute


def resnet_v1_block(scope, base_depth, num_units, stride):
    """A Block of units with 4 · base_depth channels, of which the last has the stride."""
    return resnet_utils.bottleneck_block(bottleneck, scope, base_depth, num_units, stride)


def resnet_v1_50(
    inputs,
    num_classes=None,
    is_training=True,
    global_pool=True,
    output_stride=None,
    reuse=None,
    scope="resnet_v1_50",
):
    """resnet_v1 with 50 layers."""
    blocks = resnet_utils.four_blocks(50, resnet_v1_block)
    return resnet_v1(inputs, blocks, num_classes, is_training, global_pool, output_stride, reuse=reuse, scope=scope)


def resnet_v1_101(
    inputs,
    num_classes=None,
    is_training=True,
    global_pool=True,
    output_stride=None,
    reuse=None,
    scope="resnet_v1_101",
):
    """resnet_v1 with 101 layers."""
    blocks = resnet_utils.four_blocks(101, resnet_v1_block)
    return resnet_v1(inputs, blocks, num_classes, is_training, global_pool, output_stride, reuse=reuse, scope=scope)


def resnet_v1_152(
    inputs,
    num_classes=None,
    is_training=True,
    global_pool=True,
    output_stride=None,
    reuse=None,
    scope="resnet_v1_152",
):
    """resnet_v1 with 152 layers."""
    blocks = resnet_utils.four_blocks(152, resnet_v1_block)
    return resnet_v1(inputs, blocks, num_classes, is_training, global_pool, output_stride, reuse=reuse, scope=scope)


def resnet_v1_200(
    inputs,
    num_classes=None,
    is_training=True,
    global_pool=True,
    output_stride=None,
    reuse=None,
    scope="resnet_v1_200",
):
    """resnet_v1 with 200 layers."""
    blocks = resnet_utils.four_blocks(200, resnet_v1_block)
    return resnet_v1(inputs, blocks, num_classes, is_training, global_pool, output_stride, reuse=reuse, scope=scope)

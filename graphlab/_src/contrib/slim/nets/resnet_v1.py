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


resnet_v1 = resnet_utils.network("resnet_v1", bottleneck, preactivated=False)
resnet_v1_block = resnet_utils.block_function("resnet_v1_block", bottleneck)
resnet_v1_50 = resnet_utils.network_of_depth(resnet_v1, resnet_v1_block, 50)
resnet_v1_101 = resnet_utils.network_of_depth(resnet_v1, resnet_v1_block, 101)
resnet_v1_152 = resnet_utils.network_of_depth(resnet_v1, resnet_v1_block, 152)
resnet_v1_200 = resnet_utils.network_of_depth(resnet_v1, resnet_v1_block, 200)

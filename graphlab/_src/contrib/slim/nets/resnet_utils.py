"""The parts of both residual networks: blocks of units, stacked up to an output stride."""

from collections import namedtuple

from graphlab._src.contrib.framework.arg_scope import add_arg_scope, arg_scope
from graphlab._src.contrib.layers import utils
from graphlab._src.contrib.layers.batch_norm import batch_norm
from graphlab._src.contrib.layers.conv import convolution2d as conv2d
from graphlab._src.contrib.layers.initializers import variance_scaling_initializer
from graphlab._src.contrib.layers.pooling import max_pool2d
from graphlab._src.contrib.layers.regularizers import l2_regularizer
from graphlab._src.contrib.layers.shaping import softmax
from graphlab._src.graph import GraphKeys
from graphlab._src.graph.attributes import named
from graphlab._src.ops.activation import relu
from graphlab._src.ops.padding import pad
from graphlab._src.ops.reduction import reduce_mean
from graphlab._src.state.scope import variable_scope


class Block(namedtuple("Block", ["scope", "unit_fn", "args"])):
    """Units under one scope: unit_fn(net, rate=…, **arguments) for each of `args`."""


def subsample(inputs, factor, scope=None):
    """Every factor-th pixel of images."""
    return inputs if factor == 1 else max_pool2d(inputs, [1, 1], stride=factor, scope=scope)


def conv2d_same(inputs, num_outputs, kernel_size, stride, rate=1, scope=None):
    """A convolution whose padding does not depend on the images' size, whatever the stride."""
    if stride == 1:
        return conv2d(inputs, num_outputs, kernel_size, stride=1, rate=rate, padding="SAME", scope=scope)
    total = (kernel_size - 1) * rate
    around = [total // 2, total - total // 2]
    inputs = pad(inputs, [[0, 0], around, around, [0, 0]])
    return conv2d(inputs, num_outputs, kernel_size, stride=stride, rate=rate, padding="VALID", scope=scope)


@add_arg_scope
def stack_blocks_dense(net, blocks, output_stride=None, outputs_collections=None):
    """The blocks one after another; once output_stride is reached, rates grow in place of strides.

    ValueError: the units' strides do not come to output_stride.
    """
    current, rate = 1, 1
    for block in blocks:
        with variable_scope(block.scope, "block", [net]) as scope:
            for i, unit in enumerate(block.args, 1):
                if output_stride is not None and current > output_stride:
                    raise ValueError("The target output_stride cannot be reached.")
                with variable_scope(f"unit_{i}", values=[net]):
                    stride = unit.get("stride", 1)
                    if current == output_stride:
                        net = block.unit_fn(net, rate=rate, **{**unit, "stride": 1})
                        rate *= stride
                    else:
                        net = block.unit_fn(net, rate=1, **unit)
                        current *= stride
            net = utils.collect_named_outputs(outputs_collections, scope.name, net)
    if output_stride is not None and current != output_stride:
        raise ValueError("The target output_stride cannot be reached.")
    return net


def resnet_arg_scope(weight_decay=0.0001, batch_norm_decay=0.997, batch_norm_epsilon=1e-5, batch_norm_scale=True):
    """The arg_scope in which the nets are to be built."""
    normalizer = {
        "decay": batch_norm_decay,
        "epsilon": batch_norm_epsilon,
        "scale": batch_norm_scale,
        "updates_collections": GraphKeys.UPDATE_OPS,
    }
    with (
        arg_scope(
            [conv2d],
            weights_regularizer=l2_regularizer(weight_decay),
            weights_initializer=variance_scaling_initializer(),
            activation_fn=relu,
            normalizer_fn=batch_norm,
            normalizer_params=normalizer,
        ),
        arg_scope([batch_norm], **normalizer),
        arg_scope([max_pool2d], padding="SAME") as scope,
    ):
        return scope


# How many units the four blocks of each net have.
DEPTHS = {50: (3, 4, 6, 3), 101: (3, 4, 23, 3), 152: (3, 8, 36, 3), 200: (3, 24, 36, 3)}


def four_blocks(layers, block):
    """The blocks of the net of so many layers; block: resnet_v1_block or resnet_v2_block."""
    return [
        block(f"block{i}", base_depth=32 * 2**i, num_units=units, stride=1 if i == 4 else 2)
        for i, units in enumerate(DEPTHS[layers], 1)
    ]


def bottleneck_block(unit_fn, scope, base_depth, num_units, stride):
    """A Block of units with 4 · base_depth channels, of which the last has the stride."""
    unit = {"depth": 4 * base_depth, "depth_bottleneck": base_depth, "stride": 1}
    return Block(scope, unit_fn, [unit] * (num_units - 1) + [{**unit, "stride": stride}])


def block_function(name, bottleneck):
    """The function `name` that makes a Block of such units."""

    def function(scope, base_depth, num_units, stride):
        """A Block of units with 4 · base_depth channels, of which the last has the stride."""
        return bottleneck_block(bottleneck, scope, base_depth, num_units, stride)

    function.__name__ = function.__qualname__ = name
    return function


def resnet(
    name,
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
    preactivated,
):
    """(net, end points by name). preactivated: the second version: the outputs of units are not activated yet."""
    with variable_scope(scope, name, [inputs], reuse=reuse) as opened:
        collection = opened.original_name_scope + "_end_points"
        with (
            arg_scope([conv2d, bottleneck, stack_blocks_dense], outputs_collections=collection),
            arg_scope([batch_norm], is_training=is_training),
        ):
            net = inputs
            if include_root_block:
                if output_stride is not None:
                    if output_stride % 4:
                        raise ValueError("The output_stride needs to be a multiple of 4.")
                    output_stride /= 4
                plain = {"activation_fn": None, "normalizer_fn": None} if preactivated else {}
                with arg_scope([conv2d], **plain):
                    net = conv2d_same(net, 64, 7, stride=2, scope="conv1")
                net = max_pool2d(net, [3, 3], stride=2, scope="pool1")
            net = stack_blocks_dense(net, blocks, output_stride)
            if preactivated:
                net = batch_norm(net, activation_fn=relu, scope="postnorm")
            if global_pool:
                net = reduce_mean(net, [1, 2], name="pool5", keepdims=True)
            if num_classes is not None:
                net = conv2d(net, num_classes, [1, 1], activation_fn=None, normalizer_fn=None, scope="logits")
            end_points = utils.convert_collection_to_dict(collection)
            if num_classes is not None:
                end_points["predictions"] = softmax(net, scope="predictions")
            return net, end_points


def network(name, bottleneck, preactivated):
    """The function `name` that makes a network. preactivated: the second version: units' outputs are not activated."""

    def function(
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
        return resnet(
            name,
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
            preactivated,
        )

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""(net, end points by name) of images [batch, height, width, channels].

    blocks: of {name}_block.  num_classes: None: no logits.  global_pool: the mean over all pixels, before the logits.
    output_stride: of the images, how many pixels one of the last block represents; it is reached by rates, not strides.
    """
    vars(function)["default_image_size"] = 224
    return function


def network_of_depth(of_blocks, block, layers):
    """The function that makes a network of so many layers. of_blocks: resnet_v1 or resnet_v2.  block: its Blocks'."""
    name = f"{of_blocks.__name__}_{layers}"

    def function(
        inputs,
        num_classes=None,
        is_training=True,
        global_pool=True,
        output_stride=None,
        reuse=None,
        scope=name,
    ):
        blocks = four_blocks(layers, block)
        return of_blocks(inputs, blocks, num_classes, is_training, global_pool, output_stride, reuse=reuse, scope=scope)

    return named(function, name, f"{of_blocks.__name__} with {layers} layers.")

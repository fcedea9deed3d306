"""What the Inception nets share: branches side by side, written as the names of their layers, and the logits after them.

A layer is "Conv2d_0b_3x3 96": its scope, whose end is the kernel, and its channels. "1a" reduces: 3x3, stride 2.
"""

from graphlab._src.contrib.framework.arg_scope import arg_scope
from graphlab._src.contrib.layers.batch_norm import batch_norm
from graphlab._src.contrib.layers.conv import convolution2d as conv2d
from graphlab._src.contrib.layers.dense import fully_connected
from graphlab._src.contrib.layers.initializers import variance_scaling_initializer
from graphlab._src.contrib.layers.pooling import avg_pool2d, max_pool2d
from graphlab._src.contrib.layers.regularizers import l2_regularizer
from graphlab._src.contrib.layers.shaping import dropout
from graphlab._src.graph import GraphKeys
from graphlab._src.ops.activation import relu
from graphlab._src.ops.joining import concat
from graphlab._src.ops.shape import squeeze
from graphlab._src.state.scope import variable_scope


def kernel_of(scope):
    """[3, 3] for "Conv2d_0b_3x3"."""
    return [int(size) for size in scope.rsplit("_", 1)[1].split("x")]


def layer(net, text, depth, **arguments):
    """The layer that a text says. depth(channels): how many there are to be."""
    scope, *channels = text.split()
    kernel = kernel_of(scope)
    if scope.startswith("Conv"):
        return conv2d(net, depth(int(channels[0])), kernel, scope=scope, **arguments)
    return (max_pool2d if scope.startswith("Max") else avg_pool2d)(net, kernel, scope=scope, **arguments)


def mixed(net, name, branches, depth, reducing_padding="SAME", initializers=lambda branch, i: {}):
    """The branches side by side under a scope. A layer that is a tuple is two, side by side, of the same input.

    branches: lists of layers.  initializers(branch, i): more arguments of the i-th layer of a branch.
    """

    def built(tensor, text, arguments):
        if isinstance(text, tuple):
            return concat([built(tensor, one, arguments) for one in text], 3)
        if "_1a_" not in text:
            return layer(tensor, text, depth, **arguments)
        arguments = {"stride": 2, "padding": reducing_padding, **arguments}
        scope, *channels = text.split()
        if channels:
            return conv2d(tensor, depth(int(channels[0])), [3, 3], scope=scope, **arguments)
        return max_pool2d(tensor, [3, 3], scope=scope, **arguments)

    with variable_scope(name):
        results = []
        for b, branch in enumerate(branches):
            with variable_scope(f"Branch_{b}"):
                result = net
                for i, text in enumerate(branch):
                    result = built(result, text, initializers(branch, i))
            results.append(result)
        return concat(results, 3)


def up_to(final_endpoint, net, steps):
    """(net, end points by name) of the steps, (name, function of the net), as far as final_endpoint."""
    end_points = {}
    for name, step in steps:
        net = end_points[name] = step(net, name)
        if name == final_endpoint:
            return net, end_points
    raise ValueError(f"Unknown final endpoint {final_endpoint}")


def depth_function(depth_multiplier, min_depth):
    """channels -> channels · depth_multiplier, but not fewer than min_depth."""
    if depth_multiplier <= 0:
        raise ValueError("depth_multiplier is not greater than zero.")
    return lambda channels: max(int(channels * depth_multiplier), min_depth)


def reduced_kernel(tensor, kernel):
    """The kernel, or the tensor's height and width where these are known to be smaller."""
    _, height, width, _ = tensor.shape.as_list()
    if height is None or width is None:
        return kernel
    return [min(height, kernel[0]), min(width, kernel[1])]


def logits_of(net, end_points, num_classes, keep_prob, prediction_fn, spatial_squeeze, kernel, keeps_features=False):
    """(logits, end points) of versions 2 and 3: mean, dropout and a product."""
    with variable_scope("Logits"):
        kernel = reduced_kernel(net, kernel)
        net = avg_pool2d(net, kernel, padding="VALID", scope="AvgPool_1a_{}x{}".format(*kernel))
        net = dropout(net, keep_prob=keep_prob, scope="Dropout_1b")
        if keeps_features:
            end_points["PreLogits"] = net
        logits = product(net, num_classes, spatial_squeeze, "Conv2d_1c_1x1")
    return predicted(logits, end_points, prediction_fn)


def product(net, num_classes, spatial_squeeze, scope, **arguments):
    """The logits, [batch, num_classes] with spatial_squeeze."""
    plain = {"activation_fn": None, "normalizer_fn": None}
    logits = conv2d(net, num_classes, [1, 1], scope=scope, **plain, **arguments)
    return squeeze(logits, [1, 2], name="SpatialSqueeze") if spatial_squeeze else logits


def predicted(logits, end_points, prediction_fn):
    """(logits, end points with logits and predictions)."""
    end_points["Logits"] = logits
    end_points["Predictions"] = prediction_fn(logits, scope="Predictions")
    return logits, end_points


def inception_arg_scope(weight_decay, batch_norm_var_collection, use_batch_norm=True, **batch_norm_params):
    """Convolutions with relu, l2 regularization and batch normalization, whose averages go into a collection."""
    averages = {"moving_mean": [batch_norm_var_collection], "moving_variance": [batch_norm_var_collection]}
    params = {
        "decay": 0.9997,
        "epsilon": 0.001,
        "updates_collections": GraphKeys.UPDATE_OPS,
        "variables_collections": {"beta": None, "gamma": None, **averages},
        **batch_norm_params,
    }
    with (
        arg_scope([conv2d, fully_connected], weights_regularizer=l2_regularizer(weight_decay)),
        arg_scope(
            [conv2d],
            weights_initializer=variance_scaling_initializer(),
            activation_fn=relu,
            normalizer_fn=batch_norm if use_batch_norm else None,
            normalizer_params=params if use_batch_norm else {},
        ) as scope,
    ):
        return scope

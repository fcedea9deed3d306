"""AlexNet, as "One weird trick for parallelizing convolutional neural networks" has it (arXiv 1404.5997)."""

from graphlab._src.contrib.layers.conv import convolution2d as conv2d
from graphlab._src.contrib.layers.pooling import max_pool2d
from graphlab._src.contrib.slim.nets.classifier import classifier, net_arg_scope, small_weights
from graphlab._src.state.initializers import constant_initializer


def alexnet_v2_arg_scope(weight_decay=0.0005):
    """The arg_scope in which alexnet_v2 is to be built."""
    return net_arg_scope(weight_decay, constant_initializer(0.1), padding="VALID")


def _convolutions(net):
    net = conv2d(net, 64, [11, 11], 4, padding="VALID", scope="conv1")
    net = max_pool2d(net, [3, 3], 2, scope="pool1")
    net = conv2d(net, 192, [5, 5], scope="conv2")
    net = max_pool2d(net, [3, 3], 2, scope="pool2")
    for name, width in (("conv3", 384), ("conv4", 384), ("conv5", 256)):
        net = conv2d(net, width, [3, 3], scope=name)
    return max_pool2d(net, [3, 3], 2, scope="pool5")


def alexnet_v2(
    inputs, num_classes=1000, is_training=True, dropout_keep_prob=0.5, spatial_squeeze=True, scope="alexnet_v2"
):
    """(logits, end points by name) of images [batch, 224, 224, 3]; without local response normalization."""
    rest = num_classes, is_training, dropout_keep_prob, spatial_squeeze
    return classifier(
        inputs, "alexnet_v2", scope, _convolutions, [4096, 4096], [5, 5], *rest, initializers=small_weights()
    )


setattr(alexnet_v2, "default_image_size", 224)  # noqa: B010  a function's own attribute

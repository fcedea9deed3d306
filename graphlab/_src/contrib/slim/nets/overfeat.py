"""OverFeat (Sermanet et al., 2014, arXiv 1312.6229), the fast net."""

from graphlab._src.contrib.layers.conv import convolution2d as conv2d
from graphlab._src.contrib.layers.pooling import max_pool2d
from graphlab._src.contrib.slim.nets.classifier import classifier, net_arg_scope, small_weights
from graphlab._src.state.initializers import zeros_initializer


def overfeat_arg_scope(weight_decay=0.0005):
    """The arg_scope in which overfeat is to be built."""
    return net_arg_scope(weight_decay, zeros_initializer(), padding="VALID")


def _convolutions(net):
    net = conv2d(net, 64, [11, 11], 4, padding="VALID", scope="conv1")
    net = max_pool2d(net, [2, 2], scope="pool1")
    net = conv2d(net, 256, [5, 5], padding="VALID", scope="conv2")
    net = max_pool2d(net, [2, 2], scope="pool2")
    for name, width in (("conv3", 512), ("conv4", 1024), ("conv5", 1024)):
        net = conv2d(net, width, [3, 3], scope=name)
    return max_pool2d(net, [2, 2], scope="pool5")


def overfeat(inputs, num_classes=1000, is_training=True, dropout_keep_prob=0.5, spatial_squeeze=True, scope="overfeat"):
    """(logits, end points by name) of images [batch, 231, 231, 3]."""
    rest = num_classes, is_training, dropout_keep_prob, spatial_squeeze, False
    return classifier(
        inputs, "overfeat", scope, _convolutions, [3072, 4096], [6, 6], *rest, initializers=small_weights()
    )

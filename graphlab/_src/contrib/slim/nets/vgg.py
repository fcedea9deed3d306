"""VGG (Simonyan and Zisserman, 2014, arXiv 1409.1556): nets A, D (16 layers) and E (19)."""

from graphlab._src.contrib.layers.conv import convolution2d as conv2d
from graphlab._src.contrib.layers.pooling import max_pool2d
from graphlab._src.contrib.layers.stacking import repeat
from graphlab._src.contrib.slim.nets.classifier import classifier, net_arg_scope
from graphlab._src.state.initializers import zeros_initializer


def vgg_arg_scope(weight_decay=0.0005):
    """The arg_scope in which the nets are to be built."""
    return net_arg_scope(weight_decay, zeros_initializer())


def _vgg(name, depths, inputs, scope, rest, by_name_scope=True):
    """depths: how many convolutions of 64, 128, 256, 512 and 512 channels there are."""

    def convolutions(net):
        for i, (times, width) in enumerate(zip(depths, (64, 128, 256, 512, 512), strict=True), 1):
            net = repeat(net, times, conv2d, width, [3, 3], scope=f"conv{i}")
            net = max_pool2d(net, [2, 2], scope=f"pool{i}")
        return net

    return classifier(inputs, name, scope, convolutions, [4096, 4096], [7, 7], *rest, by_name_scope=by_name_scope)


def vgg_a(inputs, num_classes=1000, is_training=True, dropout_keep_prob=0.5, spatial_squeeze=True, scope="vgg_a"):
    """(logits, end points by name) of images [batch, 224, 224, 3]; 11 layers."""
    rest = num_classes, is_training, dropout_keep_prob, spatial_squeeze
    return _vgg("vgg_a", (1, 1, 2, 2, 2), inputs, scope, rest)


def vgg_16(inputs, num_classes=1000, is_training=True, dropout_keep_prob=0.5, spatial_squeeze=True, scope="vgg_16"):
    """(logits, end points by name) of images [batch, 224, 224, 3]; 16 layers."""
    rest = num_classes, is_training, dropout_keep_prob, spatial_squeeze
    return _vgg("vgg_16", (2, 2, 3, 3, 3), inputs, scope, rest)


def vgg_19(inputs, num_classes=1000, is_training=True, dropout_keep_prob=0.5, spatial_squeeze=True, scope="vgg_19"):
    """(logits, end points by name) of images [batch, 224, 224, 3]; 19 layers."""
    rest = num_classes, is_training, dropout_keep_prob, spatial_squeeze
    return _vgg("vgg_19", (2, 2, 4, 4, 4), inputs, scope, rest, by_name_scope=False)


for _net in (vgg_a, vgg_16, vgg_19):
    setattr(_net, "default_image_size", 224)  # noqa: B010  a function's own attribute

vgg_d = vgg_16
vgg_e = vgg_19

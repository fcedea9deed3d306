"""Residual networks: blocks that add something to what they were given (He et al., 2015 and 2016)."""

from graphlab._src.keras.applications.common import channel_axis, ended, finished, images
from graphlab._src.keras.layers import catalog as layers

_WIDTHS = (64, 128, 256, 512)


def _normalized(x, name, activation=None):
    x = layers.BatchNormalization(axis=channel_axis(), epsilon=1.001e-5, name=name + "_bn")(x)
    return layers.Activation("relu", name=(activation or name) + "_relu")(x)


def _block(x, filters, name, stride=1, widened=False):
    """Normalized after each convolution."""
    bn = {"axis": channel_axis(), "epsilon": 1.001e-5}
    shortcut = x
    if widened:
        shortcut = layers.Conv2D(4 * filters, 1, strides=stride, name=name + "_0_conv")(x)
        shortcut = layers.BatchNormalization(name=name + "_0_bn", **bn)(shortcut)
    x = _normalized(layers.Conv2D(filters, 1, strides=stride, name=name + "_1_conv")(x), name + "_1")
    x = _normalized(layers.Conv2D(filters, 3, padding="same", name=name + "_2_conv")(x), name + "_2")
    x = layers.BatchNormalization(name=name + "_3_bn", **bn)(layers.Conv2D(4 * filters, 1, name=name + "_3_conv")(x))
    return layers.Activation("relu", name=name + "_out")(layers.Add(name=name + "_add")([shortcut, x]))


def _block_v2(x, filters, name, stride=1, widened=False):
    """Normalized before each convolution."""
    ready = _normalized(x, name + "_preact")
    if widened:
        shortcut = layers.Conv2D(4 * filters, 1, strides=stride, name=name + "_0_conv")(ready)
    else:
        shortcut = layers.MaxPooling2D(1, strides=stride)(x) if stride > 1 else x
    x = _normalized(layers.Conv2D(filters, 1, use_bias=False, name=name + "_1_conv")(ready), name + "_1")
    x = layers.ZeroPadding2D(1, name=name + "_2_pad")(x)
    x = layers.Conv2D(filters, 3, strides=stride, use_bias=False, name=name + "_2_conv")(x)
    x = layers.Conv2D(4 * filters, 1, name=name + "_3_conv")(_normalized(x, name + "_2"))
    return layers.Add(name=name + "_out")([shortcut, x])


def resnet(name, counts, v2, include_top, weights, input_tensor, input_shape, pooling, classes):
    """A residual network. counts: of the blocks of each size.  v2: normalized before the convolutions."""
    taken = images(include_top, weights, input_tensor, input_shape, classes)
    x = layers.ZeroPadding2D(3, name="conv1_pad")(taken)
    x = layers.Conv2D(64, 7, strides=2, name="conv1_conv")(x)
    x = x if v2 else _normalized(x, "conv1")
    x = layers.MaxPooling2D(3, strides=2, name="pool1_pool")(layers.ZeroPadding2D(1, name="pool1_pad")(x))
    for stage, (filters, count) in enumerate(zip(_WIDTHS, counts, strict=True), 2):
        for number in range(1, count + 1):
            place, first = f"conv{stage}_block{number}", number == 1
            if v2:
                stride = 2 if number == count and stage < 5 else 1
                x = _block_v2(x, filters, place, stride, first)
            else:
                x = _block(x, filters, place, 2 if first and stage > 2 else 1, first)
    x = _normalized(x, "post") if v2 else x
    x = ended(x, include_top, pooling, classes, "probs")
    return finished(name, taken, x, input_tensor, weights, include_top)

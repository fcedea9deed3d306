"""Densely connected networks: each convolution sees all that came before it in its block."""

from graphlab._src.keras.applications.common import channel_axis, ended, finished, images
from graphlab._src.keras.layers import catalog as layers


def _ready(x, bn, relu):
    x = layers.BatchNormalization(axis=channel_axis(), epsilon=1.001e-5, name=bn)(x)
    return layers.Activation("relu", name=relu)(x)


def _convolution(x, name, growth=32):
    new = layers.Conv2D(4 * growth, 1, use_bias=False, name=name + "_1_conv")(
        _ready(x, name + "_0_bn", name + "_0_relu")
    )
    new = _ready(new, name + "_1_bn", name + "_1_relu")
    new = layers.Conv2D(growth, 3, padding="same", use_bias=False, name=name + "_2_conv")(new)
    return layers.Concatenate(axis=channel_axis(), name=name + "_concat")([x, new])


def densenet(name, counts, include_top, weights, input_tensor, input_shape, pooling, classes):
    """A densely connected network. counts: of the convolutions in each block."""
    taken = images(include_top, weights, input_tensor, input_shape, classes)
    x = layers.Conv2D(64, 7, strides=2, use_bias=False, name="conv1/conv")(layers.ZeroPadding2D(3)(taken))
    x = layers.ZeroPadding2D(1)(_ready(x, "conv1/bn", "conv1/relu"))
    x = layers.MaxPooling2D(3, strides=2, name="pool1")(x)
    for stage, count in enumerate(counts, 2):
        for number in range(1, count + 1):
            x = _convolution(x, f"conv{stage}_block{number}")
        if stage < 5:
            x = _ready(x, f"pool{stage}_bn", f"pool{stage}_relu")
            half = x.shape.as_list()[channel_axis()] // 2
            x = layers.Conv2D(half, 1, use_bias=False, name=f"pool{stage}_conv")(x)
            x = layers.AveragePooling2D(2, strides=2, name=f"pool{stage}_pool")(x)
    x = ended(_ready(x, "bn", "relu"), include_top, pooling, classes, "fc1000")
    return finished(name, taken, x, input_tensor, weights, include_top)

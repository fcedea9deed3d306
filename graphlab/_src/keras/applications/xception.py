"""tf.keras.applications.xception: separable convolutions with shortcuts (Chollet, 2016)."""

from graphlab._src.keras.applications.common import channel_axis, ended, finished, images, model_function
from graphlab._src.keras.applications.imagenet_utils import preprocessing
from graphlab._src.keras.layers import catalog as layers

preprocess_input = preprocessing("tf")


def _normalized(x, name=None):
    return layers.BatchNormalization(axis=channel_axis(), name=name)(x)


def _relu(x, name):
    return layers.Activation("relu", name=name)(x)


def _separable(x, filters, name):
    return _normalized(layers.SeparableConv2D(filters, 3, padding="same", use_bias=False, name=name)(x), name + "_bn")


def _halved(x, block, widths, begins_with_relu=True):
    """A block that makes images half as large."""
    shortcut = layers.Conv2D(widths[1], 1, strides=2, padding="same", use_bias=False)(x)
    shortcut = _normalized(shortcut)
    for number, filters in enumerate(widths, 1):
        if number > 1 or begins_with_relu:
            x = _relu(x, f"block{block}_sepconv{number}_act")
        x = _separable(x, filters, f"block{block}_sepconv{number}")
    x = layers.MaxPooling2D(3, strides=2, padding="same", name=f"block{block}_pool")(x)
    return layers.add([x, shortcut])


def _build(include_top, weights, input_tensor, input_shape, pooling, classes):
    taken = x = images(include_top, weights, input_tensor, input_shape, classes, size=299, smallest=71)
    for number, (filters, stride) in enumerate(((32, 2), (64, 1)), 1):
        name = f"block1_conv{number}"
        x = layers.Conv2D(filters, 3, strides=stride, use_bias=False, name=name)(x)
        x = _relu(_normalized(x, name + "_bn"), name + "_act")
    x = _halved(x, 2, (128, 128), begins_with_relu=False)
    x = _halved(x, 3, (256, 256))
    x = _halved(x, 4, (728, 728))
    for block in range(5, 13):
        shortcut = x
        for number in (1, 2, 3):
            name = f"block{block}_sepconv{number}"
            x = _separable(_relu(x, name + "_act"), 728, name)
        x = layers.add([x, shortcut])
    x = _halved(x, 13, (728, 1024))
    for number, filters in enumerate((1536, 2048), 1):
        name = f"block14_sepconv{number}"
        x = _relu(_separable(x, filters, name), name + "_act")
    x = ended(x, include_top, pooling, classes, "predictions", named=False)
    return finished("xception", taken, x, input_tensor, weights, include_top)


Xception = model_function("Xception", "Xception", _build)

"""tf.keras.applications.inception_v3: several paths side by side, put together again (Szegedy et al., 2015)."""

from graphlab._src.keras.applications.common import channel_axis, ended, finished, images, model_function
from graphlab._src.keras.applications.imagenet_utils import preprocessing
from graphlab._src.keras.layers import catalog as layers

preprocess_input = preprocessing("tf")


def _conv(x, filters, rows, columns, padding="same", strides=(1, 1)):
    x = layers.Conv2D(filters, (rows, columns), strides=strides, padding=padding, use_bias=False)(x)
    x = layers.BatchNormalization(axis=channel_axis(), scale=False)(x)
    return layers.Activation("relu")(x)


def _path(x, *steps):
    """Convolutions one after the other. steps: (filters, rows, columns), and "half" where they halve the image."""
    for filters, rows, columns, *half in steps:
        x = _conv(x, filters, rows, columns, "valid", (2, 2)) if half else _conv(x, filters, rows, columns)
    return x


def _averaged(x, filters):
    return _conv(layers.AveragePooling2D(3, strides=1, padding="same")(x), filters, 1, 1)


def _together(paths, name=None):
    return layers.concatenate(paths, axis=channel_axis(), name=name)


def _mixed_35(x, filters, name):
    single = _conv(x, 64, 1, 1)
    five = _path(x, (48, 1, 1), (64, 5, 5))
    double = _path(x, (64, 1, 1), (96, 3, 3), (96, 3, 3))
    return _together([single, five, double, _averaged(x, filters)], name)


def _mixed_17(x, width, name):
    single = _conv(x, 192, 1, 1)
    seven = _path(x, (width, 1, 1), (width, 1, 7), (192, 7, 1))
    double = _path(x, (width, 1, 1), (width, 7, 1), (width, 1, 7), (width, 7, 1), (192, 1, 7))
    return _together([single, seven, double, _averaged(x, 192)], name)


def _mixed_8(x, number):
    single = _conv(x, 320, 1, 1)
    three = _conv(x, 384, 1, 1)
    three = _together([_conv(three, 384, 1, 3), _conv(three, 384, 3, 1)], f"mixed9_{number}")
    double = _path(x, (448, 1, 1), (384, 3, 3))
    double = _together([_conv(double, 384, 1, 3), _conv(double, 384, 3, 1)])
    return _together([single, three, double, _averaged(x, 192)], f"mixed{9 + number}")


def _build(include_top, weights, input_tensor, input_shape, pooling, classes):
    taken = images(include_top, weights, input_tensor, input_shape, classes, size=299, smallest=75)
    x = _conv(_conv(taken, 32, 3, 3, "valid", (2, 2)), 32, 3, 3, "valid")
    x = layers.MaxPooling2D(3, strides=2)(_conv(x, 64, 3, 3))
    x = _conv(_conv(x, 80, 1, 1, "valid"), 192, 3, 3, "valid")
    x = layers.MaxPooling2D(3, strides=2)(x)
    for number, filters in enumerate((32, 64, 64)):
        x = _mixed_35(x, filters, f"mixed{number}")
    three = _path(x, (384, 3, 3, "half"))
    double = _path(x, (64, 1, 1), (96, 3, 3), (96, 3, 3, "half"))
    x = _together([three, double, layers.MaxPooling2D(3, strides=2)(x)], "mixed3")
    for number, width in enumerate((128, 160, 160, 192), 4):
        x = _mixed_17(x, width, f"mixed{number}")
    three = _path(x, (192, 1, 1), (320, 3, 3, "half"))
    seven = _path(x, (192, 1, 1), (192, 1, 7), (192, 7, 1), (192, 3, 3, "half"))
    x = _together([three, seven, layers.MaxPooling2D(3, strides=2)(x)], "mixed8")
    for number in range(2):
        x = _mixed_8(x, number)
    x = ended(x, include_top, pooling, classes, "predictions", named=False)
    return finished("inception_v3", taken, x, input_tensor, weights, include_top)


InceptionV3 = model_function("InceptionV3", "InceptionV3", _build)

"""tf.keras.applications.inception_resnet_v2: several paths side by side, added to what they began with (Szegedy et al., 2016)."""

from graphlab._src.keras.applications.common import channel_axis, ended, finished, images, model_function
from graphlab._src.keras.applications.imagenet_utils import preprocessing
from graphlab._src.keras.layers import catalog as layers

preprocess_input = preprocessing("tf")
_HOME = "https://github.com/fchollet/deep-learning-models/releases/download/v0.7/"
_BLOCKS = {  # name -> the convolutions of each path: (filters, rows, columns)
    "block35": (((32, 1, 1),), ((32, 1, 1), (32, 3, 3)), ((32, 1, 1), (48, 3, 3), (64, 3, 3))),
    "block17": (((192, 1, 1),), ((128, 1, 1), (160, 1, 7), (192, 7, 1))),
    "block8": (((192, 1, 1),), ((192, 1, 1), (224, 1, 3), (256, 3, 1))),
}


def _conv(x, filters, rows, columns, padding="same", strides=1, name=None):
    x = layers.Conv2D(filters, (rows, columns), strides=strides, padding=padding, use_bias=False, name=name)(x)
    x = layers.BatchNormalization(axis=channel_axis(), scale=False, name=name and name + "_bn")(x)
    return layers.Activation("relu", name=name and name + "_ac")(x)


def _path(x, *steps):
    """Convolutions one after the other. steps: (filters, rows, columns), and "half" where they halve the image."""
    for filters, rows, columns, *half in steps:
        x = _conv(x, filters, rows, columns, "valid", 2) if half else _conv(x, filters, rows, columns)
    return x


def _together(paths, name):
    return layers.Concatenate(axis=channel_axis(), name=name)(paths)


def _block(x, kind, number, scale, relu=True):
    """The images x, and what paths make of them, times scale."""
    name = f"{kind}_{number}"
    sizes = x.shape.as_list()
    mixed = _together([_path(x, *steps) for steps in _BLOCKS[kind]], name + "_mixed")
    new = layers.Conv2D(sizes[channel_axis()], 1, padding="same", name=name + "_conv")(mixed)
    x = layers.Lambda(  # a lambda is in the model's config with its code
        lambda inputs, scale: inputs[0] + scale * inputs[1],
        output_shape=tuple(sizes[1:]),
        arguments={"scale": scale},
        name=name,
    )([x, new])
    return layers.Activation("relu", name=name + "_ac")(x) if relu else x


def _begun(x):
    x = _conv(_conv(x, 32, 3, 3, "valid", 2), 32, 3, 3, "valid")
    x = layers.MaxPooling2D(3, strides=2)(_conv(x, 64, 3, 3))
    x = _conv(_conv(x, 80, 1, 1, "valid"), 192, 3, 3, "valid")
    x = layers.MaxPooling2D(3, strides=2)(x)
    paths = [_path(x, (96, 1, 1)), _path(x, (48, 1, 1), (64, 5, 5)), _path(x, (64, 1, 1), (96, 3, 3), (96, 3, 3))]
    averaged = layers.AveragePooling2D(3, strides=1, padding="same")(x)
    return _together([*paths, _path(averaged, (64, 1, 1))], "mixed_5b")


def _halved(x, name, *paths):
    return _together([*(_path(x, *steps) for steps in paths), layers.MaxPooling2D(3, strides=2)(x)], name)


def _build(include_top, weights, input_tensor, input_shape, pooling, classes):
    taken = images(include_top, weights, input_tensor, input_shape, classes, size=299, smallest=75)
    x = _begun(taken)
    for number in range(1, 11):
        x = _block(x, "block35", number, 0.17)
    x = _halved(x, "mixed_6a", [(384, 3, 3, "half")], [(256, 1, 1), (256, 3, 3), (384, 3, 3, "half")])
    for number in range(1, 21):
        x = _block(x, "block17", number, 0.1)
    x = _halved(
        x,
        "mixed_7a",
        [(256, 1, 1), (384, 3, 3, "half")],
        [(256, 1, 1), (288, 3, 3, "half")],
        [(256, 1, 1), (288, 3, 3), (320, 3, 3, "half")],
    )
    for number in range(1, 10):
        x = _block(x, "block8", number, 0.2)
    x = _conv(_block(x, "block8", 10, 1.0, relu=False), 1536, 1, 1, name="conv_7b")
    x = ended(x, include_top, pooling, classes, "predictions", named=False)
    file = f"inception_resnet_v2_weights_tf_dim_ordering_tf_kernels{'' if include_top else '_notop'}.h5"
    return finished("inception_resnet_v2", taken, x, input_tensor, weights, include_top, origin=_HOME + file)


InceptionResNetV2 = model_function("InceptionResNetV2", "InceptionResNetV2", _build)

"""tf.keras.applications.nasnet: networks of cells that a search found (Zoph et al., 2017)."""

import functools

from graphlab._src.keras.applications.common import finished, images, model_function, pooled
from graphlab._src.keras.applications.imagenet_utils import preprocessing
from graphlab._src.keras.applications.nasnet_cells import normal_cell, normalized, reduction_cell
from graphlab._src.keras.layers import catalog as layers

preprocess_input = preprocessing("tf")
_HOME = "https://github.com/titu1994/Keras-NASNet/releases/download/v1.2/"


def _nasnet(file, size, stem, filters, count, skips, include_top, weights, input_tensor, input_shape, pooling, classes):
    """A network of three groups of cells. file: with ImageNet's weights.  stem: filters of the first convolution.

    count: cells of a group.  skips: whether what comes after a reduction sees the cell before the last of the group, not the last.
    """
    taken = images(include_top, weights, input_tensor, input_shape, classes, size=size, fixed=True)
    x = layers.Conv2D(
        stem, 3, strides=2, padding="valid", use_bias=False, kernel_initializer="he_normal", name="stem_conv1"
    )(taken)
    x, before = normalized(x, "stem_bn1"), None
    x, before = reduction_cell(x, before, filters // 4, "stem_1"), x
    x, before = reduction_cell(x, before, filters // 2, "stem_2"), x
    for group in range(3):
        first = group * count
        if group:
            reduced = reduction_cell(x, before, filters << group, f"reduce_{first}")
            x, before = reduced, before if skips else x
        for number in range(first + bool(group), first + count + bool(group)):
            x, before = normal_cell(x, before, filters << group, str(number)), x
    x = layers.Activation("relu")(x)
    if include_top:
        x = layers.Dense(classes, activation="softmax", name="predictions")(layers.GlobalAveragePooling2D()(x))
    else:
        x = pooled(x, pooling)
    return finished(
        "NASNet",
        taken,
        x,
        input_tensor,
        weights,
        include_top,
        origin=f"{_HOME}{file}{'' if include_top else '-no-top'}.h5",
    )


NASNetMobile = model_function(
    "NASNetMobile",
    "NASNet-A for small devices, of 12 normal cells",
    functools.partial(_nasnet, "NASNet-mobile", 224, 32, 44, 4, False),
)
NASNetLarge = model_function(
    "NASNetLarge",
    "NASNet-A of 18 normal cells, for the best results",
    functools.partial(_nasnet, "NASNet-large", 331, 96, 168, 6, True),
)

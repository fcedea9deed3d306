"""tf.layers' pooling: MaxPooling1D, max_pooling1d and so on."""

from typing import Any

from graphlab._src.graph.attributes import named
from graphlab._src.keras.layers import pooling as keras
from graphlab._src.layers.base_layer import Layer


class _Arguments(Layer):
    """The arguments that pooling layers of tf.layers take, and what they are when left out."""

    def __init__(self, pool_size: Any, strides: Any, padding="valid", data_format="channels_last", name=None, **kwargs):
        super().__init__(
            pool_size=pool_size, strides=strides, padding=padding, data_format=data_format, name=name, **kwargs
        )


class MaxPooling1D(_Arguments, keras.MaxPooling1D, Layer):
    """The highest number of each window of sequences: [batch, length, channels]."""


class MaxPooling2D(_Arguments, keras.MaxPooling2D, Layer):
    """The highest number of each window of images: [batch, height, width, channels]."""


class MaxPooling3D(_Arguments, keras.MaxPooling3D, Layer):
    """The highest number of each window of volumes: [batch, depth, height, width, channels]."""


class AveragePooling1D(_Arguments, keras.AveragePooling1D, Layer):
    """The mean of each window of sequences: [batch, length, channels]."""


class AveragePooling2D(_Arguments, keras.AveragePooling2D, Layer):
    """The mean of each window of images: [batch, height, width, channels]."""


class AveragePooling3D(_Arguments, keras.AveragePooling3D, Layer):
    """The mean of each window of volumes: [batch, depth, height, width, channels]."""


def _function(layer_class, name):
    """The function that makes such a layer and calls it."""

    def function(inputs, pool_size, strides, padding="valid", data_format="channels_last", name=None):
        layer = layer_class(pool_size, strides, padding=padding, data_format=data_format, name=name)
        return layer.apply(inputs)

    doc = f"""{layer_class.__doc__}

    pool_size, strides: a number for each axis of space, or one for all.
    padding: "valid" or "same".  data_format: "channels_last" or "channels_first".
    """
    return named(function, name, doc)


max_pooling1d = _function(MaxPooling1D, "max_pooling1d")
max_pooling2d = _function(MaxPooling2D, "max_pooling2d")
max_pooling3d = _function(MaxPooling3D, "max_pooling3d")
average_pooling1d = _function(AveragePooling1D, "average_pooling1d")
average_pooling2d = _function(AveragePooling2D, "average_pooling2d")
average_pooling3d = _function(AveragePooling3D, "average_pooling3d")

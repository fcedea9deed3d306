"""tf.layers.Flatten and tf.layers.flatten."""

from graphlab._src.keras.layers import flatten as keras
from graphlab._src.layers.base_layer import Layer


class Flatten(keras.Flatten, Layer):
    """[batch, …] as [batch, n].

    data_format: "channels_first" puts the channels last before.
    """


def flatten(inputs, name=None, data_format="channels_last"):
    """[batch, …] as [batch, n], one row for each example."""
    return Flatten(name=name, data_format=data_format).apply(inputs)

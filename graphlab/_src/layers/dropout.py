"""tf.layers.Dropout and tf.layers.dropout."""

from graphlab._src.keras.layers import dropout as keras
from graphlab._src.layers.base_layer import Layer


class Dropout(keras.Dropout, Layer):
    """In training makes a part `rate` of the inputs 0, at random, and the rest larger to make up for it.

    noise_shape: of the decisions, which broadcast; None represents the input's own size.
    """

    def __init__(self, rate=0.5, noise_shape=None, seed=None, name=None, **kwargs):
        super().__init__(rate=rate, noise_shape=noise_shape, seed=seed, name=name, **kwargs)

    def call(self, inputs, training=False):
        """The inputs, some of them 0 where training is true: a bool, or a bool tensor."""
        return super().call(inputs, training=training)


def dropout(inputs, rate=0.5, noise_shape=None, seed=None, training=False, name=None):
    """In training makes a part `rate` of the inputs 0, at random, and the rest larger to make up for it.

    training: a bool, or a bool tensor. Without it nothing happens.
    noise_shape: of the decisions, which broadcast.  seed: of the random numbers.
    """
    return Dropout(rate, noise_shape=noise_shape, seed=seed, name=name).apply(inputs, training=training)

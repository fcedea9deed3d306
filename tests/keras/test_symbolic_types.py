"""Layers, models and losses pass on objects of a class that is registered with Keras, as they are."""

import numpy as np

import graphlab as tf
from graphlab._src.keras.layers.nodes import register_symbolic_tensor_type


class Scaled:
    """A tensor and a factor, which converts to their product."""

    def __init__(self, tensor, factor):
        self.tensor, self.factor = tensor, factor
        self.shape, self.dtype = tensor.shape, tensor.dtype

    def error(self, wanted):
        return tf.square(wanted - self.tensor * self.factor)


def test_a_loss_receives_the_object_that_the_last_layer_returns():
    tf.register_tensor_conversion_function(
        Scaled, lambda value, dtype=None, name=None, as_ref=False: value.tensor * value.factor
    )
    register_symbolic_tensor_type(Scaled)
    keras = tf.keras
    x = np.linspace(-1, 1, 8).astype("float32")[:, None]
    for functional in (False, True):
        with tf.Graph().as_default(), tf.Session() as session:
            keras.backend.set_session(session)
            layers = [keras.layers.Dense(1, kernel_initializer="ones"), keras.layers.Lambda(lambda t: Scaled(t, 2.0))]
            if functional:
                given = keras.Input([1])
                model = keras.Model(given, layers[1](layers[0](given)))
                assert isinstance(model.outputs[0], Scaled) and isinstance(model(tf.constant(x)), Scaled)
            else:
                model = keras.Sequential(layers)
            model.compile("sgd", loss=lambda wanted, found: found.error(wanted))
            losses = model.fit(x, 2 * x, epochs=1, batch_size=8, verbose=0).history["loss"]
            np.testing.assert_allclose(losses, [0], atol=1e-12)

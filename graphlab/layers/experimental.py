"""tf.layers.experimental: layers that name and keep their variables as Keras' do."""

from graphlab._src.layers.base_layer import keras_style_scope, set_keras_style

__all__ = ["keras_style_scope", "set_keras_style"]

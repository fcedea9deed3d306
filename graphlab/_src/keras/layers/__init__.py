"""Layers as Keras names and configures them; tf.layers has the same ones with variable scopes."""

"""DropoutWrapper, ResidualWrapper and DeviceWrapper of Keras' cells: tf.nn.RNNCell…Wrapper of TensorFlow 2."""

from graphlab._src.layers.rnn.cells.dropout import DropoutWrapperBase
from graphlab._src.layers.rnn.cells.wrappers import DeviceWrapperBase, KerasCellWrapper, ResidualWrapperBase


class DropoutWrapper(DropoutWrapperBase, KerasCellWrapper):
    """Dropout of what goes into a Keras cell, of its state and of what comes out."""


class ResidualWrapper(ResidualWrapperBase, KerasCellWrapper):
    """Adds a Keras cell's inputs to its outputs. residual_fn(inputs, outputs): what to return instead of their sum."""


class DeviceWrapper(DeviceWrapperBase, KerasCellWrapper):
    """Puts a Keras cell on a device."""

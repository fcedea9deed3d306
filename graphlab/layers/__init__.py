"""tf.layers: layers as functions and as objects, with variables in variable scopes."""

from graphlab.layers import experimental as experimental
from graphlab.layers.base import Layer
from graphlab.layers.dense import Dense, dense
from graphlab.layers.dropout import Dropout, dropout
from graphlab.layers.flatten import Flatten, flatten
from graphlab.layers.input_spec import InputSpec

__all__ = [
    "Dense",
    "Dropout",
    "Flatten",
    "InputSpec",
    "Layer",
    "dense",
    "dropout",
    "experimental",
    "flatten",
]

"""Initializers whose variance depends on the size of the layer."""

from graphlab._src.contrib.layers.initializers import (
    variance_scaling_initializer,
    xavier_initializer,
    xavier_initializer_conv2d,
)

__all__ = [
    "variance_scaling_initializer",
    "xavier_initializer",
    "xavier_initializer_conv2d",
]

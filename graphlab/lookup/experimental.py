"""tf.lookup.experimental: tables that TensorFlow calls experimental."""

from graphlab._src.state.lookup.mutable import DenseHashTable

__all__ = ["DenseHashTable"]

"""tf.lookup.experimental: tables that TensorFlow calls experimental."""

from graphlab.state.lookup.mutable import DenseHashTable

__all__ = ["DenseHashTable"]

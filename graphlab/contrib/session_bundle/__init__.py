"""tf.contrib.session_bundle: how models were exported before SavedModels."""

from graphlab._src.contrib.session_bundle import constants
from graphlab.contrib.session_bundle import exporter, gc

__all__ = ["constants", "exporter", "gc"]

"""tf.saved_model.loader: reading a SavedModel into a session."""

from graphlab._src.io.saved_model.loader import load
from graphlab._src.io.saved_model.message import maybe_saved_model_directory

__all__ = [
    "load",
    "maybe_saved_model_directory",
]

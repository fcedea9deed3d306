"""tf.saved_model.builder: writing a SavedModel, a folder with graphs, their signatures, variables and assets."""

from graphlab._src.io.saved_model.builder import (
    SavedModelBuilder,
)

__all__ = [
    "SavedModelBuilder",
]

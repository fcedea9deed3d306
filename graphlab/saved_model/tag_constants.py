"""tf.saved_model.tag_constants: what the graphs of a SavedModel are for."""

from graphlab._src.io.saved_model.tag_constants import (
    GPU,
    SERVING,
    TPU,
    TRAINING,
)

__all__ = [
    "GPU",
    "SERVING",
    "TPU",
    "TRAINING",
]

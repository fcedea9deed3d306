"""tf.keras.applications.imagenet_utils: images preprocessed for networks, and the names of classes."""

from graphlab._src.keras.applications.imagenet_utils import (
    decode_predictions,
    preprocess_input,
)

__all__ = [
    "decode_predictions",
    "preprocess_input",
]

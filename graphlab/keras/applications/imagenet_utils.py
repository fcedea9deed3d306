"""tf.keras.applications.imagenet_utils: pictures as networks take them, classes as people know them."""

from graphlab._src.keras.applications.imagenet_utils import (
    decode_predictions,
    preprocess_input,
)

__all__ = [
    "decode_predictions",
    "preprocess_input",
]

"""tf.keras.applications.xception: separable convolutions with shortcuts (Chollet, 2016)."""

from graphlab._src.keras.applications.xception import (
    Xception,
    decode_predictions,
    preprocess_input,
)

__all__ = [
    "Xception",
    "decode_predictions",
    "preprocess_input",
]

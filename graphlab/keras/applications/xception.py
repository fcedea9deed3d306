"""tf.keras.applications.xception: separable convolutions with shortcuts (Chollet, 2016)."""

from graphlab._src.keras.applications.imagenet_utils import decode_predictions
from graphlab._src.keras.applications.xception import Xception, preprocess_input

__all__ = [
    "Xception",
    "decode_predictions",
    "preprocess_input",
]

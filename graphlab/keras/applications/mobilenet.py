"""tf.keras.applications.mobilenet: depthwise convolutions for small machines (Howard et al., 2017)."""

from graphlab._src.keras.applications.imagenet_utils import decode_predictions
from graphlab._src.keras.applications.mobilenet import MobileNet, preprocess_input

__all__ = [
    "MobileNet",
    "decode_predictions",
    "preprocess_input",
]

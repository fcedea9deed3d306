"""tf.keras.applications.mobilenet_v2: narrow images between wide depthwise convolutions (Sandler et al., 2018)."""

from graphlab._src.keras.applications.imagenet_utils import decode_predictions
from graphlab._src.keras.applications.mobilenet_v2 import MobileNetV2, preprocess_input

__all__ = [
    "MobileNetV2",
    "decode_predictions",
    "preprocess_input",
]

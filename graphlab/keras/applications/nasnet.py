"""tf.keras.applications.nasnet: networks of cells that a search found (Zoph et al., 2017)."""

from graphlab._src.keras.applications.imagenet_utils import decode_predictions
from graphlab._src.keras.applications.nasnet import NASNetLarge, NASNetMobile, preprocess_input

__all__ = [
    "NASNetLarge",
    "NASNetMobile",
    "decode_predictions",
    "preprocess_input",
]

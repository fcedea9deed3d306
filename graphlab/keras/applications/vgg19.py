"""tf.keras.applications.vgg19: 19 layers with weights (Simonyan and Zisserman, 2014)."""

from graphlab._src.keras.applications.imagenet_utils import decode_predictions
from graphlab._src.keras.applications.vgg19 import VGG19, preprocess_input

__all__ = [
    "VGG19",
    "decode_predictions",
    "preprocess_input",
]

"""tf.keras.applications.vgg16: 16 layers with weights (Simonyan and Zisserman, 2014)."""

from graphlab._src.keras.applications.imagenet_utils import decode_predictions
from graphlab._src.keras.applications.vgg16 import VGG16, preprocess_input

__all__ = [
    "VGG16",
    "decode_predictions",
    "preprocess_input",
]

"""tf.keras.applications.resnet: residual networks (He et al., 2015)."""

from graphlab._src.keras.applications.imagenet_utils import decode_predictions
from graphlab._src.keras.applications.resnet import ResNet50, ResNet101, ResNet152, preprocess_input

__all__ = [
    "ResNet101",
    "ResNet152",
    "ResNet50",
    "decode_predictions",
    "preprocess_input",
]

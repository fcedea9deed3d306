"""tf.keras.applications.resnet_v2: residual networks, normalized before the convolutions (He et al., 2016)."""

from graphlab._src.keras.applications.imagenet_utils import decode_predictions
from graphlab._src.keras.applications.resnet_v2 import ResNet50V2, ResNet101V2, ResNet152V2, preprocess_input

__all__ = [
    "ResNet101V2",
    "ResNet152V2",
    "ResNet50V2",
    "decode_predictions",
    "preprocess_input",
]

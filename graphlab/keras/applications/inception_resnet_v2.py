"""tf.keras.applications.inception_resnet_v2: several paths side by side, added to what they began with (Szegedy et al., 2016)."""

from graphlab._src.keras.applications.imagenet_utils import decode_predictions
from graphlab._src.keras.applications.inception_resnet_v2 import InceptionResNetV2, preprocess_input

__all__ = [
    "InceptionResNetV2",
    "decode_predictions",
    "preprocess_input",
]

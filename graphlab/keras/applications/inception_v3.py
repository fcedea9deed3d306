"""tf.keras.applications.inception_v3: several paths side by side, put together again (Szegedy et al., 2015)."""

from graphlab._src.keras.applications.imagenet_utils import decode_predictions
from graphlab._src.keras.applications.inception_v3 import InceptionV3, preprocess_input

__all__ = [
    "InceptionV3",
    "decode_predictions",
    "preprocess_input",
]

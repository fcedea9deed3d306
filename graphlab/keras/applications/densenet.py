"""tf.keras.applications.densenet: each layer sees all before it (Huang et al., 2016)."""

from graphlab._src.keras.applications.densenet import DenseNet121, DenseNet169, DenseNet201, preprocess_input
from graphlab._src.keras.applications.imagenet_utils import decode_predictions

__all__ = [
    "DenseNet121",
    "DenseNet169",
    "DenseNet201",
    "decode_predictions",
    "preprocess_input",
]

"""tf.keras.applications.imagenet_utils: images as networks take them, classes as people know them."""

import json
from typing import Any

import numpy as np

from graphlab._src.keras.engine.local_files import local_path
from graphlab._src.keras.layers.backend_config import floatx, image_data_format

_NAMES = "https://storage.googleapis.com/download.tensorflow.org/data/imagenet_class_index.json"
_COLOURS = {"torch": ([0.485, 0.456, 0.406], [0.229, 0.224, 0.225]), "caffe": ([103.939, 116.779, 123.68], [1.0] * 3)}


def preprocess_input(x: Any, data_format=None, mode="caffe", **kwargs) -> Any:
    """Images of numbers from 0 to 255, preprocessed for a network.

    mode: "caffe": blue before red, minus the mean; "tf": from -1 to 1; "torch": from 0 to 1, minus the mean, over the
    deviation.
    """
    data_format = data_format or image_data_format()
    if data_format not in ("channels_first", "channels_last"):
        raise ValueError("Unknown data_format " + str(data_format))
    if isinstance(x, np.ndarray) and not np.issubdtype(x.dtype, np.floating):
        x = x.astype(floatx())
    if mode == "tf":
        return x / 127.5 - 1.0
    first = data_format == "channels_first"
    axis = (x.ndim if isinstance(x, np.ndarray) else x.shape.ndims) - 3 if first else -1
    if mode == "torch":
        x = x / 255.0
    else:
        x = x[..., ::-1, :, :] if first else x[..., ::-1]
    mean, deviation = (np.reshape(numbers, (-1, 1, 1) if axis != -1 else -1) for numbers in _COLOURS[mode])
    kind = x.dtype if isinstance(x, np.ndarray) else x.dtype.as_numpy_dtype
    x = x - mean.astype(kind)
    return x / deviation.astype(kind) if mode == "torch" else x


def decode_predictions(preds, top=5, **kwargs):
    """For each row of 1000 probabilities the likeliest classes: [(number, name, probability), …].

    The names come from imagenet_class_index.json in ~/.keras/models.
    """
    if preds.ndim != 2 or preds.shape[1] != 1000:
        raise ValueError(
            "`decode_predictions` expects a batch of predictions (i.e. a 2D array of shape (samples, 1000)). Found array "
            f"with shape: {preds.shape}"
        )
    with open(local_path("imagenet_class_index.json", cache_subdir="models", origin=_NAMES)) as file:
        names = json.load(file)
    return [[(*names[str(i)], row[i]) for i in np.argsort(row)[::-1][:top]] for row in preds]


def preprocessing(mode):
    """The preprocess_input of a network."""

    def preprocess(x, data_format=None, **kwargs) -> Any:
        """Images of numbers from 0 to 255, preprocessed for this network."""
        return preprocess_input(x, data_format, mode)

    preprocess.__name__ = preprocess.__qualname__ = "preprocess_input"
    return preprocess

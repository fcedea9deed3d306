"""tf.keras.utils: small helpers."""

import numpy as np

from graphlab.keras.engine.local_files import get_file
from graphlab.keras.engine.progress import Progbar
from graphlab.keras.engine.sequence import Sequence
from graphlab.layers.keras.objects import CUSTOM, custom_objects, deserialize_object, serialize_object

CustomObjectScope = custom_object_scope = custom_objects
serialize_keras_object = serialize_object


def get_custom_objects():
    """The names that a program has made known."""
    return CUSTOM


def deserialize_keras_object(identifier, module_objects=None, custom_objects=None, printable_module_name="object"):
    """The object that a name or a config means."""
    return deserialize_object(printable_module_name, module_objects or {}, identifier, custom_objects)


def to_categorical(y, num_classes=None, dtype="float32"):
    """Numbers of classes as rows with a 1 at that place: […, num_classes]."""
    y = np.array(y, dtype="int")
    sizes = y.shape[:-1] if y.ndim > 1 and y.shape[-1] == 1 else y.shape
    y = y.ravel()
    num_classes = num_classes or np.max(y) + 1
    rows = np.zeros((len(y), num_classes), dtype=dtype)
    rows[np.arange(len(y)), y] = 1
    return np.reshape(rows, (*sizes, num_classes))


def normalize(x, axis=-1, order=2):
    """An array whose vectors along an axis have length 1."""
    length = np.atleast_1d(np.linalg.norm(x, order, axis))
    length[length == 0] = 1
    return x / np.expand_dims(length, axis)


__all__ = [
    "CustomObjectScope",
    "Progbar",
    "Sequence",
    "custom_object_scope",
    "deserialize_keras_object",
    "get_custom_objects",
    "get_file",
    "normalize",
    "serialize_keras_object",
    "to_categorical",
]

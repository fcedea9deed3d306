"""tf.keras.utils: small helpers."""

import numpy as np

from graphlab._src.keras.engine.input_layer import source_inputs
from graphlab._src.keras.layers.object_registry import CUSTOM, custom_objects, deserialize_object, serialize_object
from graphlab._src.keras.layers.weight_values import batch_get_value, batch_set_value

CustomObjectScope = custom_object_scope = custom_objects


def get_custom_objects():
    """The names that a program has made known."""
    return CUSTOM


def serialize_keras_object(instance):
    """The name of an object, or its class and config: what deserialize_keras_object makes an equal object of."""
    return serialize_object(instance)


def deserialize_keras_object(identifier, module_objects=None, custom_objects=None, printable_module_name="object"):
    """The object that a name or a config means."""
    return deserialize_object(printable_module_name, module_objects or {}, identifier, custom_objects)


def get_source_inputs(tensor, layer=None, node_index=None):
    """The Inputs that a tensor comes from. layer, node_index: the call that made it; the tensor's own by default."""
    return source_inputs(tensor)


def convert_all_kernels_in_model(model):
    """Rotates the kernels of all convolutions by 180 degrees, as Theano stores them."""
    kinds = ("Conv1D", "Conv2D", "Conv3D", "Conv2DTranspose")
    kernels = [layer.kernel for layer in model.layers if type(layer).__name__ in kinds]
    values = [np.flip(value, tuple(range(value.ndim - 2))) for value in batch_get_value(kernels)]
    batch_set_value(list(zip(kernels, values, strict=True)))


def to_categorical(y, num_classes=None, dtype="float32"):
    """Numbers of classes as rows with a 1 at that place: […, num_classes].

    y: whole numbers.  num_classes: the highest number plus one when None.  dtype: of the result.
    """
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

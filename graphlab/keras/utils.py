"""tf.keras.utils: small helpers."""

from graphlab._src.keras.utils import (
    CustomObjectScope,
    HDF5Matrix,
    Progbar,
    Sequence,
    convert_all_kernels_in_model,
    custom_object_scope,
    deserialize_keras_object,
    get_custom_objects,
    get_file,
    get_source_inputs,
    model_to_dot,
    normalize,
    plot_model,
    serialize_keras_object,
    to_categorical,
)

__all__ = [
    "CustomObjectScope",
    "HDF5Matrix",
    "Progbar",
    "Sequence",
    "convert_all_kernels_in_model",
    "custom_object_scope",
    "deserialize_keras_object",
    "get_custom_objects",
    "get_file",
    "get_source_inputs",
    "model_to_dot",
    "normalize",
    "plot_model",
    "serialize_keras_object",
    "to_categorical",
]

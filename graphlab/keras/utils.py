"""tf.keras.utils: small helpers."""

from graphlab._src.keras.engine.drawing import model_to_dot, plot_model
from graphlab._src.keras.engine.enqueuers import GeneratorEnqueuer, OrderedEnqueuer, SequenceEnqueuer
from graphlab._src.keras.engine.hdf5_matrix import HDF5Matrix
from graphlab._src.keras.engine.local_files import get_file
from graphlab._src.keras.engine.progress import Progbar
from graphlab._src.keras.engine.sequence import Sequence
from graphlab._src.keras.multi_gpu import multi_gpu_model
from graphlab._src.keras.utils import (
    CustomObjectScope,
    convert_all_kernels_in_model,
    custom_object_scope,
    deserialize_keras_object,
    get_custom_objects,
    get_source_inputs,
    normalize,
    serialize_keras_object,
    to_categorical,
)

__all__ = [
    "CustomObjectScope",
    "GeneratorEnqueuer",
    "HDF5Matrix",
    "OrderedEnqueuer",
    "Progbar",
    "Sequence",
    "SequenceEnqueuer",
    "convert_all_kernels_in_model",
    "custom_object_scope",
    "deserialize_keras_object",
    "get_custom_objects",
    "get_file",
    "get_source_inputs",
    "model_to_dot",
    "multi_gpu_model",
    "normalize",
    "plot_model",
    "serialize_keras_object",
    "to_categorical",
]

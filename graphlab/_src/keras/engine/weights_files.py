"""The weights of a model in files: TensorFlow's checkpoints, or HDF5."""

import os

from graphlab._src.io.checkpoint.reader import NewCheckpointReader
from graphlab._src.keras.engine.hdf5 import is_hdf5, opened, read_weights, write_weights, written
from graphlab._src.keras.layers.weight_values import batch_set_value, get_session
from graphlab._src.train.saving.checkpoint_state import update_checkpoint_state
from graphlab._src.train.saving.saver import Saver

_VALUE = "/.ATTRIBUTES/VARIABLE_VALUE"


def save_weights(model, path, overwrite, save_format):
    """Writes the weights."""
    if is_hdf5(path, save_format):
        with written(path, overwrite) as file:
            write_weights(file, model.layers)
        return
    directory = os.path.dirname(path)
    if directory:
        os.makedirs(directory, exist_ok=True)
    saver = Saver(_named(model), max_to_keep=1)
    saver.save(get_session(), path, write_meta_graph=False, write_state=False)
    update_checkpoint_state(directory or ".", path, [path])


def load_weights(model, path, by_name):
    """Loads the weights from a file."""
    if is_hdf5(path, None) and os.path.isfile(path):
        with opened(path) as file:
            read_weights(file["model_weights"] if "model_weights" in file else file, model.layers, by_name)
        return
    if by_name:
        raise NotImplementedError(
            "Weights may only be loaded based on topology into Models when loading TensorFlow-formatted weights (got "
            "by_name=True to load_weights)."
        )
    reader = NewCheckpointReader(path)
    stored = reader.get_variable_to_shape_map()
    pairs = []
    for name, variable in _named(model).items():
        found = name if name in stored else variable.op.name
        if found not in stored:
            raise ValueError(f"The checkpoint {path} has no {name} for {variable.name}")
        value = reader.get_tensor(found)
        if not variable.shape.is_compatible_with(value.shape):
            raise ValueError(f"Shapes {variable.shape} and {value.shape} are incompatible: {variable.name} in {path}")
        pairs.append((variable, value))
    batch_set_value(pairs)


def _named(model):
    """{name in a checkpoint: variable}, as TensorFlow names what a model tracks."""
    named = {}
    _name(model, "", named)
    for variable in model.weights:
        if not any(variable is known for known in named.values()):
            named[variable.op.name + _VALUE] = variable
    return named


def _name(holder, prefix, named):
    own = [*holder._trainable_weights, *holder._non_trainable_weights]
    for key, value in vars(holder).items():
        if not key.startswith("_"):
            for variable in own:
                if value is variable:
                    named[f"{prefix}{key}{_VALUE}"] = variable
    if hasattr(holder, "layers"):
        with_weights = [layer for layer in holder.layers if layer.weights]
        attributes = {} if holder._is_graph_network or holder._is_sequential else vars(holder)
        for number, layer in enumerate(with_weights):
            key = next((key for key, value in attributes.items() if value is layer), f"layer_with_weights-{number}")
            _name(layer, f"{prefix}{key}/", named)
        return
    for key, value in vars(holder).items():
        if not key.startswith("_") and hasattr(value, "_trainable_weights"):
            _name(value, f"{prefix}{key}/", named)

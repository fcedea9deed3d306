"""The weights of a model in files: TensorFlow's checkpoints, or HDF5 where h5py is installed."""

import importlib
import os

import numpy as np

from graphlab.io.checkpoint.reader import NewCheckpointReader
from graphlab.layers.values import batch_set_value, get_session
from graphlab.train.saving.saver import Saver
from graphlab.train.saving.state import update_checkpoint_state

_VALUE = "/.ATTRIBUTES/VARIABLE_VALUE"


def save_weights(model, path, overwrite, save_format):
    """Writes the weights."""
    if _is_hdf5(path, save_format):
        if not overwrite and os.path.isfile(path):
            raise FileExistsError(f"{path} is there already: pass overwrite=True to replace it")
        with _h5py().File(path, "w") as file:
            write_groups(file, model)
        return
    directory = os.path.dirname(path)
    if directory:
        os.makedirs(directory, exist_ok=True)
    saver = Saver(_named(model), max_to_keep=1)
    saver.save(get_session(), path, write_meta_graph=False, write_state=False)
    update_checkpoint_state(directory or ".", path, [path])


def load_weights(model, path, by_name):
    """Takes the weights from a file."""
    if _is_hdf5(path, None) and os.path.isfile(path):
        with _h5py().File(path, "r") as file:
            read_groups(file["model_weights"] if "layer_names" not in file.attrs else file, model, by_name)
        return
    if by_name:
        raise NotImplementedError(
            "Weights may only be loaded based on topology into Models when loading TensorFlow-formatted weights (got "
            "by_name=True to load_weights)."
        )
    reader = NewCheckpointReader(path)
    kept = reader.get_variable_to_shape_map()
    pairs = []
    for name, variable in _named(model).items():
        found = name if name in kept else variable.op.name
        if found not in kept:
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


# HDF5, as Keras writes it: a group for each layer, with the names of its weights


def _is_hdf5(path, save_format):
    if save_format is not None and save_format.lower() not in ("h5", "hdf5", "keras", "tf", "tensorflow"):
        raise ValueError(f'Unknown format "{save_format}". Was expecting one of {{"tf", "h5"}}.')
    if save_format is None:
        return path.endswith((".h5", ".keras", ".hdf5"))
    return save_format.lower() in ("h5", "hdf5", "keras")


def _h5py():
    try:
        return importlib.import_module("h5py")
    except ImportError:
        raise ImportError("HDF5 files need the package h5py: pip install h5py, or save with save_format='tf'") from None


def write_groups(file, model):
    """Writes a model's weights into an HDF5 file or group."""
    file.attrs["layer_names"] = [layer.name.encode() for layer in model.layers]
    file.attrs["backend"] = b"tensorflow"
    file.attrs["keras_version"] = b"2.2.4-tf"
    for layer in model.layers:
        group = file.create_group(layer.name)
        names = [weight.name for weight in layer.weights]
        group.attrs["weight_names"] = [name.encode() for name in names]
        for name, value in zip(names, layer.get_weights(), strict=True):
            group.create_dataset(name, data=value)


def read_groups(file, model, by_name=False):
    """Takes a model's weights from what write_groups wrote."""
    kept = {}
    for name in file.attrs["layer_names"]:
        name = name.decode() if isinstance(name, bytes) else name
        weights = [w.decode() if isinstance(w, bytes) else w for w in file[name].attrs["weight_names"]]
        kept[name] = [np.asarray(file[name][weight]) for weight in weights]
    if by_name:
        pairs = [(layer, kept[layer.name]) for layer in model.layers if kept.get(layer.name)]
    else:
        filled = [values for values in kept.values() if values]
        layers = [layer for layer in model.layers if layer.weights]
        if len(filled) != len(layers):
            raise ValueError(
                f"You are trying to load a weight file containing {len(filled)} layers into a model with {len(layers)} "
                "layers."
            )
        pairs = list(zip(layers, filled, strict=True))
    for layer, values in pairs:
        layer.set_weights(values)

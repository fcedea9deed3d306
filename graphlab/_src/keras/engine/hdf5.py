"""Weights in HDF5, as Keras writes them: a group for each layer, with the names and the arrays of its weights."""

import contextlib
import importlib
import os
from typing import Any

import numpy as np

from graphlab._src.base.errors import explain
from graphlab._src.keras.engine.old_weights import preprocess_weights_for_loading
from graphlab._src.keras.layers.weight_values import batch_get_value, batch_set_value

LIMIT = 64512  # bytes that an attribute may have
_MOST_PER_BYTE = 1100  # bytes that one of a compressed file unfolds to; deflate's most is 1032


def is_hdf5(path, save_format):
    """Whether a path, or what is said of the format, means HDF5."""
    if save_format is not None and save_format.lower() not in ("h5", "hdf5", "keras", "tf", "tensorflow"):
        raise ValueError(f'Unknown format "{save_format}". Was expecting one of {{"tf", "h5"}}.')
    if save_format is None:
        return str(path).endswith((".h5", ".keras", ".hdf5"))
    return save_format.lower() in ("h5", "hdf5", "keras")


def h5py() -> Any:
    """The package h5py; ImportError when it is not installed."""
    try:
        return importlib.import_module("h5py")
    except ImportError:
        fix = "pip install graphlab[hdf5]; or save_weights(path, save_format='tf'), which writes a checkpoint"
        raise ImportError(explain("`save_model` and `load_model` require h5py.", fix=fix)) from None


@contextlib.contextmanager
def opened(path):
    """An HDF5 file to read; OSError when it is damaged."""
    try:
        with h5py().File(path, "r") as file:
            yield file
    except RuntimeError as error:  # what h5py says of most damage
        raise OSError(f"{path} is damaged: {error}") from error
    except KeyError as error:  # and of an object that is there, but can't be opened
        why = str(error.args[0]) if error.args else ""
        if not why.startswith("Unable to") or "doesn't exist" in why:
            raise
        raise OSError(f"{path} is damaged: {why}") from error


@contextlib.contextmanager
def written(path, overwrite=True):
    """A new HDF5 file to write into; one that is there is replaced when all is written."""
    if not overwrite and os.path.isfile(path):
        raise FileExistsError(f"{path} is there already: pass overwrite=True to replace it")
    beside = f"{path}.part"
    try:
        with h5py().File(beside, "w") as file:
            yield file
        os.replace(beside, path)
    finally:
        with contextlib.suppress(OSError):
            os.unlink(beside)


def write_names(group, key, names):
    """An attribute of names; several, where they are too many for one."""
    encoded = [name if isinstance(name, bytes) else name.encode() for name in names]
    if any(len(name) > LIMIT for name in encoded):
        long = [name[:50] for name in encoded if len(name) > LIMIT]
        raise RuntimeError(f"Names of more than {LIMIT} bytes can't be saved to HDF5 file: {long}")
    values = np.asarray(encoded)
    parts = -(-values.nbytes // LIMIT)
    if parts <= 1:
        group.attrs[key] = values if names else []
        return
    for number, part in enumerate(np.array_split(values, parts)):
        group.attrs[f"{key}{number}"] = part


def read_names(group, name):
    if name in group.attrs:
        parts = [group.attrs[name]]
    else:
        parts = []
        while f"{name}{len(parts)}" in group.attrs:
            parts.append(group.attrs[f"{name}{len(parts)}"])
    return [text(one) for part in parts for one in part]


def text(value):
    """A string as HDF5 has it, as Python's."""
    return value.decode() if isinstance(value, bytes) else str(value)


def in_order(model):
    """The weights of a layer or model in the order of a file: those that are trained first."""
    return [*model.trainable_weights, *model.non_trainable_weights]


def write_weights(f, layers):
    """Writes the weights of layers."""
    write_names(f, "layer_names", [layer.name for layer in layers])
    f.attrs["backend"] = b"tensorflow"
    f.attrs["keras_version"] = b"2.2.4-tf"
    for layer in layers:
        write_variables(f.create_group(layer.name), in_order(layer))


def write_variables(group, variables):
    """Writes variables and their names."""
    write_names(group, "weight_names", [variable.name for variable in variables])
    for variable, value in zip(variables, batch_get_value(variables), strict=True):
        group.create_dataset(variable.name, data=np.asarray(value))


def read_variables(group):
    """The arrays that write_variables wrote."""
    return [_array(group, name) for name in read_names(group, "weight_names")]


def _array(group, name):
    """An array of a file; ValueError for one that lies in another file, or that the file is too short for."""
    found = group[name]
    if not hasattr(found, "nbytes") or found.file != group.file or found.external:
        raise ValueError(f"{name} of {group.file.filename} is no array of that file")
    if found.nbytes > _MOST_PER_BYTE * os.path.getsize(group.file.filename):
        raise ValueError(f"{name} states {found.nbytes:,} bytes, more than {group.file.filename} can hold")
    return np.asarray(found)


def read_weights(group, layers, by_name=False):
    """Sets the weights of layers to what write_weights wrote: in order, or by name."""
    version, backend = (text(group.attrs[key]) if key in group.attrs else None for key in ("keras_version", "backend"))
    stored = {name: read_variables(group[name]) for name in read_names(group, "layer_names")}
    if by_name:
        pairs = [(layer, name, values) for name, values in stored.items() for layer in layers if layer.name == name]
    else:
        filled = [(name, values) for name, values in stored.items() if values]
        layers = [layer for layer in layers if layer.weights]
        if len(filled) != len(layers):
            raise ValueError(
                f"You are trying to load a weight file containing {len(filled)} layers into a model with {len(layers)} "
                "layers."
            )
        pairs = [(layer, name, values) for layer, (name, values) in zip(layers, filled, strict=True)]
    assigned = []
    for number, (layer, name, values) in enumerate(pairs):
        variables, values = in_order(layer), preprocess_weights_for_loading(layer, values, version or "1", backend)
        if len(variables) != len(values):
            wrong = f"{len(variables)} weight(s), but the saved weights have {len(values)} element(s)."
            if by_name:
                raise ValueError(f'Layer #{number} (named "{layer.name}") expects {wrong}')
            raise ValueError(
                f'Layer #{number} (named "{layer.name}" in the current model) was found to correspond to layer {name} in the '
                f"save file. However the new layer {layer.name} expects {wrong}"
            )
        for variable, value in zip(variables, values, strict=True):
            if not variable.shape.is_compatible_with(value.shape):
                raise ValueError(
                    f'Layer #{number} (named "{layer.name}"), weight {variable} has shape {variable.shape}, but the '
                    f"saved weight has shape {value.shape}."
                )
            assigned.append((variable, value))
    batch_set_value(assigned)

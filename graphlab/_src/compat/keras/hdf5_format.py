"""tensorflow.python.keras.saving.hdf5_format: models and weights in HDF5 files and groups."""

from typing import Any

from graphlab._src.keras.engine.hdf5 import LIMIT as HDF5_OBJECT_HEADER_LIMIT
from graphlab._src.keras.engine.hdf5 import in_order as _legacy_weights
from graphlab._src.keras.engine.hdf5 import read_names as load_attributes_from_hdf5_group
from graphlab._src.keras.engine.hdf5 import read_variables, read_weights, write_names, write_variables
from graphlab._src.keras.engine.hdf5 import write_weights as save_weights_to_hdf5_group
from graphlab._src.keras.engine.model_files import save_model
from graphlab._src.keras.engine.model_loading import load_model as load_model_from_hdf5
from graphlab._src.keras.engine.old_weights import preprocess_weights_for_loading

__all__ = [
    "HDF5_OBJECT_HEADER_LIMIT",
    "_legacy_weights",
    "load_attributes_from_hdf5_group",
    "load_model_from_hdf5",
    "preprocess_weights_for_loading",
    "save_weights_to_hdf5_group",
]


def save_model_to_hdf5(model: Any, filepath: Any, overwrite: bool = True, include_optimizer: bool = True) -> None:
    """Writes a model to an HDF5 file, whatever it is called."""
    save_model(model, filepath, overwrite, include_optimizer, save_format="h5")


def save_optimizer_weights_to_hdf5_group(hdf5_group: Any, optimizer: Any) -> None:
    """Writes the variables of an optimizer into a group of their own."""
    if optimizer.weights:
        write_variables(hdf5_group.create_group("optimizer_weights"), optimizer.weights)


def load_optimizer_weights_from_hdf5_group(hdf5_group: Any) -> list[Any]:
    """The arrays that save_optimizer_weights_to_hdf5_group wrote."""
    return read_variables(hdf5_group["optimizer_weights"])


def load_weights_from_hdf5_group(f: Any, layers: Any) -> None:
    """Sets the weights of layers to those of a group, in order."""
    read_weights(f, layers)


def load_weights_from_hdf5_group_by_name(f: Any, layers: Any) -> None:
    """Sets the weights of layers to those of the same name in a group."""
    read_weights(f, layers, by_name=True)


def save_attributes_to_hdf5_group(group: Any, name: str, data: Any) -> None:
    """Writes an attribute of names; several, where they are too many for one."""
    write_names(group, name, data)

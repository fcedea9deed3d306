"""Whole models in HDF5 files: how they are made, their weights, how they are trained and how far that got."""

import json

from graphlab._src.keras.engine import saved_model
from graphlab._src.keras.engine.configs import plain
from graphlab._src.keras.engine.hdf5 import (
    is_hdf5,
    write_variables,
    write_weights,
)
from graphlab._src.keras.engine.hdf5 import written as written_file
from graphlab._src.keras.engine.model_metadata import model_metadata


def save_model(model, filepath, overwrite=True, include_optimizer=True, save_format=None, signatures=None):
    """Writes a model to an HDF5 file, or as a SavedModel: what load_model makes it of again.

    include_optimizer: also how it was compiled, and the optimizer's variables.  save_format: "h5", which is the default, or
    "tf".  signatures: of the SavedModel, as tf.saved_model.save has them.
    """
    if save_format is not None and not is_hdf5(filepath, save_format):
        saved_model.save(model, filepath, overwrite, include_optimizer, signatures)
        return
    if not model._is_graph_network and not model._is_sequential:
        raise NotImplementedError(
            "Saving the model to HDF5 format requires the model to be a Functional model or a Sequential model. It does not "
            "work for subclassed models, because such models are defined via the body of a Python method, which isn't "
            'safely serializable. Consider saving to the Tensorflow SavedModel format (by setting save_format="tf") or using '
            "`save_weights`."
        )
    if hasattr(filepath, "attrs"):
        _write(filepath, model, include_optimizer)
        return
    with written_file(filepath, overwrite) as file:
        _write(file, model, include_optimizer)


def _write(file, model, include_optimizer):
    described = model_metadata(model, include_optimizer)
    for key, value in described.items():
        # Bytes of a variable length: HDF5 refuses 64 KiB of a fixed one.
        file.attrs[key] = value if isinstance(value, str) else json.dumps(value, default=plain).encode()
    write_weights(file.create_group("model_weights"), model.layers)
    if "training_config" in described and model.optimizer.weights:
        write_variables(file.create_group("optimizer_weights"), model.optimizer.weights)

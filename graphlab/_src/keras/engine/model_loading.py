"""Whole models from HDF5 files and SavedModels: how they are made, their weights, how they are trained and how far that got."""

import json
import os
from typing import Any

from graphlab._src.base import logging
from graphlab._src.keras import losses, optimizers
from graphlab._src.keras.engine.hdf5 import (
    opened,
    read_variables,
    read_weights,
    text,
)
from graphlab._src.keras.engine.saved_model import is_saved_model
from graphlab._src.keras.engine.saved_model_loading import read_model
from graphlab._src.keras.layers.layer_registry import layer_from
from graphlab._src.keras.layers.object_registry import custom_objects as known_as


def load_model(filepath, custom_objects=None, compile=True):  # noqa: A002  (Keras' name)
    """The model of a file or SavedModel that save_model wrote. custom_objects: {name: class or function} of one's own in it.

    compile: as it was when it was saved, with the optimizer's variables.
    """
    if hasattr(filepath, "attrs"):
        return _read(filepath, custom_objects or {}, compile)
    if is_saved_model(filepath):
        return read_model(filepath, custom_objects or {}, compile_args_from_training_config if compile else None)
    if not os.path.isfile(filepath):
        raise OSError(f"SavedModel file does not exist at: {filepath}")
    with opened(filepath) as file:
        return _read(file, custom_objects or {}, compile)


def _loss(written):
    """A loss, or those of several outputs: the configs of loss objects in it are made objects again."""
    if isinstance(written, dict) and "class_name" in written:
        return losses.deserialize(written)
    if isinstance(written, dict):
        return {output: _loss(one) for output, one in written.items()}
    return [_loss(one) for one in written] if isinstance(written, list) else written


def compile_args_from_training_config(training_config, custom_objects=None):
    """The arguments of compile() that a file's "training_config" means. custom_objects: {name: loss or metric} of one's own."""
    custom = custom_objects or {}

    def known(written):
        if isinstance(written, dict):
            return {key: known(one) for key, one in written.items()}
        if isinstance(written, list):
            return [known(one) for one in written]
        return custom.get(written, written) if isinstance(written, str) else written

    optimizer = optimizers.deserialize(training_config["optimizer_config"], custom)
    metrics = {name: known(training_config.get(name)) for name in ("metrics", "weighted_metrics")}
    others = {name: training_config.get(name) for name in ("loss_weights", "sample_weight_mode")}
    return {"optimizer": optimizer, "loss": known(_loss(training_config["loss"])), **metrics, **others}


def _read(file, custom, compiled):
    if "model_config" not in file.attrs:
        raise ValueError("No model found in config file.")
    model: Any = layer_from(json.loads(text(file.attrs["model_config"])), custom)
    read_weights(file["model_weights"], model.layers)
    if not compiled:
        return model
    if "training_config" not in file.attrs:
        logging.warning(
            "No training configuration found in save file: the model was *not* compiled. Compile it manually."
        )
        return model
    with known_as(custom):
        model.compile(**compile_args_from_training_config(json.loads(text(file.attrs["training_config"])), custom))
    if "optimizer_weights" in file and model._compiled_parts:
        model._compiled_parts.function("train")
        try:
            model.optimizer.set_weights(read_variables(file["optimizer_weights"]))
        except ValueError:
            logging.warning(
                "Error in loading the saved optimizer state. As a result, your model is starting with a freshly initialized "
                "optimizer."
            )
    return model

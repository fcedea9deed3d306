"""Whole models in HDF5 files: how they are made, their weights, how they are trained and how far that got."""

import json
import os
from typing import Any

import numpy as np

from graphlab._src.base import logging
from graphlab._src.base.errors import explain
from graphlab._src.keras import losses, optimizers
from graphlab._src.keras.engine.configs import plain
from graphlab._src.keras.engine.hdf5 import (
    is_hdf5,
    opened,
    read_variables,
    read_weights,
    text,
    write_variables,
    write_weights,
)
from graphlab._src.keras.engine.hdf5 import written as written_file
from graphlab._src.keras.engine.train_optimizer import TFOptimizer
from graphlab._src.keras.layers.layer_registry import layer_from
from graphlab._src.keras.layers.object_registry import custom_objects as known_as


def save_model(model, filepath, overwrite=True, include_optimizer=True, save_format=None, signatures=None):
    """Writes a model to an HDF5 file: what load_model makes it of again.

    include_optimizer: also how it was compiled, and the optimizer's variables.
    """
    if save_format is not None and not is_hdf5(filepath, save_format):
        raise NotImplementedError(
            explain(
                "A Keras model is saved as HDF5 only.",
                fix="leave save_format out; or model.save_weights(path, save_format='tf') for a checkpoint, "
                "tf.saved_model.simple_save(session, path, inputs, outputs) for a SavedModel",
            )
        )
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


def model_metadata(model, include_optimizer=True, require_config=True):
    """What a file says of a model: how it is made and, with include_optimizer, how it was compiled.

    require_config: False leaves out how it is made where the model can't say it.
    """
    config: dict[str, Any] = {"class_name": type(model).__name__}
    try:
        config["config"] = model.get_config()
    except NotImplementedError:
        if require_config:
            raise
    described: dict[str, Any] = {"keras_version": "2.2.4-tf", "backend": "tensorflow", "model_config": config}
    optimizer = model.optimizer if include_optimizer else None
    if isinstance(optimizer, TFOptimizer):
        logging.warning(
            "TensorFlow optimizers do not make it possible to access optimizer attributes or optimizer state after "
            "instantiation. As a result, we cannot save the optimizer as part of the model save file. You will have to "
            "compile your model again after loading it. Prefer using a Keras optimizer instead (see keras.io/optimizers)."
        )
    elif optimizer:
        described["training_config"] = {
            "loss": model.loss,
            "metrics": model._compile_metrics,
            "weighted_metrics": model._compile_arguments[4],
            "sample_weight_mode": model.sample_weight_mode,
            "loss_weights": model.loss_weights,
            "optimizer_config": {"class_name": type(optimizer).__name__, "config": optimizer.get_config()},
        }
    return described


def _write(file, model, include_optimizer):
    described = model_metadata(model, include_optimizer)
    for key, value in described.items():
        written = value if isinstance(value, str) else json.dumps(value, default=plain)
        file.attrs[key] = written if isinstance(value, str) else np.bytes_(written.encode())
    write_weights(file.create_group("model_weights"), model.layers)
    if "training_config" in described and model.optimizer.weights:
        write_variables(file.create_group("optimizer_weights"), model.optimizer.weights)


def load_model(filepath, custom_objects=None, compile=True):  # noqa: A002  (Keras' name)
    """The model of a file that save_model wrote. custom_objects: {name: class or function} of one's own in it.

    compile: as it was when it was saved, with the optimizer's variables.
    """
    if hasattr(filepath, "attrs"):
        return _read(filepath, custom_objects or {}, compile)
    if os.path.isdir(filepath):
        raise NotImplementedError(
            explain(
                f"{filepath} is a SavedModel; a Keras model is loaded from HDF5 only.",
                fix="tf.saved_model.loader.load(session, ['serve'], path)",
            )
        )
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

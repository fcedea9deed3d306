"""tf.keras.models: models, and models as data."""

import importlib
import json
from typing import Any

from graphlab._src.keras.engine.input_layer import Input
from graphlab._src.keras.engine.model import Model
from graphlab._src.keras.engine.model_files import load_model, save_model
from graphlab._src.keras.engine.sequential import Sequential
from graphlab._src.keras.layers import catalog as layers
from graphlab._src.keras.layers.layer_registry import layer_from

layers.LAYERS.update(Model=Model, Sequential=Sequential)


def model_from_config(config, custom_objects=None):
    """The model that a {"class_name": …, "config": …} describes, without weights."""
    if isinstance(config, list):
        raise TypeError(
            "`model_from_config` expects a dictionary, not a list. Maybe you meant to use `Sequential.from_config(config)`?"
        )
    return layer_from(config, custom_objects)


def model_from_json(json_string, custom_objects=None):
    """The model that to_json described, without weights."""
    return model_from_config(json.loads(json_string), custom_objects)


def model_from_yaml(yaml_string, custom_objects=None):
    """The model that to_yaml described, without weights; needs the package PyYAML."""
    try:
        yaml: Any = importlib.import_module("yaml")
    except ImportError:
        raise ImportError("Requires yaml module installed (`pip install pyyaml`).") from None
    return model_from_config(yaml.safe_load(yaml_string), custom_objects)


def clone_model(model, input_tensors=None, clone_function=None):
    """A model of the same layers, with new weights."""
    if isinstance(model, Sequential):
        made = Sequential(name=model.name)
        if model.inputs and "batch_input_shape" not in model.layers[0].get_config():
            made.add(Input(batch_shape=tuple(model.inputs[0].shape.as_list()), dtype=model.inputs[0].dtype.name))
        for layer in model.layers:
            made.add(clone_function(layer) if clone_function else type(layer).from_config(layer.get_config()))
        return made
    made = type(model).from_config(model.get_config())
    return made if input_tensors is None else Model(input_tensors, made(input_tensors))

"""Keras' models of SavedModels: of their layers where these are known, or of their functions."""

import inspect
import json
import os
from collections.abc import Callable
from typing import Any

from graphlab._src.base import dtypes, logging
from graphlab._src.graph import Tensor, nest
from graphlab._src.io.saved_model import constants
from graphlab._src.io.saved_model.load import load
from graphlab._src.io.saved_model.message import parse
from graphlab._src.keras.engine.model import Model
from graphlab._src.keras.layers.layer_registry import layer_from
from graphlab._src.keras.layers.learning_phase import learning_phase
from graphlab._src.keras.layers.object_registry import custom_objects as known_as
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.state.trackable import NoDependency

_MODELS = ("_tf_keras_model", "_tf_keras_sequential")


def read_model(filepath: Any, custom: dict[str, Any], compile_arguments: Callable[..., Any] | None) -> Any:
    """The model that a SavedModel is; an object as tf.saved_model.load returns it, where it is none of Keras.

    custom: {name: class or function} of a program's own in it.
    compile_arguments(training_config, custom): the arguments of compile(); None: it is not compiled.
    """
    folder = os.fspath(filepath)
    described = _metadata(folder)
    if described is None:
        return load(folder)
    model = _of_layers(folder, described, custom) or revived(load(folder), described["name"])
    if compile_arguments is not None and described.get("training_config") is not None:
        with known_as(custom):
            model.compile(**compile_arguments(described["training_config"], custom))
        if model._is_graph_network and model._compiled_parts:
            model._compiled_parts.function("train")
            model.load_weights(_variables(folder))  # with those of the optimizer
    elif compile_arguments is not None:
        logging.warning(
            "No training configuration found in save file: the model was *not* compiled. Compile it manually."
        )
    return model


def _metadata(folder: str) -> dict[str, Any] | None:
    for graph in parse(folder).meta_graphs:
        nodes = graph.object_graph_def.nodes
        if nodes and nodes[0].user_object.identifier in _MODELS and nodes[0].user_object.metadata:
            return json.loads(nodes[0].user_object.metadata)
    return None


def _variables(folder: str) -> str:
    return os.path.join(folder, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME)


def _of_layers(folder: str, described: dict[str, Any], custom: dict[str, Any]) -> Any:
    """The model with its weights, or None where a layer of it is not known."""
    if not isinstance(described.get("config"), (dict, list)):
        return None
    try:
        model: Any = layer_from({"class_name": described["class_name"], "config": described["config"]}, custom)
    except (ValueError, TypeError) as error:
        logging.warning("The layers of %s can't be made again, so that its functions are used: %s", folder, error)
        return None
    if not getattr(model, "_is_graph_network", False):
        return None
    model.load_weights(_variables(folder))
    return model


def revived(restored: Any, name: str) -> Any:
    """A model that calls the functions of an object of a SavedModel, and trains its variables."""
    function = getattr(restored, "__call__", None)  # noqa: B004  (an attribute of its own)
    if function is None:
        raise ValueError(
            f"The SavedModel of the model '{name}' has no function that calls it: load it with tf.saved_model.load"
        )
    return RevivedModel(restored, function, name)


class RevivedModel(Model):
    """A model that calls a function of a SavedModel. restored: the object that has it, with the variables.

    function: of the inputs, and of `training` where the model is a different function then.
    """

    def __init__(self, restored: Any, function: Callable[..., Any], name: str) -> None:
        super().__init__(name=name)
        self._restored = NoDependency(restored)
        self._function = function
        self._trains = "training" in inspect.signature(function).parameters
        self.restored_variables = list(getattr(restored, "variables", ()))

    def call(self, inputs: Any, training: Any = None) -> Any:
        """What the function returns."""
        if not self._trains:
            return self._function(inputs)
        training = learning_phase() if training is None else training
        if not isinstance(training, Tensor):
            return self._function(inputs, training=bool(training))
        flat: list[Any] = []

        def branch(value: bool) -> Callable[[], list[Any]]:
            def called() -> list[Any]:
                outputs = self._function(inputs, training=value)
                flat[:] = [outputs]
                return nest.flatten(outputs)

            return called

        outputs = cond(cast(training, dtypes.bool), branch(True), branch(False))
        return nest.pack_sequence_as(flat[0], nest.flatten(outputs))

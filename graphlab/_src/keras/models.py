"""tf.keras.models: models, and models as data."""

import importlib
import json
from typing import Any

from graphlab._src.graph import nest
from graphlab._src.keras.engine.input_layer import Input, InputLayer
from graphlab._src.keras.engine.metric import clone_metrics
from graphlab._src.keras.engine.model import Model
from graphlab._src.keras.engine.model_files import save_model
from graphlab._src.keras.engine.model_loading import load_model
from graphlab._src.keras.engine.sequential import Sequential
from graphlab._src.keras.engine.train_optimizer import TFOptimizer
from graphlab._src.keras.layers import catalog
from graphlab._src.keras.layers.layer_registry import layer_from
from graphlab._src.keras.layers.nodes import has_history
from graphlab._src.keras.layers.object_registry import custom_objects as known_as

catalog.LAYERS.update(Model=Model, Sequential=Sequential)


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


def clone_layer(layer):
    """A new layer like a layer."""
    return type(layer).from_config(layer.get_config())


def clone_model(model, input_tensors=None, clone_function=None):
    """A model of new layers, with new weights.

    input_tensors: what it is built on; Inputs like the model's when None.  clone_function: makes the new layer of each layer
    that is no Input; one that returns its argument has both models share the layer and its weights.
    """
    clone_function = clone_function or clone_layer
    if not callable(clone_function):
        raise ValueError("Expected `clone_function` argument to be a callable.")
    if isinstance(model, Sequential):
        return clone_sequential_model(model, input_tensors, clone_function)
    return clone_functional_model(model, input_tensors, clone_function)


def clone_sequential_model(model, input_tensors=None, layer_fn=clone_layer):
    """A Sequential of new layers."""
    if not isinstance(model, Sequential):
        raise ValueError("Expected `model` argument to be a `Sequential` model instance, but got:", model)
    if input_tensors is None:
        made = Sequential(name=model.name)
        if model.inputs and "batch_input_shape" not in model.layers[0].get_config():
            made.add(Input(batch_shape=tuple(model.inputs[0].shape.as_list()), dtype=model.inputs[0].dtype.name))
    else:
        given = nest.flatten(input_tensors)
        if len(given) != 1:
            raise ValueError("To clone a `Sequential` model, we expect  at most one tensor as part of `input_tensors`.")
        made = Sequential([_input_layer(given[0])], name=model.name)
    for layer in model.layers:
        made.add(layer_fn(layer))
    if getattr(model, "_ancillary", None):
        values = {}
        for old, new in zip(model._topology.in_order(), made._topology.in_order(), strict=True):
            _note(values, old.output_tensors, new.output_tensors)
        _clone_ancillary(model, made, layer_fn, {}, values)
    return made


def _note(values, old, new):
    """Adds to {id of an old tensor: new tensor}."""
    values.update({id(before): tensor for before, tensor in zip(nest.flatten(old), nest.flatten(new), strict=False)})


def _clone_nodes(nodes, layer_fn, layers, values):
    """Calls new layers where the old ones were called.  layers: {old: new}.  values: {id of an old tensor: new tensor}."""
    for node in nodes:
        old = node.outbound_layer
        taken = nest.flatten(node.input_tensors)
        done = all(id(tensor) in values for tensor in nest.flatten(node.output_tensors))
        if done or isinstance(old, InputLayer) or not all(id(tensor) in values for tensor in taken):
            continue
        if old not in layers:
            layers[old] = layer_fn(old)
        arguments, keywords = nest.map_structure(
            lambda item: values.get(id(item), item), (list(node.arguments[0]), node.arguments[1])
        )
        inputs = nest.map_structure(lambda tensor: values[id(tensor)], node.input_tensors)
        _note(values, node.output_tensors, layers[old](inputs, *arguments, **keywords))


def _clone_ancillary(model, made, layer_fn, layers, values):
    """Adds the losses and metrics that were added to a model to a clone."""
    for topology in model._ancillary:
        _clone_nodes(topology.in_order(), layer_fn, layers, values)
        [added] = nest.flatten(topology.nodes_by_depth[0][0].output_tensors)
        made._add_ancillary(values[id(added)])


def _input_layer(tensor):
    """The InputLayer of a tensor: its own, or a new one around it."""
    if not has_history(tensor):
        tensor = Input(tensor=tensor, name=f"input_wrapper_for_{tensor.op.name}")
    layer = tensor._keras_history[0]
    if not isinstance(layer, InputLayer):
        raise ValueError(
            "Cannot clone a `Sequential` model on top of a tensor that comes from a Keras layer other than an `InputLayer`. "
            "Use the functional API instead."
        )
    return layer


def clone_functional_model(model, input_tensors=None, layer_fn=clone_layer):
    """A Model of new layers, connected as the model's are."""
    if not isinstance(model, Model):
        raise ValueError("Expected `model` argument to be a `Model` instance, got ", model)
    if isinstance(model, Sequential):
        raise ValueError(
            "Expected `model` argument to be a functional `Model` instance, got a `Sequential` instance instead:", model
        )
    if not model._is_graph_network:
        raise ValueError(
            "Expected `model` argument to be a functional `Model` instance, but got a subclass model instead."
        )
    if input_tensors is None:
        inputs = [clone_layer(layer).output for layer in model._input_layers]
    else:
        pairs = zip(nest.flatten(input_tensors), model._input_layers, strict=True)
        inputs = [
            tensor if has_history(tensor) else Input(tensor=tensor, name=f"input_wrapper_for_{layer.name}")
            for tensor, layer in pairs
        ]
    values, layers = {}, {}
    _note(values, model.inputs, inputs)
    _clone_nodes(model._topology.in_order(), layer_fn, layers, values)
    outputs = nest.map_structure(lambda tensor: values[id(tensor)], model._nested_outputs)
    made = Model(nest.pack_sequence_as(model._nested_inputs, inputs), outputs, name=model.name)
    _clone_ancillary(model, made, layer_fn, layers, values)
    return made


def share_weights(layer):
    """The layer itself: a model that is cloned with it shares its weights."""
    return layer


def clone_and_build_model(
    model,
    input_tensors=None,
    target_tensors=None,
    custom_objects=None,
    compile_clone=True,
    in_place_reset=False,
    optimizer_iterations=None,
    optimizer_config=None,
):
    """A new model like a model, compiled as that is.

    input_tensors: what it is built on.  target_tensors: what it is compiled with.  custom_objects: {name: class} of its own
    layers.  optimizer_iterations: the variable of the new optimizer's steps.  optimizer_config: of the new optimizer.
    Raises ValueError for a model of a class of its own, which can't be described as data.
    """
    if compile_clone and not model.optimizer:
        raise ValueError(
            "Error when cloning model: compile_clone was set to True, but the original model has not been compiled."
        )
    with known_as(custom_objects or {}):
        if model._is_graph_network or isinstance(model, Sequential):
            clone = clone_model(model, input_tensors=input_tensors)
        else:
            clone = _described_again(model, in_place_reset)
            if input_tensors is not None:
                given = nest.flatten(input_tensors)
                clone._set_inputs(given[0] if len(given) == 1 else input_tensors)
    if compile_clone:
        clone.compile(
            _again(model.optimizer, optimizer_config, optimizer_iterations),
            model.loss,
            metrics=clone_metrics(model._compile_metrics),
            loss_weights=model.loss_weights,
            sample_weight_mode=model.sample_weight_mode,
            weighted_metrics=clone_metrics(model._compile_arguments[4]),
            target_tensors=target_tensors,
        )
    return clone


def _described_again(model, in_place_reset):
    """A new model of a program's own class."""
    try:
        return type(model).from_config(model.get_config())
    except NotImplementedError:
        why = "and its layers are not reset in place. " if in_place_reset else ""
        raise ValueError(
            f"This model is a subclassed model. Such a model cannot be cloned, {why}unless its class defines `get_config` and "
            "`from_config`: define these, or make another one by calling the class."
        ) from None


def _again(optimizer: Any, config, iterations):
    """A new optimizer like an optimizer; one of tf.train is the same one."""
    if isinstance(optimizer, TFOptimizer):
        return TFOptimizer(optimizer.optimizer, iterations)
    made = type(optimizer).from_config(config or optimizer.get_config())
    if iterations is not None:
        made.iterations = iterations
    return made

"""Models as plain data, and back: what get_config and from_config, to_json and model_from_json exchange."""

import copy
from typing import Any

import numpy as np

from graphlab._src.base.shapes import Dimension, TensorShape
from graphlab._src.graph import Tensor, nest, static_value
from graphlab._src.keras.layers.layer_registry import layer_from
from graphlab._src.keras.layers.nodes import has_history
from graphlab._src.keras.layers.object_registry import custom_objects
from graphlab._src.keras.layers.weight_values import get_session


def functional_config(model):
    """The layers of a functional model, those of its added losses and metrics too, and how they are connected."""
    topologies = [model._topology, *model._ancillary]
    nodes = {node for topology in topologies for node in topology.nodes}
    own = list(dict.fromkeys(layer for topology in topologies for layer in topology.layers))
    numbers = {}  # (layer, its node) -> the node's number among those of the model
    for layer in own:
        number = 1 if getattr(layer, "_is_graph_network", False) else 0  # a model's first node is the model itself
        for index, node in enumerate(layer._inbound_nodes):
            if node in nodes:
                numbers[layer, index] = number
                number += 1
    layers = []
    for layer in own:
        calls = [_call(node, numbers) for node in layer._inbound_nodes if node in nodes]
        layers.append(
            {
                "name": layer.name,
                "class_name": type(layer).__name__,
                "config": layer.get_config(),
                "inbound_nodes": [call for call in calls if call],
            }
        )

    def place(tensor):
        layer, index, output = tensor._keras_history
        return [layer.name, numbers.get((layer, index), 0), output]

    return copy.deepcopy(
        {
            "name": model.name,
            "layers": layers,
            "input_layers": [place(tensor) for tensor in model.inputs],
            "output_layers": [place(tensor) for tensor in model.outputs],
        }
    )


def _call(node, numbers):
    """The call of a layer: [name, node, output, keywords] for each input, by key where the inputs are a dict."""
    given, named = node.arguments
    names = node.outbound_layer._call_fn_args[1:]
    keywords = {
        key: value for key, value in {**dict(zip(names, given, strict=False)), **named}.items() if key != "mask"
    }
    keywords = nest.map_structure(lambda item: _saved(item, numbers), keywords)
    places = [
        [layer.name, numbers.get((layer, index), 0), output, keywords]
        for layer, index, output, _ in node.iterate_inbound()
    ]
    given = node.input_tensors
    if isinstance(given, dict) and len(given) == len(places):
        return dict(zip(sorted(given), places, strict=True))
    return places


def _saved(item, numbers):
    """An argument of a call as data: [name, node, output] of a tensor that a layer returned, the value of another one."""
    if has_history(item):
        layer, index, output = item._keras_history
        return [layer.name, numbers.get((layer, index), 0), output]
    if isinstance(item, Tensor):
        known = static_value(item)
        item = get_session().run(item) if known is None else known
    return item.tolist() if isinstance(item, np.ndarray) else item


def _loaded(value, tensor):
    """What `_saved` made data of.  tensor: finds that of a [name, node, output]."""
    if isinstance(value, dict):
        return {key: _loaded(item, tensor) for key, item in value.items()}
    if not isinstance(value, (list, tuple)):
        return value
    if _is_place(value):
        return tensor(value)
    return [_loaded(item, tensor) for item in value]


def _is_place(value):
    return len(value) == 3 and isinstance(value[0], str) and all(isinstance(number, int) for number in value[1:])


def _places_in(value):
    """All [name, node, output] in the arguments of a call."""
    if isinstance(value, dict):
        return [place for item in value.values() for place in _places_in(item)]
    if not isinstance(value, (list, tuple)):
        return []
    return [value] if _is_place(value) else [place for item in value for place in _places_in(item)]


def functional_from_config(config, custom=None):
    """(inputs, outputs, layers by name) of the model that functional_config describes."""
    layers = {}

    def tensor(place):
        name, node, output = place
        return nest.flatten(layers[name]._inbound_nodes[node].output_tensors)[output]

    with custom_objects(custom or {}):
        for description in config["layers"]:
            layers[description["name"]] = layer_from(description)
        waiting = [(d["name"], call) for d in config["layers"] for call in d["inbound_nodes"]]
        while waiting:
            later = []
            for name, call in waiting:
                places = list(call.values()) if isinstance(call, dict) else call
                keywords = places[0][3] if len(places[0]) > 3 else {}
                needed = [*places, *_places_in(keywords)]
                if any(node >= len(layers[n]._inbound_nodes) for n, node, *_ in needed) or _is_early(name, later):
                    later.append((name, call))
                    continue
                inputs: Any = [tensor(place[:3]) for place in places]
                keywords: Any = _loaded(keywords, tensor)
                if isinstance(call, dict):
                    inputs = dict(zip(call, inputs, strict=True))
                elif len(inputs) == 1:
                    inputs = inputs[0]
                layers[name](inputs, **keywords)
            if len(later) == len(waiting):
                raise ValueError(f"The config connects layers in a circle: {[name for name, _ in later]}")
            waiting = later
    return [tensor(p) for p in config["input_layers"]], [tensor(p) for p in config["output_layers"]], layers


def _is_early(name, later):
    """Whether an earlier call of the same layer still waits."""
    return any(name == other for other, _ in later)


def plain(value):
    """What JSON has no word for, in words that it has."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, TensorShape):
        return value.as_list()
    if isinstance(value, Dimension):
        return value.value
    if hasattr(value, "get_config"):
        return {"class_name": type(value).__name__, "config": value.get_config()}
    if callable(value):
        return value.__name__
    raise TypeError("Not JSON Serializable:", value)

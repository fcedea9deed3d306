"""The table that model.summary() prints."""

import math
from typing import Any

from graphlab._src.graph import nest


def count_params(weights):
    """How many numbers variables hold, each counted once."""
    each = {id(weight): math.prod(weight.shape.as_list()) for weight in weights}
    return int(sum(each.values()))


def print_summary(model, line_length=None, positions: Any = None, print_fn=None):
    """Prints a table of a model's layers, with shapes, numbers of parameters and, where it branches, connections.

    positions: where columns end, as parts of line_length or in letters.
    """
    print_fn = print_fn or print
    straight = _is_straight(model)
    line_length = line_length or (65 if straight else 98)
    positions = positions or ([0.45, 0.85, 1.0] if straight else [0.33, 0.55, 0.67, 1.0])
    if positions[-1] <= 1:
        positions = [int(line_length * part) for part in positions]

    def row(*fields):
        line = ""
        for field, end in zip(fields, positions, strict=False):
            line = (line[:-1] + " " if line else "") + str(field)
            line = line[:end].ljust(end)
        print_fn(line)

    print_fn(f'Model: "{model.name}"')
    print_fn("_" * line_length)
    row("Layer (type)", "Output Shape", "Param #", *([] if straight else ["Connected to"]))
    print_fn("=" * line_length)
    layers = model.layers
    for number, layer in enumerate(layers):
        fields = f"{layer.name} ({type(layer).__name__})", _shape(layer), layer.count_params()
        if straight:
            row(*fields)
        else:
            connections = _connections(model, layer)
            row(*fields, connections[0] if connections else "")
            for connection in connections[1:]:
                row("", "", "", connection)
        print_fn(("=" if number == len(layers) - 1 else "_") * line_length)
    trained, fixed = count_params(_trained(model)), count_params(model.non_trainable_weights)
    print_fn(f"Total params: {trained + fixed:,}")
    print_fn(f"Trainable params: {trained:,}")
    print_fn(f"Non-trainable params: {fixed:,}")
    print_fn("_" * line_length)


def _trained(model):
    collected = getattr(model, "_collected_trainable_weights", None)
    return model.trainable_weights if collected is None else collected


def _shape(layer):
    try:
        return layer.output_shape
    except AttributeError:
        return "multiple"


def _is_straight(model):
    """Whether the layers follow one after the other, without branches."""
    if model._is_sequential or not model._is_graph_network:
        return True
    nodes = []
    for same_depth in model._nodes_by_depth.values():
        if len(same_depth) > 1 or len(nest.flatten(same_depth[0].inbound_layers)) > 1:
            return False
        nodes.extend(same_depth)
    return all(sum(node in nodes for node in layer._inbound_nodes) <= 1 for layer in model.layers)


def _connections(model, layer):
    nodes = {node for topology in (model._topology, *model._ancillary) for node in topology.nodes}
    return [
        f"{source.name}[{node_index}][{tensor_index}]"
        for node in layer._inbound_nodes
        if node in nodes
        for source, node_index, tensor_index, _ in node.iterate_inbound()
    ]

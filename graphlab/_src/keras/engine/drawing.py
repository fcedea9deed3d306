"""Diagrams of models: a box for each layer, drawn by Graphviz."""

import os
from typing import Any

import graphviz

from graphlab._src.base.errors import explain


def model_to_dot(
    model: Any, show_shapes=False, show_layer_names=True, rankdir="TB", expand_nested=False, dpi=96, subgraph=False
):
    """A graphviz.Digraph of a model's layers. expand_nested: shows what is in models that are layers."""
    name = f"cluster_{model.name}" if subgraph else None
    dot = graphviz.Digraph(name, node_attr={"shape": "record"})
    if subgraph:
        dot.attr(style="dashed", label=model.name, labeljust="l")
    else:
        dot.attr(rankdir=rankdir, concentrate="true", dpi=str(dpi))
    if not model._is_graph_network:
        dot.node(str(id(model)), label=model.name)
        return dot
    for layer in model._sublayers():
        if expand_nested and _is_model(layer):
            dot.subgraph(model_to_dot(layer, show_shapes, show_layer_names, rankdir, True, dpi, subgraph=True))
        else:
            dot.node(str(id(layer)), label=_label(layer, show_shapes, show_layer_names))
    for node in model._topology.in_order():
        for source, _, _, _ in node.iterate_inbound():
            dot.edge(_box(source, expand_nested, -1), _box(node.outbound_layer, expand_nested, 0))
    return dot


def _is_model(layer):
    return getattr(layer, "_is_graph_network", False)


def _box(layer, expand_nested, end):
    """The box that an edge ends at: of a model that is expanded its first or its last layer's."""
    while expand_nested and _is_model(layer):
        layer = layer._sublayers()[end]
    return str(id(layer))


def _label(layer, show_shapes, show_layer_names):
    name, kind = layer.name, type(layer).__name__
    inner = getattr(layer, "layer", None)
    if inner is not None:
        name, kind = f"{name}({inner.name})", f"{kind}({type(inner).__name__})"
    label = f"{name}: {kind}" if show_layer_names else kind
    if not show_shapes:
        return label
    shapes = [_shown(layer, what) for what in ("input_shape", "output_shape")]
    return "{}\\n|{{input:|output:}}|{{{{{}}}|{{{}}}}}".format(label, *shapes)


def _shown(layer, what):
    try:
        return ", ".join(str(shape).replace("None", "?") for shape in [getattr(layer, what)])
    except AttributeError:
        return "?"


def plot_model(
    model, to_file="model.png", show_shapes=False, show_layer_names=True, rankdir="TB", expand_nested=False, dpi=96
):
    """Draws a model into a file of the format that its name ends in, and returns an image for notebooks.

    A name in .dot or .gv needs no program; all others need Graphviz' `dot`.
    """
    dot = model_to_dot(model, show_shapes, show_layer_names, rankdir, expand_nested, dpi)
    kind = os.path.splitext(to_file)[1][1:] or "png"
    if kind in ("dot", "gv"):
        with open(to_file, "w") as file:
            file.write(dot.source)
        return None
    try:
        image = dot.pipe(format=kind)
    except graphviz.ExecutableNotFound:
        message = "Failed to run Graphviz. You must install graphviz for `plot_model` to work."
        raise OSError(explain(message, fix="install Graphviz, or plot_model(model, 'model.dot')")) from None
    with open(to_file, "wb") as file:
        file.write(image)
    return dot

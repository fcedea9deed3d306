"""The receptive field of a feature: its size, and where it is in the image."""

from typing import Any

import numpy as np

from graphlab._src.base import logging
from graphlab._src.contrib.receptive_field.compute_order import get_compute_order
from graphlab._src.contrib.receptive_field.layer_parameters import layer_parameters, node_of
from graphlab._src.graph import Graph, Tensor

_DIRECTIONS = ("horizontal", "vertical")


class ReceptiveField:
    """size, stride and padding of a receptive field, each (x, y): the field of feature i begins at i · stride - padding."""

    def __init__(self, size, stride, padding):
        self.size = np.asarray(size)
        self.stride = np.asarray(stride)
        self.padding = np.asarray(padding)

    def _axes(self, coordinates, axis, what):
        axes = list(range(self.size.size) if axis is None else axis)
        if coordinates.shape[-1] != len(axes):
            raise ValueError(
                f"Dimensionality of the {what} ({coordinates.shape[-1]}) does not match dimensionality of `axis` "
                f"({len(axes)})"
            )
        return axes

    def compute_input_center_coordinates(self, y, axis=None):
        """Where the centers of the fields of features are in the image. y: [..., axes], features.  axis: of x and y, which."""
        y = np.asarray(y)
        axes = self._axes(y, axis, "feature coordinates `y`")
        return -self.padding[axes] + y * self.stride[axes] + (self.size[axes] - 1) / 2

    def compute_feature_coordinates(self, x, axis=None):
        """Which features have their centers there, as fractions. x: [..., axes], places in the image."""
        x = np.asarray(x)
        axes = self._axes(x, axis, "input center coordinates `x`")
        return (x + self.padding[axes] + (1 - self.size[axes]) / 2) / self.stride[axes]

    def __iter__(self):
        return iter(np.concatenate([self.size, self.stride, self.padding]))


def _name(node):
    return node.op.name if isinstance(node, Tensor) else node


def compute_receptive_field_from_graph_def(
    graph_def, input_node, output_node, stop_propagation=None, input_resolution=None
):
    """The ReceptiveField of features in an image.

    graph_def: a GraphDef or Graph.  input_node, output_node: the image and the features, names of nodes or tensors.
    stop_propagation: beginnings of the names of nodes that are not followed.  input_resolution: [height, width].
    The padding is None where it depends on a resolution that is not given. Raises ValueError for types of operations that
    are not known, and where paths of different strides or centers meet.
    """
    if isinstance(graph_def, Graph):
        graph_def = graph_def.as_graph_def()
    source, target = _name(input_node), _name(output_node)
    node_info, name_to_node = get_compute_order(graph_def, source, input_resolution)
    if target not in node_info:
        raise ValueError("Output node was not found")
    stops = tuple(stop_propagation or ())
    # Of each node, for x and y: (size, stride, padding).
    fields: dict[str, list[tuple[int, int, Any]]] = {target: [(1, 1, 0), (1, 1, 0)]}
    has_padding = True
    last = node_info[target].order
    for info in sorted(node_info.values(), key=lambda info: -info.order):
        node = info.node
        if node.name == source:
            break
        if node.name not in fields or info.order > last:
            continue
        layer = layer_parameters(node, name_to_node, _known(info.input_size))
        if has_padding and None in layer.padding:
            has_padding = False
            logging.warning(
                "The padding of %s depends on the size of the image: without input_resolution there is none, and paths are "
                "not compared.",
                node.name,
            )
        reached = [
            (
                stride * size + kernel - stride,
                stride * so_far,
                stride * padded + padding if has_padding else None,
            )
            for (size, so_far, padded), kernel, stride, padding in zip(
                fields[node.name], layer.kernel, layer.stride, layer.padding, strict=True
            )
        ]
        for name in node.input:
            if name.startswith(("^", *stops)):
                continue
            _merge(fields, node_of(name), reached, has_padding)
    if source not in fields:
        raise ValueError("Input node was not found")
    return ReceptiveField(*zip(*fields[source], strict=True))


def _known(size):
    return None if size is None or None in size else size


def _merge(fields, name, reached, has_padding):
    """Notes the field of an input, the largest of all paths that lead to it."""
    if name not in fields:
        fields[name] = reached
        return
    for axis, (old, new) in enumerate(zip(fields[name], reached, strict=True)):
        if has_padding:
            if old[1] != new[1]:
                raise ValueError(
                    "Graph is not aligned since effective stride from different paths is different in "
                    f"{_DIRECTIONS[axis]} direction"
                )
            if (old[0] - 1) / 2 - old[2] != (new[0] - 1) / 2 - new[2]:
                raise ValueError(
                    "Graph is not aligned since center shift from different paths is different in "
                    f"{_DIRECTIONS[axis]} direction"
                )
    fields[name] = [max(pair, key=lambda one: one[0]) for pair in zip(fields[name], reached, strict=True)]

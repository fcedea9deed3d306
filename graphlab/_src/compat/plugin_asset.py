"""tensorflow.python.summary.plugin_asset: what a graph holds for a plugin of TensorBoard, one object for each plugin."""

import abc
from collections.abc import Mapping
from typing import Any

from graphlab._src.graph import Graph, get_default_graph

_PREFIX = "__tensorboard_plugin_asset__"  # of the names of collections


class PluginAsset(abc.ABC):
    """What a plugin writes beside summaries, by name. A subclass says its `plugin_name`, and is made without arguments."""

    plugin_name: str | None = None

    @abc.abstractmethod
    def assets(self) -> Mapping[str, Any]:
        """{name of a file: its content, text or bytes}."""


def get_plugin_asset(plugin_asset_cls: type[PluginAsset], graph: Graph | None = None) -> PluginAsset:
    """The graph's object of that class, made when there is none; the default graph when left out.

    ValueError for a class without a plugin_name, and when another class has that name.
    """
    graph = graph or get_default_graph()
    name = plugin_asset_cls.plugin_name
    if not name:
        raise ValueError(f"Class {plugin_asset_cls.__name__} has no plugin_name")
    found = graph.get_collection_ref(_PREFIX + name)
    if not found:
        found.append(plugin_asset_cls())
        graph.add_to_collection(_PREFIX, name)
    if not isinstance(found[0], plugin_asset_cls):
        raise ValueError(f"Plugin name collision: {name!r} is the name of {type(found[0]).__name__} already")
    return found[0]


def get_all_plugin_assets(graph: Graph | None = None) -> list[PluginAsset]:
    """All of a graph's, oldest first; the default graph when left out."""
    graph = graph or get_default_graph()
    return [graph.get_collection(_PREFIX + name)[0] for name in graph.get_collection(_PREFIX)]

"""tensorflow.python.saved_model.builder_impl: the files that a SavedModel carries, by the constants that hold their paths."""

import os
from collections.abc import Callable, Iterable
from typing import Any

from graphlab._src.base.text import as_bytes, as_text
from graphlab._src.graph import Tensor
from graphlab._src.graph.scopes import add_to_collection
from graphlab._src.io.saved_model import assets, constants


def asset_path_from_tensor(path_tensor: Tensor) -> bytes:
    """The path that a scalar string constant holds; TypeError for other tensors, ValueError for an empty path."""
    return as_bytes(assets.path_of(path_tensor))


def get_asset_filename_to_add(asset_filepath: str | bytes, asset_filename_map: dict[Any, Any]) -> str | bytes:
    """The name of a file in the folder of assets: its own, with a number after it where another file has that.

    asset_filename_map: {name: path} of the files there.
    """
    known = {as_text(name): as_text(path) for name, path in asset_filename_map.items()}
    own = os.path.basename(asset_filepath)
    name = assets.name_for(as_text(asset_filepath), known)
    return own if name == as_text(own) else as_bytes(name)


def maybe_save_assets(
    write_fn: Callable[[bytes, Tensor], Any], assets_to_add: Iterable[Tensor] | None = None
) -> dict[bytes, bytes]:
    """{name: path} of the files that constants name; calls write_fn(name, constant) for each of them."""
    found: dict[str, str] = {}
    for tensor in assets_to_add or ():
        path = assets.path_of(tensor)
        name = assets.name_for(path, found)
        write_fn(as_bytes(name), tensor)
        found[name] = path
    return {as_bytes(name): as_bytes(path) for name, path in found.items()}


def add_asset_to_metagraph(meta_graph_def: Any, asset_filename: str, asset_tensor: Tensor) -> None:
    """Lists a file and the constant that holds its path in a MetaGraphDef."""
    message = meta_graph_def.asset_file_def.add(filename=as_text(asset_filename))
    message.tensor_info.name = asset_tensor.name


def add_asset_to_collection(asset_filename: str, asset_tensor: Tensor) -> None:
    """Adds a file and the constant that holds its path to the default graph's collection of assets."""
    add_to_collection(constants.ASSETS_KEY, assets.packed_message(as_text(asset_filename), asset_tensor))

"""Assets: files that a SavedModel carries, vocabularies for instance; constants of its graph name them."""

import filecmp
import os

from google.protobuf import any_pb2

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor
from graphlab._src.graph.constant import is_constant
from graphlab._src.io import file_system
from graphlab._src.io.saved_model import constants
from graphlab._src.proto import AssetFileDef

# TensorFlow's own name of the message, where this process has it under another.
_TYPE_URL = "type.googleapis.com/tensorflow.AssetFileDef"


def messages(tensors):
    """({name in the assets' folder: path}, [Any for the collection]) of constants that hold paths."""
    files, packed = {}, []
    for tensor in tensors or ():
        path = path_of(tensor)
        name = name_for(path, files)
        files[name] = path
        packed.append(packed_message(name, tensor))
    return files, packed


def packed_message(name, tensor):
    """What a collection of a graph lists for an asset: an Any with the AssetFileDef of a file and the constant of its path."""
    message = AssetFileDef(filename=name)
    message.tensor_info.name = tensor.name
    return any_pb2.Any(type_url=_TYPE_URL, value=message.SerializeToString())


def path_of(tensor):
    """The path that a scalar string constant holds; TypeError for other tensors, ValueError for an empty one."""
    if not isinstance(tensor, Tensor):
        raise TypeError("Asset path tensor must be a Tensor.")
    if not is_constant(tensor.op):
        raise TypeError("Asset path tensor must be of type constant.")
    if tensor.dtype is not dtypes.string:
        raise TypeError("Asset path tensor must be of dtype string.")
    values = tensor.op.get_attr("value").string_val
    if len(values) != 1:
        raise TypeError("Asset path tensor must be a scalar.")
    if not values[0]:
        raise ValueError(f"Invalid asset filepath tensor {tensor}")
    return values[0].decode()


def name_for(path, files):
    """The file's own name, with a number after it when another file has that."""
    first = name = os.path.basename(path)
    number = 1
    while name in files and files[name] != path and not filecmp.cmp(path, files[name], shallow=False):
        name = f"{first}_{number}"
        number += 1
    return name


def copy_all(files, export_dir):
    """Copies files into the folder of assets."""
    if files:
        folder = os.path.join(export_dir, constants.ASSETS_DIRECTORY)
        file_system.makedirs(folder)
        for name, path in files.items():
            if not file_system.exists(os.path.join(folder, name)):
                file_system.copy(path, os.path.join(folder, name))


def feeds(export_dir, meta_graph, import_scope):
    """{name of a tensor: the path of its asset here}."""
    found = list(meta_graph.asset_file_def)
    if not found and constants.ASSETS_KEY in meta_graph.collection_def:
        values = meta_graph.collection_def[constants.ASSETS_KEY].any_list.value
        found = [AssetFileDef.FromString(packed.value) for packed in values]
    prefix = f"{import_scope}/" if import_scope else ""
    return {prefix + asset.tensor_info.name: inside(export_dir, asset.filename) for asset in found}


def make_readable(meta_graph):
    """Lets the AssetFileDef of this process unpack the assets that a MetaGraphDef lists."""
    if constants.ASSETS_KEY in meta_graph.collection_def:
        for packed in meta_graph.collection_def[constants.ASSETS_KEY].any_list.value:
            if packed.type_url == _TYPE_URL:
                packed.type_url = f"type.googleapis.com/{AssetFileDef.DESCRIPTOR.full_name}"


def inside(export_dir, name):
    """The path of an asset, which must be in the folder of assets."""
    folder = os.path.join(export_dir, constants.ASSETS_DIRECTORY)
    path = os.path.normpath(os.path.join(folder, name))
    if not path.startswith(os.path.normpath(folder) + os.sep):
        raise ValueError(f"The SavedModel in {export_dir} names an asset outside of its own folder: {name}")
    return path

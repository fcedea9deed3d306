"""tensorflow.python.saved_model: folders of SavedModels, and signatures whose outputs are operations."""

import os
from typing import Any

from graphlab._src.base import errors
from graphlab._src.base.text import as_bytes, as_text
from graphlab._src.graph import get_default_graph
from graphlab._src.graph.scope_names import prepend_name_scope
from graphlab._src.graph.scopes import get_collection
from graphlab._src.io import file_system
from graphlab._src.io.saved_model import assets, constants
from graphlab._src.io.saved_model import message as folders
from graphlab._src.proto import SignatureDef, TensorInfo


def _inside(export_dir: Any, *names: str) -> str:
    return os.path.join(as_text(export_dir), *names)


def _made(directory: str) -> str:
    if not file_system.exists(directory):
        file_system.makedirs(directory)
    return directory


def get_variables_dir(export_dir: Any) -> str:
    """The folder of a SavedModel's variables."""
    return _inside(export_dir, constants.VARIABLES_DIRECTORY)


def get_variables_path(export_dir: Any) -> str:
    """What the files of a SavedModel's variables begin with."""
    return _inside(export_dir, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME)


def get_assets_dir(export_dir: Any) -> str:
    """The folder of a SavedModel's assets."""
    return _inside(export_dir, constants.ASSETS_DIRECTORY)


def get_or_create_variables_dir(export_dir: Any) -> str:
    """The folder of a SavedModel's variables, which is made where there is none."""
    return _made(get_variables_dir(export_dir))


def get_or_create_assets_dir(export_dir: Any) -> str:
    """The folder of a SavedModel's assets, which is made where there is none."""
    return _made(get_assets_dir(export_dir))


def contains_saved_model(export_dir: Any) -> bool:
    """True for a folder that holds a SavedModel."""
    return folders.maybe_saved_model_directory(as_text(export_dir))


def parse_saved_model(export_dir: Any) -> Any:
    """The SavedModel message of a folder."""
    return folders.parse(as_text(export_dir))


def get_asset_tensors(
    export_dir: Any, meta_graph_def_to_load: Any, import_scope: str | None = None
) -> dict[str, bytes]:
    """{name of a tensor: the path of its asset} of a MetaGraphDef in a folder."""
    found = assets.feeds(as_text(export_dir), meta_graph_def_to_load, import_scope)
    return {name: as_bytes(path) for name, path in found.items()}


def build_tensor_info_from_op(op: Any) -> Any:
    """A TensorInfo that names an operation."""
    info = TensorInfo(name=op.name)
    info.tensor_shape.unknown_rank = True
    return info


def get_element_from_tensor_info(tensor_info: Any, graph: Any = None, import_scope: str | None = None) -> Any:
    """The operation or tensor that a TensorInfo names. import_scope: the name scope that it was imported into."""
    graph = graph or get_default_graph()
    return graph.as_graph_element(prepend_name_scope(tensor_info.name, import_scope))


def op_signature_def(op: Any, key: str) -> Any:
    """A signature with an operation as its output of that name."""
    return SignatureDef(outputs={key: build_tensor_info_from_op(op)})


def add_op_to_signature_def_map(signature_def_map: dict[str, Any], op: Any, key: str) -> None:
    """Adds a signature of that name with an operation as its output; none for None."""
    if op is not None:
        signature_def_map[key] = op_signature_def(op, key)


def get_main_op_tensor(meta_graph_def_to_load: Any, init_op_key: str = constants.MAIN_OP_KEY) -> Any:
    """What the default graph has in a collection whose only entry initializes or trains it, or None.

    RuntimeError where the MetaGraphDef lists several.
    """
    if init_op_key not in meta_graph_def_to_load.collection_def:
        return None
    names = meta_graph_def_to_load.collection_def[init_op_key].node_list.value
    if len(names) != 1:
        raise RuntimeError(f"Expected exactly one SavedModel init op. Found: {names}")
    return get_collection(init_op_key)[0]


def get_op_from_collection(meta_graph_def: Any, op_key: str) -> Any:
    """The same."""
    return get_main_op_tensor(meta_graph_def, op_key)


def get_op_from_signature_def(meta_graph_def: Any, op_signature_key: str, import_scope: str | None) -> Any:
    """The operation that a signature of that name has as its output of the same name; None without the signature."""
    if op_signature_key not in meta_graph_def.signature_def:
        return None
    return load_op_from_signature_def(meta_graph_def.signature_def[op_signature_key], op_signature_key, import_scope)


def load_op_from_signature_def(signature_def: Any, key: str, import_scope: str | None = None) -> Any:
    """The operation that a signature has as its output of that name; NotFoundError when the graph has none."""
    try:
        return get_element_from_tensor_info(signature_def.outputs[key], import_scope=import_scope)
    except KeyError:
        raise errors.NotFoundError(
            None,
            None,
            f"The {key} could not be found in the graph. Please make sure the SavedModel was created by the internal "
            "_SavedModelBuilder. If you are using the public API, please make sure the SignatureDef in the SavedModel does "
            f'not contain the key "{key}".',
        ) from None

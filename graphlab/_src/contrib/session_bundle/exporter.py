"""Exporter: writes a graph with its signatures, the values of variables and assets into a folder named by the step."""

import os
import re

from google.protobuf import any_pb2

from graphlab._src.base import dtypes, logging
from graphlab._src.base.text import as_str_any, as_text
from graphlab._src.contrib.session_bundle import constants, gc
from graphlab._src.graph import Operation, Tensor, get_default_graph
from graphlab._src.graph.scopes import add_to_collection
from graphlab._src.io import file_system
from graphlab._src.proto import GraphDef
from graphlab._src.proto.session_bundle import AssetFile, Signature, Signatures
from graphlab._src.train.global_step import global_step
from graphlab._src.train.saving.saver import Saver

_GRAPH_DEF = "type.googleapis.com/tensorflow.GraphDef"  # TensorFlow's name, where this process has another


def gfile_copy_callback(files_to_copy, export_dir_path):
    """Copies files into a folder, {path: name there}; those that are there are replaced."""
    folder = as_text(export_dir_path)
    file_system.makedirs(folder)
    for source, name in files_to_copy.items():
        path = os.path.join(folder, as_text(name))
        logging.info("Copying asset %s to path %s.", source, path)
        file_system.copy(as_text(source), path, overwrite=True)


def regression_signature(input_tensor, output_tensor):
    """The Signature of a model of numbers."""
    signature = Signature()
    signature.regression_signature.input.tensor_name = input_tensor.name
    signature.regression_signature.output.tensor_name = output_tensor.name
    return signature


def classification_signature(input_tensor, classes_tensor=None, scores_tensor=None):
    """The Signature of a classifier."""
    signature = Signature()
    signature.classification_signature.input.tensor_name = input_tensor.name
    if classes_tensor is not None:
        signature.classification_signature.classes.tensor_name = classes_tensor.name
    if scores_tensor is not None:
        signature.classification_signature.scores.tensor_name = scores_tensor.name
    return signature


def generic_signature(name_tensor_map):
    """The Signature of {name: tensor}."""
    signature = Signature()
    for name, tensor in name_tensor_map.items():
        signature.generic_signature.map[name].tensor_name = tensor.name
    return signature


class Exporter:
    """Writes the default graph and the variables of a Saver: first init(), then export(), as often as there are versions."""

    def __init__(self, saver):
        saver_def = saver.as_saver_def()
        saver_def.ClearField("max_to_keep")
        self._saver = Saver(saver_def=saver_def)
        self._has_init = False
        self._assets_to_copy = {}

    def init(
        self,
        graph_def=None,
        init_op=None,
        clear_devices=False,
        default_graph_signature=None,
        named_graph_signatures=None,
        assets_collection=None,
        assets_callback=gfile_copy_callback,
    ):
        """Adds to collections of the default graph what goes with it.

        graph_def: the graph that is served, where it is not this one.  init_op: run when it is loaded.
        clear_devices: without devices.  default_graph_signature: a Signature; named_graph_signatures: {name: Signature}.
        assets_collection: constants that name files.  assets_callback(files, folder): copies them.
        Raises RuntimeError the second time.
        """
        assets = []
        for tensor in assets_collection or ():
            path = _path_of(tensor)
            name = os.path.basename(path)
            assets.append((name, tensor))
            self._assets_to_copy[path] = name
        if self._has_init:
            raise RuntimeError("init should be called only once")
        self._has_init = True
        if graph_def or clear_devices:
            served = GraphDef()
            served.CopyFrom(graph_def or get_default_graph().as_graph_def())
            if clear_devices:
                for node in served.node:
                    node.device = ""
            packed = any_pb2.Any(type_url=_GRAPH_DEF, value=served.SerializeToString())
            add_to_collection(constants.GRAPH_KEY, packed)
        if init_op:
            if not isinstance(init_op, Operation):
                raise TypeError(f"init_op needs to be an Operation: {init_op}")
            add_to_collection(constants.INIT_OP_KEY, init_op)
        signatures = Signatures()
        if default_graph_signature:
            signatures.default_signature.CopyFrom(default_graph_signature)
        for name, signature in (named_graph_signatures or {}).items():
            signatures.named_signatures[name].CopyFrom(signature)
        add_to_collection(constants.SIGNATURES_KEY, _packed(signatures))
        for name, tensor in assets:
            asset = AssetFile(filename=as_text(name))
            asset.tensor_binding.tensor_name = tensor.name
            add_to_collection(constants.ASSETS_KEY, _packed(asset))
        self._assets_callback = assets_callback

    def export(self, export_dir_base, global_step_tensor, sess=None, exports_to_keep=None):
        """Writes a version, named by the global step, below export_dir_base; its path, as bytes.

        exports_to_keep: a function of `gc` that chooses which versions stay; all when left out.
        Raises RuntimeError before init(), and where the version is there.
        """
        if not self._has_init:
            raise RuntimeError("init must be called first")
        base = as_str_any(export_dir_base).removesuffix("/")
        folder = os.path.join(base, constants.VERSION_FORMAT_SPECIFIER % global_step(sess, global_step_tensor))
        if file_system.exists(folder):
            raise RuntimeError(
                f"Overwriting exports can cause corruption and are not allowed. Duplicate export dir: {folder}"
            )
        unfinished = f"{folder}-tmp"
        file_system.makedirs(unfinished)
        path = os.path.join(unfinished, constants.EXPORT_BASE_NAME)
        self._saver.save(sess, path, meta_graph_suffix=constants.EXPORT_SUFFIX_NAME)
        if self._assets_callback and self._assets_to_copy:
            assets = os.path.join(unfinished, constants.ASSETS_DIRECTORY)
            file_system.makedirs(assets)
            self._assets_callback(self._assets_to_copy, assets.encode())
        os.rename(unfinished, folder)
        if exports_to_keep:
            for one in gc.negation(exports_to_keep)(gc.get_paths(base, parser=_version_of)):
                file_system.rmtree(one.path)
        return folder.encode()


def _version_of(path):
    name = os.path.basename(path.path)
    return path._replace(export_version=int(name)) if re.fullmatch(r"\d{8}", name) else None


def _packed(message):
    packed = any_pb2.Any()
    packed.Pack(message)
    return packed


def _path_of(tensor):
    """The path that a constant holds, as bytes; TypeError for other tensors."""
    if not isinstance(tensor, Tensor):
        raise TypeError("tensor is not a Tensor")
    if tensor.op.type != "Const":
        raise TypeError("Only constants tensor are supported")
    if tensor.dtype != dtypes.string:
        raise TypeError("File paths should be string")
    values = tensor.op.get_attr("value").string_val
    if len(values) != 1:
        raise TypeError("Only scalar tensors are supported")
    if not values[0]:
        raise ValueError(f"invalid asset filepath tensor {tensor}")
    return values[0]

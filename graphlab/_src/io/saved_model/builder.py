"""tf.saved_model.builder: writing a SavedModel, a folder with graphs, their signatures, variables and assets."""

import os

from graphlab._src.graph import Operation
from graphlab._src.graph.scopes import add_to_collection, get_collection
from graphlab._src.io import file_system
from graphlab._src.io.atomic_file import write_atomically
from graphlab._src.io.saved_model import assets, constants
from graphlab._src.proto import text_format
from graphlab._src.proto.checkpoints import SavedModel
from graphlab._src.train.saving.saver import Saver, saveable_in_graph

_RESERVED = {
    constants.INIT_OP_SIGNATURE_KEY: "initialization. Please use a different key.",
    constants.TRAIN_OP_SIGNATURE_KEY: "the train op. Please use a different key.",
}


class SavedModelBuilder:
    """Writes a SavedModel: first a graph with its variables, then others that share these, then save().

    export_dir: a folder that is empty or not there. Raises AssertionError when something is in it.
    """

    def __init__(self, export_dir):
        self._export_dir = os.fsdecode(export_dir)
        self._message = SavedModel(saved_model_schema_version=constants.SAVED_MODEL_SCHEMA_VERSION)
        self._has_saved_variables = False
        if file_system.exists(self._export_dir) and file_system.listdir(self._export_dir):
            raise AssertionError(
                "Export directory already exists, and isn't empty. Please choose a different export directory, or delete "
                f"all the contents of the specified directory: {self._export_dir}"
            )
        file_system.makedirs(self._export_dir)

    def add_meta_graph_and_variables(
        self,
        sess,
        tags,
        signature_def_map=None,
        assets_collection=None,
        legacy_init_op=None,
        clear_devices=False,
        main_op=None,
        strip_default_attrs=False,
        saver=None,
    ):
        """Adds the default graph, and saves the variables of a session.

        tags: what the graph is for, a list.  signature_def_map: {name: SignatureDef}.
        assets_collection: constants that name files, which are copied.  main_op: run when it is loaded.
        legacy_init_op: an old name of main_op.  clear_devices: without devices.
        strip_default_attrs: without attributes that have their default values.  saver: a Saver of all variables.
        """
        if self._has_saved_variables:
            raise AssertionError(
                "Graph state including variables and assets has already been saved. Please invoke `add_meta_graph()` "
                "instead."
            )
        _check(signature_def_map or {})
        self._add_collections(assets_collection, legacy_init_op if main_op is None else main_op)
        folder = os.path.join(self._export_dir, constants.VARIABLES_DIRECTORY)
        file_system.makedirs(folder)
        saver = saver or _saver()
        path = os.path.join(folder, constants.VARIABLES_FILENAME)
        saver.save(sess, path, write_meta_graph=False, write_state=False)
        self._add(saver, tags, signature_def_map, clear_devices, strip_default_attrs)
        self._has_saved_variables = True

    def add_meta_graph(
        self,
        tags,
        signature_def_map=None,
        assets_collection=None,
        legacy_init_op=None,
        clear_devices=False,
        main_op=None,
        strip_default_attrs=False,
        saver=None,
    ):
        """Adds the default graph, whose variables are among those that were saved. The parameters are the same."""
        if not self._has_saved_variables:
            raise AssertionError(
                "Graph state including variables and assets has not been saved yet. Please invoke "
                "`add_meta_graph_and_variables()` first."
            )
        _check(signature_def_map or {})
        self._add_collections(assets_collection, legacy_init_op if main_op is None else main_op)
        self._add(saver or _saver(), tags, signature_def_map, clear_devices, strip_default_attrs)

    def _add_collections(self, assets_collection, main_op):
        files, packed = assets.messages(assets_collection)
        for one in packed:
            add_to_collection(constants.ASSETS_KEY, one)
        assets.copy_all(files, self._export_dir)
        if main_op is None:
            return
        if not isinstance(main_op, Operation):
            raise TypeError(f"main_op needs to be an Operation: {main_op!r}")
        for key in (constants.MAIN_OP_KEY, constants.LEGACY_INIT_OP_KEY):
            if get_collection(key):
                raise ValueError(f"Graph already contains one or more main ops under the collection {key}.")
        add_to_collection(constants.MAIN_OP_KEY, main_op)

    def _add(self, saver, tags, signatures, clear_devices, strip_default_attrs):
        message = saver.export_meta_graph(clear_devices=clear_devices, strip_default_attrs=strip_default_attrs)
        message.meta_info_def.tags.extend(tags)
        for name, signature in (signatures or {}).items():
            message.signature_def[name].CopyFrom(signature)
        self._message.meta_graphs.append(message)

    def save(self, as_text=False):
        """Writes the file that makes the folder a SavedModel, and returns its path. as_text: as readable text."""
        name = constants.SAVED_MODEL_FILENAME_PBTXT if as_text else constants.SAVED_MODEL_FILENAME_PB
        path = os.path.join(self._export_dir, name)
        file_system.makedirs(self._export_dir)
        if as_text:
            write_atomically(path, text_format.MessageToString(self._message).encode())
        else:
            write_atomically(path, self._message.SerializeToString(deterministic=True))
        return path.encode()


def _saver():
    return Saver(saveable_in_graph(), sharded=True, allow_empty=True)


def _check(signatures):
    for signature in signatures.values():
        for info in (*signature.inputs.values(), *signature.outputs.values()):
            _check_info(info)
    for key, use in _RESERVED.items():
        if key in signatures:
            raise KeyError(f'SignatureDef map key "{key}" is reserved for {use}')


def _check_info(info):
    if info.WhichOneof("encoding") is None:
        raise AssertionError(
            "All TensorInfo protos used in the SignatureDefs must have one of the 'encoding' fields (e.g., name or "
            f"coo_sparse) set: {info}"
        )
    if info.WhichOneof("encoding") != "composite_tensor" and not info.dtype:
        raise AssertionError(f"All TensorInfo protos used in the SignatureDefs must have the dtype field set: {info}")

"""tf.saved_model.loader: reading a SavedModel into a session."""

import os

from graphlab._src.base.errors import NotFoundError
from graphlab._src.graph import get_default_graph
from graphlab._src.graph.scope_names import prepend_name_scope
from graphlab._src.io.saved_model import assets, constants
from graphlab._src.io.saved_model.message import parse
from graphlab._src.train.saving.meta_graph import import_with_elements
from graphlab._src.train.saving.saver import saveable_in_graph


def load(sess, tags, export_dir, import_scope=None, **saver_kwargs):
    """Adds a graph of a SavedModel to that of a session, restores its variables and runs its main_op.

    tags: exactly those that the graph was saved with.  export_dir: the folder.
    import_scope: a name scope for all of it.  saver_kwargs: as import_meta_graph has them.
    Returns the MetaGraphDef; its signature_def names the inputs and outputs.
    Raises OSError when the folder has none, RuntimeError when no graph has these tags.
    """
    return SavedModelLoader(export_dir).load(sess, tags, import_scope, **saver_kwargs)


class SavedModelLoader:
    """The steps of `load`, for a folder: adds the graph, restores the variables, runs what initializes the rest."""

    def __init__(self, export_dir):
        self.export_dir = os.fsdecode(export_dir)
        self.saved_model = parse(self.export_dir)

    @property
    def variables_path(self):
        """What the files of the variables begin with."""
        return os.path.join(self.export_dir, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME)

    def get_meta_graph_def_from_tags(self, tags):
        """The MetaGraphDef that was saved with exactly these tags."""
        return with_tags(self.saved_model, tags)

    def load_graph(self, graph, tags, import_scope=None, **saver_kwargs):
        """Adds the graph with these tags to another one. Returns its Saver and the requested return_elements, or None."""
        with graph.as_default():
            message = self.get_meta_graph_def_from_tags(tags)
            return import_with_elements(message, import_scope=import_scope, **saver_kwargs)

    def restore_variables(self, sess, saver, import_scope=None):
        """Restores the variables with a Saver, which is None for a graph without variables."""
        with sess.graph.as_default():
            if saver is not None:
                saver.restore(sess, self.variables_path)
            elif saveable_in_graph(import_scope):
                raise ValueError(
                    f"The SavedModel in {self.export_dir} has variables, but no saver that restores them. "
                    "No tf.train.Saver object was passed to the function SavedModelLoader.restore_variables."
                )

    def run_init_ops(self, sess, tags, import_scope=None):
        """Runs the operation that initializes tables and the like, with the paths of assets."""
        message = self.get_meta_graph_def_from_tags(tags)
        with sess.graph.as_default():
            init = get_init_op(message, import_scope)
            if init is not None:
                sess.run([init], assets.feeds(self.export_dir, message, import_scope))

    def load(self, sess, tags, import_scope=None, **saver_kwargs):
        """All of these steps. Returns the MetaGraphDef."""
        saver, _ = self.load_graph(sess.graph, tags, import_scope, **saver_kwargs)
        self.restore_variables(sess, saver, import_scope)
        self.run_init_ops(sess, tags, import_scope)
        message = self.get_meta_graph_def_from_tags(tags)
        assets.make_readable(message)
        return message


def with_tags(message, tags):
    """The MetaGraphDef of a SavedModel that was saved with exactly these tags."""
    wanted = {tags} if isinstance(tags, str) else set(tags)
    available = []
    for meta_graph in message.meta_graphs:
        available.append(set(meta_graph.meta_info_def.tags))
        if available[-1] == wanted:
            return meta_graph
    raise RuntimeError(
        f"MetaGraphDef associated with tags {str(tags).strip('[]')} could not be found in SavedModel. To inspect available "
        "tag-sets in the SavedModel, please use the SavedModel CLI: `saved_model_cli`\n"
        f"available_tags: {available}"
    )


def get_init_op(meta_graph_def, import_scope=None):
    """What the default graph is to run once it is loaded, or None."""
    keys = constants.MAIN_OP_KEY, constants.LEGACY_INIT_OP_KEY
    return _element(meta_graph_def, import_scope, constants.INIT_OP_SIGNATURE_KEY, keys, "init op")


def get_train_op(meta_graph_def, import_scope=None):
    """The operation or tensor of the default graph that trains it, or None."""
    return _element(
        meta_graph_def, import_scope, constants.TRAIN_OP_SIGNATURE_KEY, (constants.TRAIN_OP_KEY,), "train op"
    )


def _element(message, import_scope, signature, collections, what):
    """What a signature names; in older SavedModels a collection does."""
    graph = get_default_graph()
    if signature in message.signature_def:
        name = prepend_name_scope(message.signature_def[signature].outputs[signature].name, import_scope)
        try:
            return graph.as_graph_element(name)
        except KeyError:
            raise NotFoundError(None, None, f"The {what} {name} of the SavedModel is not in the graph") from None
    for key in collections:
        if key in message.collection_def:
            names = message.collection_def[key].node_list.value
            if len(names) != 1:
                raise RuntimeError(f"Expected exactly one SavedModel {what}. Found: {list(names)}")
            name = prepend_name_scope(names[0], import_scope)
            loaded = graph.get_collection(key)  # under another scope, where import_scope is left out
            return (
                next((one for one in loaded if one.name == name), loaded[0]) if loaded else graph.as_graph_element(name)
            )
    return None

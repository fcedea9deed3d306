"""Reading a MetaGraphDef: its graph and its collections into the default graph."""

import logging
from typing import Any

from google.protobuf.message import DecodeError
from google.protobuf.text_format import ParseError

from graphlab._src.base.errors import explain, text_of
from graphlab._src.graph import GraphKeys, get_default_graph
from graphlab._src.graph.scope_names import prepend_name_scope, strip_name_scope
from graphlab._src.io import file_system
from graphlab._src.io.checkpoint.paths import checkpoints_like
from graphlab._src.io.file_faults import unreadable
from graphlab._src.io.file_io import FileIO
from graphlab._src.io.graphdef import import_graph_def
from graphlab._src.io.paths import local_path
from graphlab._src.io.proto_functions import VARIABLE_COLLECTIONS, proto_functions
from graphlab._src.proto import MetaGraphDef, text_format

_log = logging.getLogger("graphlab")


def read_meta_graph_file(filename):
    """The MetaGraphDef that a file holds, binary or as text. Raises OSError when there is none, or it can't be read."""
    if not file_system.exists(filename):
        near = [f"{prefix}.meta" for prefix in checkpoints_like(local_path(filename.removesuffix(".meta")), True)]
        there = [path for path in near if file_system.exists(path)]
        fix = f"graphs that are there: {', '.join(there)}" if there else None
        raise OSError(explain(f"File {filename} does not exist.", fix=fix))
    return parsed(FileIO(filename, "rb").read(), MetaGraphDef, filename)


def parsed(content, kind, filename):
    """The message of a class that a file holds, binary or as text."""
    try:
        return kind.FromString(content)
    except DecodeError:
        pass
    try:
        return text_format.Parse(content, kind())
    except (ParseError, UnicodeDecodeError) as error:
        raise unreadable(filename, content, error) from None


def import_scoped_meta_graph(
    meta_graph_or_file,
    clear_devices=False,
    import_scope=None,
    input_map=None,
    unbound_inputs_col_name="unbound_inputs",
    restore_collections_predicate=None,
    return_elements=None,
):
    """Adds the graph and the collections of a MetaGraphDef to the default graph.

    meta_graph_or_file: a MetaGraphDef, or the name of a file.  clear_devices: without devices.
    import_scope: the name scope that everything goes under.  input_map: {name: tensor to use instead}.
    restore_collections_predicate(name): which collections are wanted; all when left out.
    return_elements: names of operations and tensors to return.
    Returns ({name without the scope: variable}, the return_elements).
    """
    message = meta_graph_or_file
    if not isinstance(message, MetaGraphDef):
        message = read_meta_graph_file(message)
    _check_unbound(message, unbound_inputs_col_name, input_map)
    graph, graph_def = get_default_graph(), message.graph_def
    if clear_devices:
        for node in graph_def.node:
            node.device = ""
    operations = message.meta_info_def.stripped_op_list if message.meta_info_def.HasField("stripped_op_list") else None
    scope = graph.unique_name(import_scope or "", mark_as_used=False)
    elements = import_graph_def(
        graph_def,
        name=import_scope or scope,
        input_map=input_map,
        producer_op_list=operations,
        return_elements=return_elements,
    )
    _Collections(graph, message, scope).restore(
        lambda key: (
            key != unbound_inputs_col_name
            and (restore_collections_predicate is None or restore_collections_predicate(key))
        )
    )
    variables = graph.get_collection(GraphKeys.GLOBAL_VARIABLES, scope=scope)
    return {strip_name_scope(variable.name, scope): variable for variable in variables}, elements


def _check_unbound(message, collection, input_map):
    if not collection or collection not in message.collection_def:
        return
    names = [text_of(name) for name in message.collection_def[collection].bytes_list.value]
    if names and (not input_map or sorted(names) != sorted(input_map)):
        left = ",".join(name for name in names if not input_map or name not in input_map)
        raise ValueError(f"Graph contains unbound inputs: {left}. Must provide these inputs through input_map.")


class _Collections:
    """The collections of a MetaGraphDef, on their way into a graph."""

    def __init__(self, graph, message, scope):
        self._graph = graph
        self._definitions = message.collection_def
        self._scope = scope
        self._variables = {}  # of the same message there is one, whatever collections it is in
        self._records_trainable = records_trainable(message)

    def restore(self, wanted):
        """Fills the collections for which wanted(name) is true."""
        # The first one decides whether a variable is trainable, where old files do not say so.
        for key in sorted(self._definitions, key=lambda key: (key != GraphKeys.TRAINABLE_VARIABLES, key)):
            if wanted(key):
                self._restore(key, self._definitions[key])

    def _restore(self, key, definition):
        kind = definition.WhichOneof("kind")
        if kind is None:
            _log.error("Cannot identify data type for collection %s. Skipping.", key)
            return
        values, functions = getattr(definition, kind).value, proto_functions(key)
        if functions and functions.from_proto and kind == "bytes_list":
            items = [self._item(key, functions, value) for value in values]
        elif kind == "node_list":
            items = [self._graph.as_graph_element(prepend_name_scope(name, self._scope)) for name in values]
        elif kind == "bytes_list":
            items = [self._scoped(value) for value in values]
        else:
            items = list(values)
        for item in items:
            self._graph.add_to_collection(key, item)

    def _scoped(self, value):
        """Bytes as they are; where there is a scope, text in it, since most texts in collections are names."""
        try:
            return prepend_name_scope(value.decode(), self._scope) if self._scope else value
        except UnicodeDecodeError:
            return value

    def _item(self, key, functions, value):
        is_variable = key in VARIABLE_COLLECTIONS and key != GraphKeys.GLOBAL_STEP
        if is_variable and value in self._variables:
            return self._variables[value]
        message = functions.proto_type.FromString(value)
        if is_variable and not self._records_trainable:
            message.trainable = key == GraphKeys.TRAINABLE_VARIABLES
        item = functions.from_proto(message, import_scope=self._scope)
        if is_variable:
            self._variables[value] = item
        return item


def records_trainable(message: Any) -> bool:
    """Whether the variables of a MetaGraphDef say if they are trainable: those of TensorFlow before 1.9 don't."""
    version = message.meta_info_def.tensorflow_version
    return not version or _numbers(version) >= [1, 9]


def _numbers(version):
    return [int("".join(filter(str.isdigit, part)) or 0) for part in version.split(".")[:2]]

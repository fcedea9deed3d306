"""Writing a MetaGraphDef: a graph with its collections and its Saver."""

import os
import re

from google.protobuf import any_pb2

from graphlab._src.base import logging
from graphlab._src.base.errors import text_of
from graphlab._src.graph import Graph, get_default_graph
from graphlab._src.graph.opdef import capabilities_of, lookup
from graphlab._src.graph.operation import op_def_proto
from graphlab._src.graph.scope_names import strip_name_scope
from graphlab._src.io.graphdef import write_graph
from graphlab._src.io.proto_functions import proto_functions
from graphlab._src.proto import GraphDef, MetaGraphDef, OpList, SaverDef

_VERSION = "1.15.0"  # of TensorFlow, whose format it is
_UNBOUND = "$unbound_inputs_"
_SAVERS = "savers"
_OLD_SAVERS = re.compile("(Legacy)?(Save|Restore)(Slices?)?")  # types, of which graphlab does not have all


def export_meta_graph(
    filename=None,
    meta_info_def=None,
    graph_def=None,
    saver_def=None,
    collection_list=None,
    as_text=False,
    graph=None,
    export_scope=None,
    clear_devices=False,
    clear_extraneous_savers=False,
    strip_default_attrs=False,
    save_debug_info=False,
    unbound_inputs_col_name="unbound_inputs",
):
    """The MetaGraphDef of a graph, also written to a file when one is named.

    meta_info_def: what it says of itself.  graph_def: in place of the graph's own.  saver_def: the Saver's.
    collection_list: names of collections; all when left out.  as_text: the file is readable text.
    graph: the default graph when left out.  export_scope: only what is in this name scope, named without it.
    clear_devices: without devices.  clear_extraneous_savers: without what other Savers have added.
    strip_default_attrs: without attributes that have their default values.  save_debug_info: has no effect.
    unbound_inputs_col_name: the collection that names the inputs from outside of export_scope.
    """
    del save_debug_info
    graph = graph or get_default_graph()
    _check(graph, Graph, "graph", "Graph")
    _check(meta_info_def, MetaGraphDef.MetaInfoDef, "meta_info_def", "MetaInfoDef")
    _check(graph_def, GraphDef, "graph_def", "GraphDef")
    _check(saver_def, SaverDef, "saver_def", "SaverDef")
    graph_def = graph_def or graph.as_graph_def(add_shapes=True)
    left_out = set()
    if export_scope or clear_extraneous_savers or clear_devices:
        if clear_extraneous_savers:
            left_out = _nodes_of_other_savers(graph_def, saver_def)
        graph_def, unbound = _part(graph_def, export_scope, left_out, clear_devices)
        if unbound_inputs_col_name:
            graph.get_collection_ref(unbound_inputs_col_name)[:] = unbound
    message = create_meta_graph_def(
        meta_info_def,
        graph_def,
        saver_def,
        collection_list,
        graph,
        export_scope,
        left_out,
        clear_extraneous_savers,
        strip_default_attrs,
    )
    if filename:
        write_graph(message, os.path.dirname(filename), os.path.basename(filename), as_text=as_text)
    return message


def create_meta_graph_def(
    meta_info_def=None,
    graph_def=None,
    saver_def=None,
    collection_list=None,
    graph=None,
    export_scope=None,
    exclude_nodes=None,
    clear_extraneous_savers=False,
    strip_default_attrs=False,
):
    """A MetaGraphDef of a GraphDef as it is, and of what a graph's collections have of it.

    exclude_nodes: names that no collection is to have. The other arguments are those of export_meta_graph.
    """
    graph = graph or get_default_graph()
    _check(graph, Graph, "graph", "Graph")
    _check(meta_info_def, MetaGraphDef.MetaInfoDef, "meta_info_def", "MetaInfoDef")
    _check(graph_def, GraphDef, "graph_def", "GraphDef")
    _check(saver_def, SaverDef, "saver_def", "SaverDef")
    graph_def = graph_def or graph.as_graph_def(add_shapes=True)
    message = MetaGraphDef(graph_def=graph_def, saver_def=saver_def)
    if meta_info_def:
        message.meta_info_def.CopyFrom(meta_info_def)
    message.meta_info_def.tensorflow_version = _VERSION
    message.meta_info_def.tensorflow_git_version = "unknown"
    if not message.meta_info_def.stripped_op_list.op:
        message.meta_info_def.stripped_op_list.op.extend(op_definitions(graph_def))
    if strip_default_attrs:
        strip_graph_default_valued_attrs(message)
    for key in graph.get_all_collection_keys() if collection_list is None else collection_list:
        items = graph.get_collection(key)
        if clear_extraneous_savers and key == _SAVERS and saver_def:
            items = [proto_functions(key).from_proto(saver_def)]  # pyright: ignore[reportOptionalMemberAccess]
        add_collection(message, key, items, export_scope, exclude_nodes or ())
    return message


def _check(given, kind, what, name):
    if given and not isinstance(given, kind):
        raise TypeError(f"{what} must be of type {name}, not {type(given)}")


# A part of a graph


def _part(graph_def, scope, left_out, clear_devices):
    """(the nodes of a scope, named without it, and the inputs that they have from outside)."""
    part, unbound = GraphDef(versions=graph_def.versions, library=graph_def.library), []
    for node in graph_def.node:
        if node.name in left_out or not _inside(node.name, scope):
            continue
        copy = part.node.add()
        copy.CopyFrom(node)
        copy.name = strip_name_scope(node.name, scope)
        for i, name in enumerate(node.input):
            if scope and not name.lstrip("^").startswith(scope):
                copy.input[i] = re.sub(r"([\^]|^)(.*)", rf"\1{re.escape(_UNBOUND)}\2", name, count=1).replace("\\", "")
                unbound.append(copy.input[i])
            else:
                copy.input[i] = strip_name_scope(name, scope)
        _rename_attributes(copy, scope)
        if clear_devices:
            copy.device = ""
    return part, unbound


def _inside(name, scope):
    return not scope or name.startswith((_UNBOUND, scope))


def _rename_attributes(node, scope):
    if not scope:
        return
    if "_class" in node.attr:
        groups = [text_of(text) for text in node.attr["_class"].list.s]
        groups_in_scope = [
            strip_name_scope(text, scope).encode() for text in groups if text.partition("@")[2].startswith(scope)
        ]
        del node.attr["_class"].list.s[:]
        node.attr["_class"].list.s.extend(groups_in_scope)
        if not groups_in_scope:
            del node.attr["_class"]
    if capabilities_of(node.op).control_flow == "enter" and node.attr["frame_name"].s.startswith(scope.encode()):
        node.attr["frame_name"].s = strip_name_scope(text_of(node.attr["frame_name"].s), scope).encode()


def _nodes_of_other_savers(graph_def, saver_def):
    """The names in the scopes of Savers other than that one."""
    savers = {
        node.name for node in graph_def.node if capabilities_of(node.op).checkpoint or _OLD_SAVERS.fullmatch(node.op)
    }
    scopes = {_scope(name) + "/" for name in savers if _scope(name) not in savers}
    if saver_def is not None:
        scopes -= {_scope(saver_def.save_tensor_name) + "/", _scope(saver_def.restore_op_name) + "/"}
    return {node.name for node in graph_def.node if node.name.startswith(tuple(scopes))}


def _scope(name):
    return name.partition(":")[0].rpartition("/")[0]


# What it says of operations


def ops_used_by_graph_def(graph_def):
    """A list of the types of all operations of a GraphDef in order, those in the functions that it calls among them."""
    functions = {function.signature.name: function for function in graph_def.library.function}
    found, called, waiting = set(), set(), [graph_def.node]
    while waiting:
        nodes = waiting.pop()
        found |= {node.op for node in nodes}
        new = {name for node in nodes for name in _called(node) if name in functions} - called
        called |= new
        waiting += [functions[name].node_def for name in new]
    return sorted(found - functions.keys())


def _called(node):
    """The names of the functions that a node may call: its type, and what its attributes name."""
    yield node.op
    for value in node.attr.values():
        yield value.func.name
        yield from (function.name for function in value.list.func)


def stripped_op_list_for_graph(graph_def):
    """An OpList of the operations of a GraphDef; ValueError for types that graphlab does not know."""
    types = [name for name in ops_used_by_graph_def(graph_def) if name not in _UNREGISTERED]
    for op_type in types:
        if lookup(op_type) is None:
            raise ValueError(f"Op {op_type} is used by the graph, but is not registered")
    return OpList(op=[op_def_proto(op_type) for op_type in types])


_UNREGISTERED = ("_Arg", "_Retval", "_ListToArray", "_ArrayToList")  # what functions hold inside


def op_definitions(graph_def):
    """The OpDefs of the operations of a graph, those in its functions among them."""
    functions = {function.signature.name for function in graph_def.library.function}
    nodes = [*graph_def.node, *(node for function in graph_def.library.function for node in function.node_def)]
    types = sorted({node.op for node in nodes} - functions)
    return [op_def_proto(op_type) for op_type in types if lookup(op_type) is not None]


def strip_graph_default_valued_attrs(meta_graph_def):
    """Removes the attributes that have their default values from the nodes of a MetaGraphDef."""
    defaults = {
        (definition.name, attr.name): attr.default_value
        for definition in meta_graph_def.meta_info_def.stripped_op_list.op
        for attr in definition.attr
        if attr.HasField("default_value")
    }
    nodes = [
        meta_graph_def.graph_def.node,
        *(function.node_def for function in meta_graph_def.graph_def.library.function),
    ]
    for node in (node for group in nodes for node in group):
        for name in [name for name, value in node.attr.items() if defaults.get((node.op, name)) == value]:
            del node.attr[name]
    meta_graph_def.meta_info_def.stripped_default_attrs = True


# Collections


def add_collection(message, key, items, scope, left_out):
    """Adds a collection to a MetaGraphDef, but for what is outside of the scope or left out."""
    items = [item for item in items if _is_part(item, scope, left_out)]
    if not items:
        return
    try:
        _fill(message.collection_def[key], key, items, scope)
    except Exception as error:
        logging.warning(
            "Issue encountered when serializing %s.\nType is unsupported, or the types of the items don't match field "
            "type in CollectionDef. Note this is a warning and probably safe to ignore.\n%s",
            key,
            error,
        )
        message.collection_def.pop(key, None)


def _is_part(item, scope, left_out):
    name = item if isinstance(item, str) else getattr(item, "name", None)
    if not isinstance(name, str):
        return True
    return name not in left_out and _inside(name, scope)


def _fill(collection, key, items, scope):
    functions = proto_functions(key)
    first = items[0]
    if functions and functions.to_proto:
        messages = [functions.to_proto(item, export_scope=scope) for item in items]
        assert all(one is None or isinstance(one, functions.proto_type) for one in messages)
        # The field is there even if all of them are outside of the scope.
        collection.bytes_list.SetInParent()
        collection.bytes_list.value.extend(
            one.SerializeToString(deterministic=True) for one in messages if one is not None
        )
    elif isinstance(first, (str, bytes)):
        collection.bytes_list.value.extend(item.encode() if isinstance(item, str) else item for item in items)
    elif isinstance(first, int):
        collection.int64_list.value.extend(items)
    elif isinstance(first, float):
        collection.float_list.value.extend(items)
    elif isinstance(first, any_pb2.Any):
        collection.any_list.value.extend(items)
    else:
        collection.node_list.value.extend(strip_name_scope(item.name, scope) for item in items)

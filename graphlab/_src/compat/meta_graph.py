"""tensorflow.python.framework.meta_graph: parts of graphs as MetaGraphDefs, out and in."""

from graphlab._src.graph import GraphKeys, get_default_graph
from graphlab._src.graph.scope_names import strip_name_scope
from graphlab._src.io import export_meta_graph as exporting
from graphlab._src.io import import_meta_graph as importing
from graphlab._src.io.export_meta_graph import create_meta_graph_def as create_meta_graph_def
from graphlab._src.io.export_meta_graph import ops_used_by_graph_def as ops_used_by_graph_def
from graphlab._src.io.export_meta_graph import strip_graph_default_valued_attrs as strip_graph_default_valued_attrs
from graphlab._src.io.export_meta_graph import stripped_op_list_for_graph as stripped_op_list_for_graph
from graphlab._src.io.import_meta_graph import read_meta_graph_file as read_meta_graph_file


def export_scoped_meta_graph(
    filename=None,
    graph_def=None,
    graph=None,
    export_scope=None,
    as_text=False,
    unbound_inputs_col_name="unbound_inputs",
    clear_devices=False,
    saver_def=None,
    clear_extraneous_savers=False,
    strip_default_attrs=False,
    save_debug_info=False,
    **kwargs,
):
    """(MetaGraphDef, {name without the scope: variable}) of a scope of a graph; the arguments are those of export_meta_graph."""
    graph = graph or get_default_graph()
    message = exporting.export_meta_graph(
        filename,
        graph_def=graph_def,
        graph=graph,
        export_scope=export_scope,
        as_text=as_text,
        unbound_inputs_col_name=unbound_inputs_col_name,
        clear_devices=clear_devices,
        saver_def=saver_def,
        clear_extraneous_savers=clear_extraneous_savers,
        strip_default_attrs=strip_default_attrs,
        save_debug_info=save_debug_info,
        **kwargs,
    )
    variables = graph.get_collection(GraphKeys.GLOBAL_VARIABLES, scope=export_scope)
    inside = [variable for variable in variables if not export_scope or variable.name.startswith(export_scope)]
    return message, {strip_name_scope(variable.name, export_scope): variable for variable in inside}


def import_scoped_meta_graph(
    meta_graph_or_file,
    clear_devices=False,
    graph=None,
    import_scope=None,
    input_map=None,
    unbound_inputs_col_name="unbound_inputs",
    restore_collections_predicate=None,
):
    """{name without the scope: variable} of a MetaGraphDef that is added to a graph; the rest as below."""
    return import_scoped_meta_graph_with_return_elements(
        meta_graph_or_file,
        clear_devices,
        graph,
        import_scope,
        input_map,
        unbound_inputs_col_name,
        restore_collections_predicate,
    )[0]


def import_scoped_meta_graph_with_return_elements(
    meta_graph_or_file,
    clear_devices=False,
    graph=None,
    import_scope=None,
    input_map=None,
    unbound_inputs_col_name="unbound_inputs",
    restore_collections_predicate=None,
    return_elements=None,
):
    """({name without the scope: variable}, return_elements) of a MetaGraphDef that is added to a graph.

    meta_graph_or_file: a MetaGraphDef, or the name of a file.  graph: the default graph when left out.
    The other arguments are those of tf.train.import_meta_graph.
    """
    with (graph or get_default_graph()).as_default():
        return importing.import_scoped_meta_graph(
            meta_graph_or_file,
            clear_devices,
            import_scope,
            input_map,
            unbound_inputs_col_name,
            restore_collections_predicate,
            return_elements,
        )


def copy_scoped_meta_graph(from_scope, to_scope, from_graph=None, to_graph=None):
    """{name without the scope: variable} of a copy of one scope under another one. ValueError when the two are one."""
    from_graph, to_graph = from_graph or get_default_graph(), to_graph or get_default_graph()
    if from_graph is to_graph and from_scope == to_scope:
        raise ValueError("'from_scope' and 'to_scope' need to be different when performing copy in the same graph.")
    message, _ = export_scoped_meta_graph(export_scope=from_scope, graph=from_graph)
    return import_scoped_meta_graph(message, graph=to_graph, import_scope=to_scope)


def add_collection_def(meta_graph_def, key, graph=None, export_scope=None, exclude_nodes=None, override_contents=None):
    """Adds a graph's collection to a MetaGraphDef, but for what is outside of export_scope or in exclude_nodes.

    override_contents: what is added in place of the collection.
    """
    items = override_contents or (graph or get_default_graph()).get_collection(key)
    exporting.add_collection(meta_graph_def, key, items, export_scope, exclude_nodes or ())

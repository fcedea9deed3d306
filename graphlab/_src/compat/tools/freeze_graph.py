"""freeze_graph: a graph from a file, whose variables become the constants that a checkpoint or a SavedModel has."""

import re

from graphlab._src.base.dtypes import resource
from graphlab._src.compat.tools.message_files import read_message, write_message
from graphlab._src.compat.tools.saved_model_utils import get_meta_graph_def
from graphlab._src.graph import Graph
from graphlab._src.graph.opdef import capabilities_of
from graphlab._src.io.checkpoint.reader import NewCheckpointReader
from graphlab._src.io.freeze import convert_variables_to_constants
from graphlab._src.io.graphdef import import_graph_def
from graphlab._src.io.saved_model.loader import load
from graphlab._src.proto import GraphDef, MetaGraphDef, SaverDef
from graphlab._src.session.session import Session
from graphlab._src.train.saving.checkpoint_state import checkpoint_exists
from graphlab._src.train.saving.meta_graph import import_meta_graph
from graphlab._src.train.saving.saver import Saver


def freeze_graph(
    input_graph,
    input_saver,
    input_binary,
    input_checkpoint,
    output_node_names,
    restore_op_name,
    filename_tensor_name,
    output_graph,
    clear_devices,
    initializer_nodes,
    variable_names_whitelist="",
    variable_names_blacklist="",
    input_meta_graph=None,
    input_saved_model_dir=None,
    saved_model_tags="serve",
    checkpoint_version=SaverDef.V2,
):
    """The frozen GraphDef of the graph in a file, a meta graph or a SavedModel; also written to output_graph, if that is set.

    input_graph, input_saver, input_meta_graph: files of a GraphDef, a SaverDef, a MetaGraphDef, text where input_binary is False.
    input_checkpoint: its prefix.  output_node_names, initializer_nodes, variable_names_*, saved_model_tags: separated by commas.
    clear_devices: leaves out the devices of nodes.  restore_op_name, filename_tensor_name: have no effect, as in TensorFlow.
    OSError for a file that is not there, ValueError for a missing checkpoint and a graph that has no variables.
    """
    graph_def = meta_graph_def = saver_def = None
    if input_saved_model_dir:
        graph_def = get_meta_graph_def(input_saved_model_dir, saved_model_tags).graph_def
    elif input_graph:
        graph_def = read_message(GraphDef(), input_graph, input_binary, "graph")
    if input_meta_graph:
        meta_graph_def = read_message(MetaGraphDef(), input_meta_graph, input_binary, "meta graph")
        print(f"Loaded meta graph file '{input_meta_graph}")
    if input_saver:
        saver_def = read_message(SaverDef(), input_saver, input_binary, "saver")
    return freeze_graph_with_def_protos(
        graph_def,
        saver_def,
        input_checkpoint,
        output_node_names,
        restore_op_name,
        filename_tensor_name,
        output_graph,
        clear_devices,
        initializer_nodes,
        variable_names_whitelist,
        variable_names_blacklist,
        meta_graph_def,
        input_saved_model_dir,
        _names(saved_model_tags),
        checkpoint_version,
    )


def freeze_graph_with_def_protos(
    input_graph_def,
    input_saver_def,
    input_checkpoint,
    output_node_names,
    restore_op_name,
    filename_tensor_name,
    output_graph,
    clear_devices,
    initializer_nodes,
    variable_names_whitelist="",
    variable_names_blacklist="",
    input_meta_graph_def=None,
    input_saved_model_dir=None,
    saved_model_tags=None,
    checkpoint_version=SaverDef.V2,
):
    """As freeze_graph, with messages in place of files, and a list of tags."""
    if not input_saved_model_dir and not checkpoint_exists(input_checkpoint):
        raise ValueError(f"Input checkpoint '{input_checkpoint}' doesn't exist!")
    if not output_node_names:
        raise ValueError("You need to supply the name of a node to --output_node_names.")
    graph_def = input_meta_graph_def.graph_def if input_meta_graph_def else input_graph_def
    if clear_devices and graph_def:
        for node in graph_def.node:
            node.device = ""
    with Graph().as_default(), Session() as session:
        if input_graph_def and not input_saved_model_dir:
            import_graph_def(input_graph_def, name="")
        if input_saver_def:
            Saver(saver_def=input_saver_def, write_version=checkpoint_version).restore(session, input_checkpoint)
        elif input_meta_graph_def:
            saver = import_meta_graph(input_meta_graph_def, clear_devices=True)
            if saver is not None:
                saver.restore(session, input_checkpoint)
        elif input_saved_model_dir:
            load(session, saved_model_tags or [], input_saved_model_dir)
        else:
            _saver(session.graph, input_checkpoint, checkpoint_version).restore(session, input_checkpoint)
        if initializer_nodes and not input_saver_def and not (input_saved_model_dir and not input_meta_graph_def):
            session.run(_names(initializer_nodes))
        frozen = convert_variables_to_constants(
            session,
            graph_def,
            _names(output_node_names),
            variable_names_whitelist=_names(variable_names_whitelist),
            variable_names_blacklist=_names(variable_names_blacklist),
        )
    if output_graph:
        write_message(frozen, output_graph, binary=True)
    return frozen


def _names(text):
    return text.replace(" ", "").split(",") if text else None


def _saver(graph, checkpoint, version):
    """A Saver of the variables that are in a graph and in a checkpoint."""
    operations = graph.get_operations()
    found, parts = {}, [op.name for op in operations if re.search(r"/part_\d+/", op.name + "/")]
    partitioned = False
    for key in NewCheckpointReader(checkpoint).get_variable_to_shape_map():
        try:
            tensor = graph.get_tensor_by_name(f"{key}:0")
            found[key] = (
                graph.get_tensor_by_name(f"{key}/Read/ReadVariableOp:0") if tensor.dtype == resource else tensor
            )
        except KeyError:
            continue  # what the graph does not have
        partitioned = partitioned or any(key in name for name in parts)
    try:
        return Saver(var_list=found, write_version=version)
    except (TypeError, ValueError):
        if partitioned:
            raise ValueError(
                "Models containing partition variables cannot be converted from checkpoint files. Please pass in a SavedModel "
                "using the flag --input_saved_model_dir."
            ) from None
        if not any(capabilities_of(op.type).variable for op in operations):
            raise ValueError(
                "No variables were found in this model. It is likely the model was frozen previously. You cannot freeze a "
                "graph twice."
            ) from None
        raise

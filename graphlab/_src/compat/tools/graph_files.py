"""Tools that read a graph from a file: strip_unused_from_files, import_to_tensorboard."""

from graphlab._src.compat.tools.message_files import read_message, write_message
from graphlab._src.graph import Graph
from graphlab._src.io.graphdef import import_graph_def
from graphlab._src.io.inference_graph import strip_unused
from graphlab._src.proto import GraphDef
from graphlab._src.summary.writer import FileWriter


def strip_unused_from_files(
    input_graph,
    input_binary,
    output_graph,
    output_binary,
    input_node_names,
    output_node_names,
    placeholder_type_enum,
):
    """strip_unused of the GraphDef in a file, written to another; both lists of names are separated by commas.

    Returns -1 after a message when the file is not there, or no output is named.
    """
    try:
        graph_def = read_message(GraphDef(), input_graph, input_binary, "graph")
    except OSError as error:
        print(error)
        return -1
    if not output_node_names:
        print("You need to supply the name of a node to --output_node_names.")
        return -1
    found = strip_unused(graph_def, input_node_names.split(","), output_node_names.split(","), placeholder_type_enum)
    write_message(found, output_graph, output_binary)
    print(f"{len(found.node)} ops in the final graph.")
    return None


def import_to_tensorboard(model_dir, log_dir):
    """Writes the graph of a GraphDef's file as an event file.  model_dir: the file.  log_dir: the folder for TensorBoard."""
    with Graph().as_default() as graph:
        import_graph_def(read_message(GraphDef(), model_dir, True, "graph"))
        with FileWriter(log_dir) as writer:
            writer.add_graph(graph)
    print(f"Model Imported. Visualize by running: tensorboard --logdir={log_dir}")

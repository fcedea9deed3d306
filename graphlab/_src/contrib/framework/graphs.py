"""get_graph_from_inputs: the graph that values are of."""

from graphlab._src.graph import Graph
from graphlab._src.graph.graph import graph_from_inputs


def get_graph_from_inputs(op_input_list, graph=None):
    """The graph of the first tensor in a list, else the default graph.

    graph: the one that all must be of. Raises ValueError for values of several graphs, TypeError for what is no list or
    no graph.
    """
    if not isinstance(op_input_list, list | tuple):
        raise TypeError("The op_input_list must be a list or tuple")
    if graph is None:
        return graph_from_inputs(op_input_list)
    if not isinstance(graph, Graph):
        raise TypeError(f"Input graph needs to be a Graph: {graph}")
    for value in op_input_list:
        if isinstance(getattr(value, "graph", None), Graph) and value.graph is not graph:
            raise ValueError(f"{value} is not from the passed-in graph.")
    return graph

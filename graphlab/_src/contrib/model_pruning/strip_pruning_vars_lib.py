"""Graphs without masks: each masked weight becomes a constant."""

from typing import Any

import numpy as np

from graphlab._src.base import logging
from graphlab._src.graph import Graph, get_default_graph
from graphlab._src.graph.tensor_proto import make_tensor_proto
from graphlab._src.io.freeze import convert_variables_to_constants, extract_sub_graph
from graphlab._src.io.graphdef import import_graph_def
from graphlab._src.proto import GraphDef
from graphlab._src.session.session import Session
from graphlab._src.train.saving.checkpoint_state import latest_checkpoint
from graphlab._src.train.saving.meta_graph import import_meta_graph

_MASKED = "masked_weight"


def strip_pruning_vars_fn(input_graph_def, output_node_names):
    """The GraphDef with constants for masked weights, of what the outputs need.

    input_graph_def: with constants for variables, as tf.graph_util.convert_variables_to_constants makes it.
    """
    values = _masked_weights(input_graph_def)
    stripped = GraphDef()
    for node in input_graph_def.node:
        if node.name in values:
            constant = stripped.node.add(name=node.name, op="Const")
            constant.attr["dtype"].CopyFrom(node.attr["T"])
            constant.attr["value"].tensor.CopyFrom(make_tensor_proto(values[node.name]))
        else:
            stripped.node.add().CopyFrom(node)
    return extract_sub_graph(stripped, output_node_names)


def _masked_weights(graph_def):
    """{name: value} of the masked weights."""
    names = [node.name for node in graph_def.node if _MASKED in node.name]
    with Graph().as_default() as graph:
        import_graph_def(graph_def, name="")
        with Session(graph=graph) as session:
            values = session.run({name: graph.get_tensor_by_name(f"{name}:0") for name in names})
    for name, value in values.items():
        zeros = 100 - 100 * np.count_nonzero(value) / np.size(value)
        logging.info("%s has %d values, %1.2f%% zeros \n", name, np.size(value), zeros)
    return values


def graph_def_from_checkpoint(checkpoint_dir, output_node_names):
    """The GraphDef of the latest checkpoint in a folder, with constants for variables; ValueError when there is none."""
    path = latest_checkpoint(checkpoint_dir)
    if path is None:
        raise ValueError(f"Could not find a checkpoint at: {checkpoint_dir}.")
    saver: Any = import_meta_graph(path + ".meta", clear_devices=True)
    with Session() as session:
        saver.restore(session, path)
        return convert_variables_to_constants(session, get_default_graph().as_graph_def(), output_node_names)

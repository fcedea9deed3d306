"""`graphlab import FILE`: brings a graph with its variables in and runs it."""

import os

import numpy as np

from graphlab._src.cli import report
from graphlab._src.cli.file_contents import UnreadableError
from graphlab._src.graph import Graph
from graphlab._src.io.graphdef import import_graph_def
from graphlab._src.io.saved_model.loader import load
from graphlab._src.session.session import Session
from graphlab._src.train.saving.meta_graph import import_meta_graph

_DEFAULT = "serving_default"


def run(contents, feeds, fetches):
    """{name: value} of the fetches; of all outputs when there are none.

    feeds: {name of a tensor, or of an input of the signature: array}; fetches: names likewise. Variables have the values
    that are beside the graph in a SavedModel or a checkpoint. UnreadableError says what is missing.
    """
    if contents.graph is None:
        raise UnreadableError(f"{contents.path} is a {contents.kind} without a graph.")
    with Graph().as_default() as graph, Session(graph=graph) as session:
        _bring_in(contents, session)
        signature = _signature(contents)
        ins, outs = (dict(signature.inputs), dict(signature.outputs)) if signature else ({}, {})
        tensors = {_tensor(graph, name, ins): value for name, value in feeds.items()}
        names = fetches or list(outs) or [contents.graph.nodes.names[i] for i in report.outputs(contents.graph.nodes)]
        wanted = [_tensor(graph, name, outs) for name in names]
        values = session.run(wanted, {tensor: _as(tensor, value) for tensor, value in tensors.items()})
    return dict(zip(names, values, strict=True))


def _bring_in(contents, session):
    if contents.kind == "SavedModel":
        load(session, list(contents.meta_graphs[0].meta_info_def.tags), contents.path)
    elif contents.meta_graphs:
        saver = import_meta_graph(contents.meta_graphs[0])
        beside = contents.checkpoint or contents.path.removesuffix(".meta")
        if saver is not None and os.path.exists(f"{beside}.index"):
            saver.restore(session, beside)
    else:
        import_graph_def(contents.graph.message, name="")


def _signature(contents):
    signatures = contents.meta_graphs[0].signature_def if contents.meta_graphs else {}
    if _DEFAULT in signatures:
        return signatures[_DEFAULT]
    return next(iter(signatures.values())) if len(signatures) == 1 else None


def _tensor(graph, name, known):
    """The tensor of that name, the first output of the operation, or what a signature calls so.

    An operation without outputs is mapped to itself.
    """
    if name in known:
        name = known[name].name
    try:
        element = graph.as_graph_element(name)
        return element if ":" in name or not element.outputs else element.outputs[0]
    except (KeyError, ValueError):
        raise UnreadableError(
            f"there is no {name!r} in the graph; `graphlab inspect` lists its inputs and outputs."
        ) from None


def _as(tensor, value):
    """The value in the tensor's dtype."""
    return np.asarray(value, None if tensor.dtype.name == "string" else tensor.dtype.as_numpy_dtype)

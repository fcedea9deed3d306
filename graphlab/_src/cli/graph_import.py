"""`graphlab import FILE`: brings a graph with its variables in and runs it."""

import os

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import explain
from graphlab._src.cli import report
from graphlab._src.cli.feed_values import in_dtype
from graphlab._src.cli.file_contents import UnreadableError
from graphlab._src.graph import Graph
from graphlab._src.graph.tensor import Tensor
from graphlab._src.graph.traversal import executed_by, is_placeholder
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
    if contents.broken and contents.kind == "checkpoint":
        raise UnreadableError(f"{contents.path} is damaged: {contents.broken}.")
    if contents.graph is None:
        raise UnreadableError(f"{contents.path} is a {contents.kind} without a graph.")
    with Graph().as_default() as graph, Session(graph=graph) as session:
        _bring_in(contents, session)
        signature = _signature(contents)
        ins, outs = (dict(signature.inputs), dict(signature.outputs)) if signature else ({}, {})
        tensors = {}
        for name, value in feeds.items():
            tensor = _tensor(graph, name, ins)
            if not isinstance(tensor, Tensor):
                raise UnreadableError(f"--feed {name}: {name} is an operation without outputs.")
            tensors[tensor] = in_dtype(name, value, tensor)
        names = fetches or list(outs) or [contents.graph.nodes.names[i] for i in report.outputs(contents.graph.nodes)]
        wanted = [_tensor(graph, name, outs) for name in names]
        _check_fed(wanted, tensors, ins)
        values = session.run(wanted, tensors)
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


def _check_fed(wanted, fed, ins):
    """UnreadableError for placeholders that a run needs and that are not fed."""
    wanted = [element for element in wanted if element not in fed]
    missing = [op.outputs[0] for op in executed_by(wanted, set(fed), ()) if is_placeholder(op)]
    if not missing:
        return
    called = {info.name: key for key, info in ins.items()}
    names = [called.get(tensor.name, tensor.op.name) for tensor in missing]
    first = missing[0]
    message = (
        f"You must feed a value for placeholder tensor '{first.op.name}' with dtype "
        f"{dtypes.runtime_name(first.dtype.base_dtype)} and shape {shapes.text(first.dims)}"
    )
    fix = " ".join(f"--feed '{name}=VALUE'" for name in names)
    raise UnreadableError(explain(message, fix=f"{fix}, VALUE: FILE.npy, or JSON such as [[1, 2]]"))

"""Errors in the graph view: a run that fails in a cell marks the operation that failed, until a run succeeds."""

from graphlab._src.base.errors import OpError
from graphlab._src.graph import Operation, Tensor
from graphlab._src.session.calls.feeds import expand_keys
from graphlab._src.session.calls.fetches import FetchStructure


def show_failure(view, result):
    """Sends the failure of the run that ended a cell to the graph views of its graph."""
    error = result.error_in_exec
    failure = failure_of(error, view.existing)
    if failure is None:
        return
    view.send_failure({"type": "error"} | failure)
    request = getattr(error, "request", None)
    if request is not None:
        request.session.after_next_success(lambda: view.send_failure({"type": "error", "op": None}))


def failure_of(error, graph):
    """What an exception says about a graph: {op, kind, text, fix, created, fetches, feeds}; None when it is not about it.

    op: the number of the operation that failed, or of the one that was fed.  fetches, feeds: of the run, as numbers.
    """
    op = failed_operation(error)
    if graph is None or op is None:
        return None
    op = _in_graph(op, graph)
    if op is None:
        return None
    text = str(error).split("\n")
    lines = {
        line.split()[0]: line.strip().partition(" ")[2].strip()
        for line in text
        if line.startswith("  ") and line.strip()
    }
    fetches, feeds = _requested(error, graph)
    return {
        "op": op.id,
        "name": op.name,
        "kind": type(error).__name__,
        "text": text[0],
        "fix": lines.get("fix", ""),
        "created": str(op.source) if op.source else "",
        "fetches": fetches,
        "feeds": feeds,
    }


def failed_operation(error):
    """The operation that an exception, or what caused it, names."""
    for _ in range(8):
        if error is None:
            return None
        tensor = getattr(error, "tensor", None)
        op = error.op if isinstance(error, OpError) else tensor.op if isinstance(tensor, Tensor) else None
        if isinstance(op, Operation):
            return op
        error = error.__cause__ or error.__context__
    return None


def _in_graph(op, graph):
    """The operation itself, or the one of `graph` that calls the function it is in."""
    if op.graph is graph:
        return op
    name = getattr(op.graph, "name", None)
    for other in graph.get_operations() if isinstance(name, str) else ():
        for value in other.attrs.values():
            if getattr(value, "name", None) == name:
                return other
    return None


def _requested(error, graph):
    """The numbers of what the failed run was to fetch, and [number, output] of what it was fed."""
    request = getattr(error, "request", None)
    if request is None or request.session.graph is not graph:
        return [], []
    try:
        elements = FetchStructure(graph, request.fetches).elements
        fed = expand_keys(graph, request.feed_dict or ())
    except (TypeError, ValueError, KeyError):  # the fetches or feeds were the error
        return [], []
    fetches = [(element.op if isinstance(element, Tensor) else element).id for element in elements]
    return list(dict.fromkeys(fetches)), [[tensor.op.id, tensor.value_index] for tensor in fed]

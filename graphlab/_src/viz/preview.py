"""gl.preview: what a run would execute, in the diagram and as text, without running it."""

from graphlab._src.graph import get_default_graph
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import is_variable
from graphlab._src.graph.tensor import Tensor
from graphlab._src.graph.traversal import ancestors, is_placeholder
from graphlab._src.session.calls.feeds import expand_keys
from graphlab._src.session.calls.fetches import FetchStructure
from graphlab._src.viz import mimebundle

_MOST_NAMES = 8


def preview(fetches, feeds=None, graph=None):
    """Shows what a run of `fetches` would execute: the diagram highlights what runs, the rest fades.

        gl.preview([loss], {x: images})
        gl.preview(train, [x, y])

    fetches: as for Session.run.  feeds: a feed_dict, or the tensors that would be fed; values are not looked at.
    graph: whose names are meant, where fetches are names; the default graph when left out.

    Returns a Preview, which a cell shows as the diagram and which prints as a line: "runs 14 of 212 operations, …".
    Nothing runs, so nothing is needed: placeholders without a feed are listed, not an error.
    Raises TypeError or ValueError for what can't be fetched or fed, KeyError for a name that is not there.
    """
    graph = graph or _graph_of(fetches) or get_default_graph()
    elements = FetchStructure(graph, fetches).elements
    fed = list(dict.fromkeys(expand_keys(graph, feeds or ())))
    return Preview(graph, elements, fed)


class Preview:
    """The operations that a run would execute, and what they need.

    graph: the Graph.  fetches: Tensors and Operations.  feeds: Tensors.  operations: what runs, in order of creation.
    needs: the placeholders that must be fed.  state: the variables that are already there: their values
    are read as they are, their initializers do not run.  sets: those that only get a value by this run.
    """

    def __init__(self, graph, fetches, feeds):
        self.graph = graph
        self.fetches = fetches
        self.feeds = feeds
        given = set(feeds)
        targets = {item.op if isinstance(item, Tensor) else item for item in fetches if item not in given}
        running = ancestors(targets, given)
        self.operations = sorted(running, key=lambda op: op.id)
        self.needs = [op for op in self.operations if is_placeholder(op)]
        variables = [op for op in self.operations if is_variable(op)]
        self.state = [op for op in variables if op in targets or _users(op, running, _is_reader)]
        self.sets = [op for op in variables if op not in self.state and _users(op, running, _is_setter)]
        self.of = graph.version

    @property
    def message(self):
        """The message to the graph view."""
        fetches = [
            [item.op.id, item.value_index] if isinstance(item, Tensor) else [item.id, -1] for item in self.fetches
        ]
        return {
            "type": "preview",
            "fetches": fetches,
            "feeds": [[item.op.id, item.value_index] for item in self.feeds],
        }

    def __repr__(self):
        parts = [f"runs {len(self.operations):,} of {self.of:,} operations"]
        if self.needs:
            parts.append(f"must be fed: {_some(self.needs)}")
        if self.state:
            parts.append(f"variables already there: {_some(self.state)}")
        if self.sets:
            parts.append(f"sets {_some(self.sets)}")
        return f"Preview of {_some(self.fetches)}: {', '.join(parts)}"

    def _repr_mimebundle_(self, include=None, exclude=None):
        data, metadata = mimebundle.mimebundle(self.graph, include, exclude, messages=[self.message])
        if "text/plain" in data:
            data["text/plain"] = repr(self)
        return data, metadata


def _users(variable, running, wanted):
    """Whether a running operation that `wanted` holds for consumes the variable."""
    return any(user in running and wanted(user) for tensor in variable.outputs for user in tensor.consumer_list)


def _access(op):
    return None if op.definition is None else op.definition.access


def _is_reader(op):
    return _access(op) not in ("set", "initialized")


def _is_setter(op):
    return _access(op) == "set"  # without a look at the value before


def _graph_of(fetches):
    if isinstance(fetches, dict):
        fetches = list(fetches.values())
    if isinstance(fetches, (list, tuple)):
        return next((graph for item in fetches if (graph := _graph_of(item)) is not None), None)
    element = fetches if isinstance(fetches, (Operation, Tensor)) else getattr(fetches, "op", None)
    graph = getattr(element, "graph", None)
    return graph if isinstance(graph, Graph) else None


def _some(items):
    names = [item.op.name if isinstance(item, Tensor) else item.name for item in items]
    more = f" and {len(names) - _MOST_NAMES:,} more" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more

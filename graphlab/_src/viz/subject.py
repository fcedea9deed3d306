"""Subject: the graph, and the place in it, that a tensor, a name or a file refers to."""

import difflib
import os
from collections import OrderedDict
from typing import NamedTuple

from graphlab._src.base import context
from graphlab._src.base.errors import explain
from graphlab._src.graph import Graph, Operation, Tensor, get_default_graph
from graphlab._src.proto import GraphDef, MetaGraphDef
from graphlab._src.proto.graph_heads import StoredGraph
from graphlab._src.viz.file_graph import opened, whole

_CACHED = 8  # graphs of files and messages, which the program has no reference to, stay for commands about them

_MOST_COMPARED = 20_000  # names that are looked through for one that is like a mistyped one


class Subject(NamedTuple):
    """A graph, and the path of the operation or scope in it that is meant: "" for all of it."""

    graph: Graph
    at: str = ""

    @property
    def operations(self):
        """The operations that it is about, oldest first: those of the scope, else all."""
        if not is_scope(self.graph, self.at):
            return self.graph.get_operations()
        return [op for op in self.graph.get_operations() if op.name.startswith(f"{self.at}/")]


_opened = OrderedDict()  # what made it → Graph


def subject(thing=None):
    """Returns the Subject that `thing` refers to, as `drawn` describes it; its graph is a Graph."""
    found = drawn(thing)
    return Subject(whole(found.graph), found.at)


def drawn(thing=None):
    """Returns the Subject that `thing` refers to; its graph is a FileGraph where that is all that drawing needs.

    thing: None (the default graph), a Graph, what has one (a Session, a model), a Tensor, Operation or variable, the name
    of one or of a scope in the default graph, a GraphDef or MetaGraphDef, or the path of a file or folder that holds one.
    ValueError says what it could have been; an error of the file's when that can't be read.
    """
    if thing is None:
        return Subject(get_default_graph())
    if isinstance(thing, Graph):
        return Subject(thing)
    if isinstance(thing, str):
        return _named(thing)
    if isinstance(thing, os.PathLike):
        return Subject(_file(os.fspath(thing)))
    if isinstance(thing, MetaGraphDef):
        thing = thing.graph_def
    if isinstance(thing, GraphDef):
        return Subject(_cached(thing.SerializeToString(deterministic=True), lambda: opened(StoredGraph.of(thing))))
    graph = getattr(thing, "graph", None)
    if not isinstance(graph, Graph):
        outputs = getattr(thing, "outputs", None)  # a model of Keras'
        graph = getattr(outputs[0] if outputs else None, "graph", None)
        if isinstance(graph, Graph):
            return Subject(graph)
        raise ValueError(
            explain(
                f"There is no diagram of {thing!r}.",
                fix="pass a Graph, Tensor, Operation, variable or Session, a name in the graph, a GraphDef or a file",
            )
        )
    op = _operation(thing)
    return Subject(graph, op.name) if op is not None else Subject(graph)


def highlighted(graph, things):
    """What is to be highlighted, as in the message: numbers of operations, and paths of scopes.

    things: a Tensor, Operation, variable, name, or any nesting of lists, tuples, sets and dicts of them.
    """
    if things is None:
        return []
    if isinstance(things, dict):
        things = list(things)
    if isinstance(things, list | tuple | set | frozenset):
        return list(dict.fromkeys(found for thing in things for found in highlighted(graph, thing)))
    if isinstance(things, str):
        at = _place(graph, things)
        if at is None:
            raise _nothing(graph, things)
        op = graph.operations_by_name.get(at)
        return [at if op is None else op.id]
    op = _operation(things)
    if op is None or op.graph is not graph:
        raise ValueError(
            explain(
                f"{things!r} is not in the graph that is shown.",
                fix="highlight its tensors, operations or variables, or names of them or of scopes",
            )
        )
    return [op.id]


def is_scope(graph, path):
    """Whether names begin with `path/`."""
    prefix = f"{path}/"
    return bool(path) and any(name.startswith(prefix) for name in graph.operations_by_name)


def _operation(thing):
    """The operation that a thing is, or refers to; None when it is none."""
    if hasattr(thing, "_as_graph_element"):
        thing = thing._as_graph_element()
    if isinstance(thing, Operation | Tensor):
        return thing if isinstance(thing, Operation) else thing.op
    op = getattr(thing, "op", None)
    return op if isinstance(op, Operation) else None


def _named(text):
    graph = get_default_graph()
    at = _place(graph, text)
    if at is not None:
        return Subject(graph, at)
    if os.path.exists(text) or os.path.exists(f"{text}.index"):
        return Subject(_file(text))
    raise _nothing(graph, text, " and no file")


def _place(graph, text):
    """The path that a name means: `hidden`, `hidden/`, `hidden/y`, `hidden/y:0`; None when it means nothing."""
    path = text.rstrip("/")
    name, colon, index = path.rpartition(":")
    if colon and index.isdigit() and name in graph.operations_by_name:
        return name
    return path if path in graph.operations_by_name or is_scope(graph, path) else None


def _nothing(graph, text, more=""):
    path = text.rstrip("/").rpartition(":")[0] or text.rstrip("/")
    scopes = {name[:i] for name in graph.operations_by_name for i, sign in enumerate(name) if sign == "/"}
    names = [*sorted(scopes), *graph.operations_by_name]
    if len(names) > _MOST_COMPARED:  # a comparison lasts some 10 µs
        begin = path.rpartition("/")[2][:2].lower()
        names = [name for name in names if name.rpartition("/")[2][:2].lower() == begin][:_MOST_COMPARED]
    near = difflib.get_close_matches(path, names, 3, 0.5)
    fix = f"did you mean {' or '.join(map(repr, near))}?" if near else "tf.get_default_graph() shows what there is"
    return ValueError(
        explain(f"There is nothing called {text!r} in the graph of {graph.version:,} operations{more}.", fix=fix)
    )


def _file(path):
    """The graph of a file, the same one while the file is the same."""
    times = [os.stat(name).st_mtime_ns for name in (path, f"{path}.meta") if os.path.exists(name)]
    return _cached((os.path.abspath(path), *times), lambda: context.hook("open_graph")(path))


def _cached(key, make):
    if key not in _opened:
        _opened[key] = make()
    _opened.move_to_end(key)
    while len(_opened) > _CACHED:
        _opened.popitem(last=False)
    return _opened[key]

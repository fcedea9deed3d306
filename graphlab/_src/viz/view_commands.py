"""The commands that every graph view needs: its app, the graph's pieces, attributes, subgraphs."""

from graphlab._src.viz import protocol
from graphlab._src.viz.attributes import attributes
from graphlab._src.viz.columns import as_text
from graphlab._src.viz.commands import command
from graphlab._src.viz.renderer import STATIC
from graphlab._src.viz.subgraph import subgraph, subgraph_names
from graphlab._src.viz.widget import live_view

_APP = STATIC / "app.js"


@command("app")
def send_app(view, _content):
    """Sends the renderer, for a page that has not loaded it yet."""
    send_app_to(view.widget)


def send_app_to(widget):
    """Sends the app to a widget: where only widgets are known, the first that is drawn requests it."""
    widget.send({"type": "app", "code": _APP.read_text(encoding="utf-8")})


@command("rendered")
def note_rendered(view, _content):
    """Notes that a front end shows widgets, and no output of our own type: they stay open."""
    view.is_rendered = True


def answer_output(view, widget, content):
    """Answers the widget of an output with messages of its own."""
    if isinstance(content, dict) and content.get("type") == "rendered":
        note_rendered(view, content)
    else:
        send_app_to(widget)


@command("sync")
def sync(view, content):
    """Sends what came after the browser's cursor, and what a page that has just loaded does not know."""
    cursor = _cursor(view, content)
    view.confirm(cursor)
    view.send_since(cursor)
    view.send_failure_again()


@command("confirm")
def confirm(view, content):
    """Notes how far the browser has got."""
    view.confirm(_cursor(view, content))


def _cursor(view, content):
    """Returns the position in the graph's log that a graph view reports to have."""
    cursor, graph = content.get("cursor"), view.drawn
    most = len(graph.log) if graph is not None else 0
    if not isinstance(cursor, int) or cursor < 0:
        raise ValueError(f"{cursor!r} is no place in the log of a graph")
    return min(cursor, most)


@command("attributes")
def send_attributes(view, content):
    """Sends the attributes of one operation."""
    op = requested_operation(view, content)
    if op is not None:
        view.widget.send({"type": "attributes", "op": op.id, "texts": attributes(op)})


@command("subgraph")
def send_subgraph(view, content):
    """Sends a subgraph of an operation, the first if none is named, and keeps that graph live too."""
    op = requested_operation(view, content)
    if op is None:
        return
    message = {"type": "subgraph", "view": content.get("view"), "op": op.id}
    names = subgraph_names(op)
    name = content.get("subgraph") or (names[0] if names else None)
    try:
        if name not in names:
            raise ValueError(f"'{op.name}' holds no {name!r}" + (f", but {', '.join(names)}" if names else ""))
        graph = subgraph(op, name)
    except ValueError as error:
        view.widget.send(message | {"why": str(error)})
        return
    live_view(graph)
    message |= {"graph": graph.uid, "name": op.name, "subgraphs": names, "subgraph": name}
    view.widget.send(message | {"bytes": as_text(protocol.packed(graph))})


def requested_operation(view, content):
    """The operation that a command names by its number; None when the graph is gone, ValueError for no such number."""
    number, graph = content.get("op"), view.graph
    if graph is None:
        return None
    operations = graph.get_operations()
    if not isinstance(number, int) or not 0 <= number < len(operations):
        raise ValueError(f"{number!r} is no operation of this graph, which has {len(operations):,}")
    return operations[number]

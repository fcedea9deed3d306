"""The commands that every picture needs: its app, the graph's pieces, attributes, what is inside an operation."""

from pathlib import Path

from graphlab.viz import protocol
from graphlab.viz.attributes import attributes
from graphlab.viz.commands import command
from graphlab.viz.inside import inside, rooms
from graphlab.viz.widget import live_view

_APP = Path(__file__).parent.parent / "static" / "app.js"


@command("app")
def send_app(view, _content):
    """Sends the renderer, for a page that has not loaded it yet."""
    send_app_to(view.widget)


def send_app_to(widget):
    """The same to whichever widget asks: where only widgets are known, the first that is drawn asks for the app."""
    widget.send({"type": "app"}, buffers=[_APP.read_bytes()])


@command("sync")
def sync(view, content):
    """Sends what came after the browser's cursor."""
    if isinstance(cursor := content.get("cursor"), int):
        view.confirm(cursor)
        view.send_since(cursor)


@command("have")
def confirm(view, content):
    """Notes how far the browser has got."""
    if isinstance(cursor := content.get("cursor"), int):
        view.confirm(cursor)


@command("attributes")
def tell_attributes(view, content):
    """Sends the attributes of one operation."""
    op = asked_operation(view, content)
    if op is not None:
        view.widget.send({"type": "attributes", "op": op._id, "texts": attributes(op)})


@command("inside")
def look_inside(view, content):
    """Sends the graph in one room of an operation, the first room if none is named, and keeps that graph live too."""
    op = asked_operation(view, content)
    if op is None:
        return
    told = {"type": "inside", "view": content.get("view"), "op": op._id}
    names = rooms(op)
    room = content.get("room") or names[0]
    try:
        graph = inside(op, room)
    except ValueError as error:
        view.widget.send(told | {"why": str(error)})
        return
    live_view(graph)
    told |= {"graph": graph.uid, "name": op.name, "rooms": names, "room": room}
    view.widget.send(told, buffers=[protocol.packed(graph)])


def asked_operation(view, content):
    """The operation that a command names by its number, or None when there is none."""
    number, graph = content.get("op"), view.graph
    operations = graph.get_operations() if graph is not None else []
    return operations[number] if isinstance(number, int) and 0 <= number < len(operations) else None

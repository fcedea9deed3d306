"""What the browser may ask of the kernel; everything that comes from a picture enters here."""

from pathlib import Path

from graphlab.viz import protocol
from graphlab.viz.attributes import attributes
from graphlab.viz.inside import inside, rooms

_APP = Path(__file__).parent.parent / "static" / "app.js"


def answer(view, content, make_live):
    """Answers one message of a picture of `view`.  make_live(graph): lets the browser ask about another graph."""
    match content:
        case {"type": "app"}:
            view.widget.send({"type": "app"}, buffers=[_APP.read_bytes()])
        case {"type": "sync", "cursor": int(cursor)}:
            view.confirm(cursor)
            view.send_since(cursor)
        case {"type": "have", "cursor": int(cursor)}:
            view.confirm(cursor)
        case {"type": "attributes", "op": int(number)}:
            graph = view.graph
            if graph is not None:
                texts = attributes(graph.get_operations()[number])
                view.widget.send({"type": "attributes", "op": number, "texts": texts})
        case {"type": "inside", "view": int(asking), "op": int(number), "room": str(room)}:
            graph = view.graph
            if graph is not None:
                told = {"type": "inside", "view": asking, "op": number}
                found, buffers = _look_inside(graph.get_operations()[number], room, make_live)
                view.widget.send(told | found, buffers=buffers)


def _look_inside(op, room, make_live):
    """The answer that shows one room of `op`, the first if none is named, and the graph in it."""
    names = rooms(op)
    room = room or names[0]
    try:
        graph = inside(op, room)
    except ValueError as error:
        return {"why": str(error)}, []
    make_live(graph)
    return {"graph": graph.uid, "name": op.name, "rooms": names, "room": room}, [protocol.packed(graph)]

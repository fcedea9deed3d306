"""What the browser may ask of the kernel; everything that comes from a picture enters here."""

from pathlib import Path

from graphlab.viz.attributes import attributes

_APP = Path(__file__).parent.parent / "static" / "app.js"


def answer(view, content):
    """Answers one message of a picture of `view`."""
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

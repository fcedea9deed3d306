"""The commands of graph views about overlays: which there are, and the values of one."""

import weakref

from graphlab._src.viz.commands import command
from graphlab._src.viz.overlays import registry
from graphlab._src.viz.overlays.columns import encode
from graphlab._src.viz.overlays.context import Context
from graphlab._src.viz.overlays.registry import NothingToShowError

given = weakref.WeakKeyDictionary()  # Graph -> {name: the message with values that gl.overlay was passed}


def message_of(known, context):
    """The message that shows an overlay of a Context."""
    values = known.compute(context)
    return {"type": "overlay"} | encode(known, context.graph, values, context.source, context.tones, context.edges)


@command("overlays")
def send_overlays(view, content):
    """Sends what overlays there are beside those that the browser knows by itself."""
    if view.drawn is None:
        return
    graph = view.existing
    own = {} if graph is None else given.get(graph, {})
    listed = [_menu_entry(message["overlay"]) for message in own.values()]
    listed += [_menu_entry(vars(known)) for known in registry.all_overlays() if known.name not in own]
    view.widget.send({"type": "overlays", "view": content.get("view"), "overlays": listed})


@command("overlay")
def send_overlay(view, content):
    """Sends the values of the overlay that a graph view requests, or why there are none."""
    graph, name = view.graph, content.get("name")
    if graph is None:
        return
    if not isinstance(name, str):
        raise ValueError(f"{name!r} is no name of an overlay")
    reply = {"type": "overlay", "view": content.get("view"), "name": name}
    message, known = given.get(graph, {}).get(name), registry.find(name)
    if message is not None:
        view.widget.send(message | reply)
    elif known is not None:
        try:
            view.widget.send(message_of(known, Context(graph)) | reply)
        except (
            Exception
        ) as error:  # an overlay of the reader's own may raise anything: the graph view shows what it was
            text = (
                str(error)
                if isinstance(error, NothingToShowError)
                else f"{known.title} failed: {type(error).__name__}: {error}"
            )
            view.widget.send(reply | {"why": text})
    else:
        view.widget.send(reply | {"why": f"There is no overlay {name!r}."})


def _menu_entry(overlay):
    """The entry of an overlay in the "Colour by" menu."""
    return {key: overlay[key] for key in ("name", "title", "about")}

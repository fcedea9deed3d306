"""The representations of a graph in a cell's output: a live view, and text and a still diagram for other front ends."""

import json

from graphlab._src.viz import columns, live, page, protocol, search, svg, view_commands
from graphlab._src.viz.outline import outline
from graphlab._src.viz.widget import GraphWidget, live_view

MIME_TYPE = "application/vnd.graphlab.graph+json"
VIEW_MIME_TYPE = "application/vnd.jupyter.widget-view+json"

# Modules with handlers of commands, beside those of answers.py: a graph view that is shown may send any of them.
HANDLERS = (page, search, view_commands)


def mimebundle(graph, include=None, exclude=None, messages=()):
    """The representations of `graph`, as IPython's `_repr_mimebundle_` wants them: (data, metadata).

    text/plain and image/svg+xml always mean something; the first of our own type that a front end knows is live.
    messages: what the kernel sends to this one graph view; it is saved with the output.
    """
    wishes = wished(messages)
    data = {"text/plain": outline(graph, wishes.get("at", ""), wishes.get("depth", 0))}
    drawing = svg.fallback(graph, wishes)
    if drawing is not None:
        data["image/svg+xml"] = drawing
    if live.in_notebook():
        if GraphWidget._esm:
            data |= _live_views(graph, messages)
        else:
            data["text/plain"] += "\n(The live view is not built: run `make build`.)"
    wanted = {
        kind: value
        for kind, value in data.items()
        if (not include or kind in include) and not (exclude and kind in exclude)
    }
    return wanted, {}


def wished(messages):
    """The message that says how `show` shows the graph; an empty one where there is none."""
    return next((message for message in messages if message["type"] == "show"), {})


def _live_views(graph, messages):
    view = live_view(graph)
    widget = _widget_with(view, list(messages)) if messages else view.widget
    chunk = columns.as_text(protocol.packed(graph))
    return {
        VIEW_MIME_TYPE: {"version_major": 2, "version_minor": 1, "model_id": widget.model_id},
        MIME_TYPE: {
            "graph": graph.uid,
            "version": protocol.VERSION,
            "chunks": [chunk],
            **({"messages": list(messages)} if messages else {}),
        },
    }


def _widget_with(view, messages):
    """The widget of an output with these messages; the same one when the cell runs again."""

    def make():
        widget = GraphWidget(graph=view.widget.graph, messages=messages)
        # Where nothing else has loaded the app it requests that; all else goes by the view's own widget.
        widget.on_msg(lambda asking, content, _: view_commands.answer_output(view, asking, content))
        return widget

    return view.widget_of(json.dumps(messages, sort_keys=True), make)

"""What a cell's output holds of a graph: a live view, and pictures for wherever that can't be."""

import base64
from pathlib import Path

import anywidget
import traitlets

from graphlab.viz import commands, dot, live, protocol
from graphlab.viz.outline import outline

MIME_TYPE = "application/vnd.graphlab.graph+json"
VIEW_MIME_TYPE = "application/vnd.jupyter.widget-view+json"
STATIC = Path(__file__).parent.parent / "static"


class GraphWidget(anywidget.AnyWidget):
    """The kernel's end of all pictures of one graph; it holds only the graph's uid, so that files stay small."""

    _esm = (STATIC / "widget.js").read_text(encoding="utf-8") if (STATIC / "widget.js").exists() else ""
    graph = traitlets.Unicode().tag(sync=True)


def mimebundle(graph, include=None, exclude=None):
    """The representations of `graph`, as IPython's `_repr_mimebundle_` wants them: (data, metadata).

    text/plain and image/svg+xml always mean something; the first of our own type that a front end knows is live.
    """
    data = {"text/plain": outline(graph)}
    picture = dot.svg(graph)
    if picture is not None:
        data["image/svg+xml"] = picture
    if live.in_notebook():
        if GraphWidget._esm:
            data |= _live_views(graph)
        else:
            data["text/plain"] += "\n(The live picture is not built: run `make build`.)"
    wanted = {
        kind: value
        for kind, value in data.items()
        if (not include or kind in include) and not (exclude and kind in exclude)
    }
    return wanted, {}


def _live_view(graph):
    """The View of `graph`, made if it has none."""
    view = live.view_of(graph)
    if view is None:
        view = live.View(graph, GraphWidget(graph=graph.uid))
        view.widget.on_msg(lambda _, content, __: commands.answer(view, content, _live_view))
        live.add(graph, view)
    return view


def _live_views(graph):
    view = _live_view(graph)
    chunk = base64.b64encode(protocol.packed(graph)).decode("ascii")
    return {
        VIEW_MIME_TYPE: {"version_major": 2, "version_minor": 1, "model_id": view.widget.model_id},
        MIME_TYPE: {"graph": graph.uid, "version": protocol.VERSION, "chunks": [chunk]},
    }

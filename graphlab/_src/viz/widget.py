"""GraphWidget: the kernel's end of the views of a graph."""

from typing import Any

import anywidget
import traitlets
from ipywidgets import Layout

from graphlab._src.viz import commands, live
from graphlab._src.viz.renderer import STATIC


class GraphWidget(anywidget.AnyWidget):
    """The kernel's end of all views of one graph; it holds only the graph's uid, so that files stay small.

    One with messages is an output's own: where only widgets are known, they are what that output shows.
    """

    _esm = (STATIC / "widget.js").read_text(encoding="utf-8") if (STATIC / "widget.js").exists() else ""
    graph = traitlets.Unicode().tag(sync=True)
    messages = traitlets.List().tag(sync=True)
    _shared = None  # the Layout of all, which is as it was made: a page keeps a little of each comm that it ever had

    @traitlets.default("layout")
    def _shared_layout(self):
        if GraphWidget._shared is None or GraphWidget._shared.comm is None:  # a program may close all widgets
            GraphWidget._shared = Layout()
        return GraphWidget._shared

    def open(self):
        """Opens its comm, on which a page's commands arrive where the page sends them: beside a cell that runs, too.

        ipykernel 7.4 would lead them to where the kernel's last message came from, which mostly is the cells' own thread.
        """
        super().open()
        comm: Any = self.comm
        if hasattr(comm, "_reply_subshell_for"):
            comm._reply_subshell_for = lambda data, requested: requested

    def _handle_msg(self, msg):
        """Handles commands and requests for the state; pages may not set the state.

        ipywidgets would take any state from them, `_esm` for the next page included, and answer whatever is no message of a
        widget with a traceback in the cell that runs.
        """
        data = msg["content"].get("data")
        if isinstance(data, dict) and data.get("method") in ("request_state", "custom"):
            super()._handle_msg(msg)


def live_view(graph):
    """The View of a graph, made if it has none."""
    view = live.view_of(graph)
    if view is None:
        view = live.View(graph, GraphWidget(graph=graph.uid))
        view.widget.on_msg(lambda _, content, __: commands.answer(view, content))
        live.add(graph, view)
    return view

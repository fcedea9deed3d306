"""Live graph views: after each cell, every graph that is shown and has grown sends what is new."""

import time
import weakref
from typing import Any

from IPython.core.getipython import get_ipython

from graphlab._src.base.lazy_imports import on_first_call
from graphlab._src.viz import protocol
from graphlab._src.viz.columns import as_text
from graphlab._src.viz.file_graph import FileGraph, whole

_MOST_OUTPUTS = 32  # with messages of their own, of which JupyterLab's renderer needs no widget
_MOST_PAST = 8  # graphs that are garbage whose widgets are open
_SILENT = 5.0  # seconds after which a page that has answered has no more messages under way
_PAUSE = 0.2  # seconds between two messages about the same thing while a cell runs

_views = weakref.WeakKeyDictionary()  # Graph → View
_open = []  # the Views whose widgets are open, also those of graphs that are garbage
_report = on_first_call("graphlab._src.viz.answers:after_cell")  # needs JAX, which the diagram of a file does not


class View:
    """All views of one graph: what the browser is known to have, and the widget that reaches it."""

    def __init__(self, graph, widget):
        self._graph = weakref.ref(graph)
        self.widget = widget
        self.more = {}  # messages to one output, as JSON → its widget
        self.heard = None  # when a page answered last: its diagrams save what they show when the widget is closed
        self.is_rendered = False  # an output is what a widget draws, which a closed one removes
        # The caller shows the whole graph next.
        self._sent = self._confirmed = len(graph.log)
        self._failure = None  # the last message about a run that failed, or has succeeded since
        self._later = {}  # what messages are about -> what makes the last one
        self._sent_at = weakref.WeakKeyDictionary()  # the same -> when one was sent

    @property
    def drawn(self):
        """The Graph or FileGraph that is shown, or None once it is garbage."""
        return self._graph()

    @property
    def graph(self):
        """The Graph, made of a file's if need be, which may last long; None once it is garbage."""
        return whole(self._graph())

    @property
    def existing(self):
        """The Graph, but of a file's only if something has needed it before."""
        drawn = self._graph()
        return drawn.made if isinstance(drawn, FileGraph) else drawn

    @property
    def is_silent(self):
        """A page has answered, and has no more messages under way: JupyterLab ends the thread that receives them."""
        return self.heard is not None and time.monotonic() - self.heard >= _SILENT

    def push(self):
        """Sends what the browser may not have yet, if the graph has moved.

        A page that is still loading, or a kernel that runs cell after cell, confirms late: until then each push holds
        all that came since the last confirmation, so none can be missed.
        """
        graph = self._graph()
        if graph is not None and len(graph.log) > self._sent:
            self._sent = len(graph.log)
            self.send_since(self._confirmed)
        for key in list(self._later):
            self.flush(key)

    def send_since(self, cursor):
        """Sends the piece after `cursor`."""
        graph = self._graph()
        if graph is not None and cursor < len(graph.log):
            self.widget.send({"type": "piece", "bytes": as_text(protocol.packed(graph, cursor))})

    def send_failure(self, message):
        """Sends what is known about the last run; a page that loads meanwhile gets it when it is there."""
        self._failure = message
        self.widget.send(message)

    def send_failure_again(self):
        """Sends what a page that has loaded since may have missed."""
        if self._failure is not None:
            self.widget.send(self._failure)

    def close(self):
        """Closes the widgets of all its graph views."""
        for widget in [self.widget, *self.more.values()]:
            widget.close()

    def widget_of(self, key, make):
        """The widget of an output with messages, the same one for the same `key`; the oldest make way for new ones."""
        if key not in self.more:
            if len(self.more) >= _MOST_OUTPUTS and not self.is_rendered:
                self.more.pop(next(iter(self.more))).close()
            self.more[key] = make()
        return self.more[key]

    def later(self, key, make):
        """Sends make(), a message, soon: at once, but for one `key` only some times a second, and after the cell."""
        self._later[key] = make
        if time.monotonic() - self._sent_at.get(key, 0.0) >= _PAUSE:
            self.flush(key)

    def flush(self, key):
        """Sends the message that `later` keeps for this key, if there is one."""
        make = self._later.pop(key, None)
        if make is not None:
            self._sent_at[key] = time.monotonic()
            self.widget.send(make())

    def confirm(self, cursor):
        """The browser has everything up to `cursor`."""
        self.heard = time.monotonic()
        self._confirmed = cursor


def in_notebook():
    """True in a kernel, where an output can be more than text."""
    return getattr(get_ipython(), "kernel", None) is not None


def view_of(graph):
    """The View of a graph that is on show, or None."""
    return _views.get(graph)


def add(graph, view):
    """Updates `view` after each cell from now on."""
    shell = get_ipython()
    if shell is not None and _after_cell not in shell.events.callbacks["post_run_cell"]:
        shell.events.register("post_run_cell", _after_cell)
    _views[graph] = view
    _open.append(view)


def end(graph):
    """Ends the updates of a graph's view: what was drawn stays as it is."""
    view = _views.pop(graph, None)
    if view is not None:
        _open.remove(view)
        view.close()


def _close_past():
    """Closes the widgets of graphs that are garbage: nothing more will come, and ipywidgets keeps what is open, in the page too."""
    past = [view for view in _open if view.drawn is None and not view.is_rendered]
    for view in [*past[:-_MOST_PAST], *(view for view in past[-_MOST_PAST:] if view.is_silent)]:
        _open.remove(view)
        view.close()


def _forget_flushed():
    """Forgets outputs that IPython has removed from Out, which holds 1,000.

    It keeps them, and so their graphs, in the names that `%who` hides, and what was sent of each for `%notebook`, which then
    exports their text.
    """
    shell: Any = get_ipython()
    hidden = shell.user_ns_hidden
    for name in [name for name in hidden if name[:1] == "_" and name[1:].isdigit() and name not in shell.user_ns]:
        del hidden[name]
    sent: Any = getattr(shell.history_manager, "outputs", {})  # IPython 8 and older keep none
    # Each cell has a number, so that one more is past with each.
    for output in sent.get(shell.execution_count - shell.displayhook.cache_size, ()):
        if any(kind.startswith("application/vnd.graphlab") for kind in output.bundle):
            output.bundle = {kind: text for kind, text in output.bundle.items() if kind == "text/plain"}


def _after_cell(result):
    _forget_flushed()
    _close_past()
    for view in list(_views.values()):
        view.push()
        if view.existing is not None:
            _report(view, result)

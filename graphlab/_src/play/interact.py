"""gl.interact: widgets feed a run, and each change runs what the fetches need."""

import threading
import time
import weakref
from collections.abc import Mapping
from typing import Any

from IPython.display import display

from graphlab._src.base.errors import explain
from graphlab._src.graph.traversal import executed_by, is_placeholder
from graphlab._src.play import controls as making
from graphlab._src.play import values
from graphlab._src.play.interact_panel import Panel
from graphlab._src.play.live_run import LiveRun
from graphlab._src.play.newest import Newest
from graphlab._src.session.base_session import BaseSession
from graphlab._src.session.calls.feeds import expand_keys
from graphlab._src.session.calls.fetches import FetchStructure
from graphlab._src.viz import live
from graphlab._src.viz.failures import failure_of
from graphlab._src.viz.show import Diagram

_LOOK = 0.5  # seconds between two looks at what the variables are now
_SHARE = 20  # times as long as a run lasts, at least, until it is made again because variables have changed
_FIRST = 1.0  # seconds that the first run waits for a diagram, if it is one that must not be repeated


def interact(session, fetches, controls=None, diagram=True):
    """Shows a widget for each fed tensor; each change runs `fetches`, and their values are beneath and in the diagram.

        gl.interact(sess, [probabilities, loss], {x: None, keep_prob: (0.0, 1.0), training: False})

    session, fetches: as for session.run.
    controls: {tensor or its name: what feeds it}: a widget with a `value` (of ipywidgets, gl.ArrayEditor, gl.DrawingPad); as
    in ipywidgets.interact a range (0.0, 1.0) or (0, 10, 2), a list of choices, a text, a number, True; an array to begin
    with; None for the widget that fits the tensor's dtype and static shape. A range for an array is a slider for each of its
    elements. A list of tensors is short for None; when left out, all placeholders that the fetches need.
    diagram: whether the graph is shown beneath.
    Runs are made one after the other beside the notebook's cells, of many changes the newest counts, and each is the
    ordinary run of the session: what changes variables changes them. When cells or trainings have changed variables that it
    reads, it is made again, unless it draws random numbers or changes something itself; then the panel says so.
    Returns an Interaction. Raises what session.run would raise for fetches or feeds that are not right, and ValueError for
    what no widget can feed.
    """
    if not isinstance(session, BaseSession):
        fix = "gl.interact(sess, fetches, {x: (0.0, 1.0)})"
        raise TypeError(explain(f"interact() runs a Session, but got {type(session).__name__}", fix=fix))
    return Interaction(session, fetches, controls, diagram)


class Interaction:
    """Widgets that feed a run; show it in a cell to play.

    controls: {Tensor: its widget}.  values: the result of the newest run, in the structure of the fetches; None before.
    error: what the newest run raised, or None.
    """

    def __init__(self, session, fetches, controls=None, diagram=True):
        self._session, self._fetches, self._diagram = session, fetches, diagram
        wishes = _wishes(session.graph, fetches, controls)
        self._run = LiveRun(session, fetches, wishes, self._request)  # before there are widgets, because it may raise
        self.controls = {tensor: making.control(tensor, wish) for tensor, wish in wishes.items()}
        self.values: Any = None
        self.error: Any = None
        self._panel = Panel(self.controls)
        self._newest = Newest(self._make)
        self._ended = ""
        self._sees = threading.Event()  # a diagram has said what it draws
        self._seconds = None  # that the last run lasted
        for widget in self.controls.values():
            widget.observe(self._change, "value")
        self._follow()
        self._request()
        if live.in_notebook():
            threading.Thread(target=_keep_current, args=(weakref.ref(self),), name="graphlab.look", daemon=True).start()

    def run(self) -> Any:
        """Runs with the widgets' values now, and returns the values; raises what the run raises."""
        if self._ended:
            raise RuntimeError(explain(self._ended, fix="call gl.interact again"))
        self._newest.wait(self._request())
        if self.error is not None:
            raise self.error
        return self.values

    def close(self):
        """Ends it: changes of the widgets run nothing from now on. The session stays as it is."""
        self._end("It was closed: changes run nothing.")

    def wait(self, timeout=None):
        """Waits until all changes so far are run; returns whether they are, False after so many seconds."""
        return self._newest.wait(timeout=timeout)

    def _follow(self):
        """Runs again when the diagrams draw other tensors, in place of an earlier Interaction of the graph."""
        graph = self._session.graph
        shown = values.of(graph)
        if isinstance(shown.source, Interaction):
            shown.listeners.remove(shown.source._seen)
        shown.source = self
        shown.listeners.append(self._seen)
        for tensor, widget in self.controls.items():
            image = making.image_shape(tensor)
            if isinstance(widget, making.DrawingPad) and image is not None:
                shown.images[tensor] = image
        shown.begin()

    def _seen(self):
        self._sees.set()
        if not self._run.shape.why_more:
            self._request()

    def refresh(self):
        """Runs again if variables that the last run read have changed since; returns when to look again, in seconds."""
        if self._newest.is_idle and self._run.is_stale:
            if self._run.shape.why_more:
                self._panel.note(_STALE)
            else:
                self._request()
        return max(_LOOK, _SHARE * (self._seconds or 0.0))

    @property
    def is_open(self):
        """Whether changes of the widgets still run something."""
        return not self._ended

    def _change(self, _change):
        self._request()

    def _request(self):
        return self._newest.request()

    def _make(self):
        """One run, in the thread of its own."""
        if self._ended:
            return
        if not self._session.is_open:
            self._end("The session was closed: run the cells that make it, and this one, again.")
            return
        if self._seconds is None and self._run.shape.why_more and self._diagram and live.in_notebook():
            self._sees.wait(_FIRST)
        begun = time.perf_counter()
        self._panel.begin(self._seconds)
        try:
            fed = [making.fed(tensor, widget.value) for tensor, widget in self.controls.items()]
            self.values = self._run(fed)
        except Exception as error:
            self._fail(error)
        else:
            self._succeed()
        self._seconds = time.perf_counter() - begun

    def _succeed(self):
        failed, self.error = self.error, None
        self._panel.show(self._fetches, self.values)
        view = live.view_of(self._session.graph)
        if failed is not None and view is not None:
            view.send_failure({"type": "error", "op": None})

    def _fail(self, error):
        self.error = error
        if not self._session.is_open:
            self._end("The session was closed: run the cells that make it, and this one, again.")
            return
        self._panel.fail(error)
        view = live.view_of(self._session.graph)
        failure = failure_of(error, self._session.graph)
        if failure is not None and view is not None:
            view.send_failure({"type": "error"} | failure)

    def _end(self, why):
        if self._ended:
            return
        self._ended = why
        for widget in self.controls.values():
            widget.unobserve(self._change, "value")
        graph = self._session.graph
        shown = values.of(graph)
        if shown.source is self:
            shown.listeners.remove(self._seen)
            shown.source = None
            shown.end()
        self._panel.end(why)

    def _ipython_display_(self):
        if not live.in_notebook():
            print(repr(self))
            return
        display(self._panel.widget)
        if self._diagram:
            display(Diagram(self._session.graph))

    def __repr__(self):
        names = ", ".join(tensor.op.name for tensor in self.controls) or "nothing"
        lines = [f"Interaction: {names} fed to {self._session!r}"]
        if self._ended:
            lines.append(f"  ended   {self._ended}")
        elif self.error is not None:
            lines.append(f"  failed  {str(self.error).splitlines()[0]}")
        else:
            lines.append(f"  values  {self.values!r}")
        return "\n".join(lines)


_STALE = "The variables have changed since this run: move a control to run again."


def _keep_current(reference):
    """Looks now and then whether an Interaction shows what the variables are now, until it has ended or is garbage."""
    pause = _LOOK
    while True:
        time.sleep(pause)
        interaction = reference()
        if interaction is None or not interaction.is_open:
            return
        pause = interaction.refresh()
        del interaction


def _wishes(graph, fetches, controls):
    """{Tensor: what is to feed it, or None}."""
    if controls is None:
        ran = executed_by(FetchStructure(graph, fetches).elements)
        needed = sorted((op for op in ran if is_placeholder(op)), key=lambda op: op.id)
        return {op.outputs[0]: None for op in needed}
    if not isinstance(controls, Mapping):
        controls = dict.fromkeys(controls if isinstance(controls, (list, tuple)) else [controls])
    found = {}
    for key, wish in controls.items():
        for tensor in expand_keys(graph, [key], "controls"):
            found[tensor] = wish
    return found

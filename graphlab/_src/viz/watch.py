"""gl.watch: tensors pinned in the diagram with their values of each run."""

import functools
import math
from typing import Any

from graphlab._src.base.errors import explain
from graphlab._src.graph.graph import get_default_graph
from graphlab._src.graph.tensor import Tensor
from graphlab._src.session.tracing import watch as watching
from graphlab._src.viz import live
from graphlab._src.viz.commands import command
from graphlab._src.viz.step_messages import plain, short
from graphlab._src.viz.value_summary import summarize
from graphlab._src.viz.view_commands import requested_operation

_BARS = "▁▂▃▄▅▆▇█"
_WIDTH = 40  # characters of a sparkline in text
_MOST = 40  # tensors watched at once: each run pays for each


def watch(tensors, session=None, always=False) -> Any:
    """Watches a tensor over runs: the diagram shows its last value, its history, and whether it is healthy.

    tensors: a Tensor, Variable or name, or a list of these; of a Variable, its value after each run that reads or writes it.
    session: the Session whose runs count; all sessions of the graph when left out.
    always: whether it is also computed after each run that did not need it, with what that run fed and from the variables as
    it left them, and noted nowhere else. What draws random numbers or changes state is not computed then: `.why` says so.
    Otherwise no run computes more than it would, and `.missed` counts those since it was last computed. While nothing is
    watched runs pay nothing for it.
    Returns a Watched, or a list of them: `.last` is the newest value, `.points` the figures of the last 200 runs.
    Raises ValueError for a tensor within a loop or branch, where it has no single value.
    """
    if isinstance(tensors, (list, tuple)):
        return [watch(tensor, session, always) for tensor in tensors]
    graph = session.graph if session is not None else getattr(tensors, "graph", None) or get_default_graph()
    tensor = _tensor(graph, tensors)
    found = next(
        (known for known in watching.of(graph).all if known.tensor is tensor and known.session is session), None
    )
    if found is not None:
        if always and not found.always:
            found.always = True
            _notify(graph)
        return found
    if len(watching.of(graph).all) >= _MOST:
        raise ValueError(
            explain(f"{_MOST} tensors are watched already", at=tensor, fix="gl.unwatch() ends all watches")
        )
    made = Watched(tensor, session, always)
    _listen(graph)
    watching.add(made)
    _notify(graph)
    return made


def unwatch(tensors=None, session=None):
    """Ends watches: of a Tensor, Variable, name or Watched, or a list of these; all of the default graph when left out."""
    if isinstance(tensors, (list, tuple)):
        for tensor in tensors:
            unwatch(tensor, session)
        return
    if isinstance(tensors, Watched):
        ended, graph = [tensors], tensors.tensor.graph
    else:
        graph = session.graph if session is not None else getattr(tensors, "graph", None) or get_default_graph()
        tensor = None if tensors is None else _tensor(graph, tensors)
        ended = [known for known in watching.of(graph).all if tensor is None or known.tensor is tensor]
        ended = [known for known in ended if session is None or known.session is session]
    for known in ended:
        watching.remove(known)
    _notify(graph)


class Watched(watching.Watch):
    """A watched tensor: printing it shows how it went."""

    def __repr__(self):
        if not self.runs:
            lines = [f"Watch of {self.tensor.name}: no run has computed it yet", self._missed()]
            return "\n".join(filter(None, lines))
        lines = [f"Watch of {self.tensor.name}: {self.runs} run{'s' * (self.runs != 1)}, {self.health}"]
        lines.append(f"  last   {summarize(self.last, brief=True)}")
        lines.append(f"  means  {sparkline([point.mean for point in self.points])}")
        return "\n".join(filter(None, [*lines, self._missed()]))

    def _missed(self):
        if self.why:
            return f"  It could not be computed after the last run: {self.why}"
        if not self.missed:
            return ""
        which = "The last run" if self.missed == 1 else f"The last {self.missed:,} runs"
        return f"  {which} did not need it: fetch it too, or gl.watch({self.tensor.name!r}, always=True)"


def sparkline(values, width=_WIDTH):
    """Numbers as bars in a line of text, the newest at the end; what is no number is a `·`."""
    values = values[-width:]
    finite = [value for value in values if math.isfinite(value)]
    low, high = min(finite, default=0.0), max(finite, default=0.0)
    top = len(_BARS) - 1
    scale = top / (high - low) if high > low else 0.0
    return "".join(_BARS[round((v - low) * scale)] if math.isfinite(v) else "·" for v in values)


def _tensor(graph, item):
    handle = getattr(item, "handle", None)
    if isinstance(handle, Tensor):
        item = handle  # of a variable what it holds, not one reading of it
    tensor: Any = graph.as_graph_element(item, allow_operation=False)
    if tensor.op.control_flow_context is not None:
        fix = "watch an output of the loop or branch"
        raise ValueError(
            explain(f"'{tensor.name}' lies in a loop or branch: it has no single value", at=tensor, fix=fix)
        )
    return tensor


def _listen(graph):
    """Notifies the views of a graph when a run has computed something that is watched."""
    listeners = watching.of(graph).listeners
    if not listeners:
        listeners.append(functools.partial(_notify, graph))


def _notify(graph):
    view = live.view_of(graph)
    if view is not None:
        view.later(watching.of(graph), functools.partial(_message, graph))


def _message(graph):
    """The message of what is watched, with the figures that were not sent yet."""
    watches = watching.of(graph)
    entry = [_described(known, watches.sent.get(known, 0)) for known in watches.all]
    watches.sent = {known: known.runs for known in watches.all}
    return {"type": "watch", "watched": entry}


def _described(known, since):
    entry = {
        "op": known.tensor.op.id,
        "name": known.tensor.op.name if known.owner is not None else known.tensor.name,
        "runs": known.runs,
        "missed": known.missed,
        "always": known.always,
        "why": known.why,
        "health": known.health,
        "since": since,
        "points": [_figures(point) for point in known.points if point.run > since],
    }
    if known.runs:
        found = summarize(known.last, brief=True)
        entry |= {"text": short(found), "value": plain(found)}
    return entry


def _figures(point):
    """mean, least, most with four digits; None for what is no number."""
    return [float(number_) if math.isfinite(float(number_)) else None
            for number_ in (f"{value:.4g}" for value in (point.mean, point.least, point.most))]  # fmt: skip


@command("watch")
def toggle(view, content):
    """Begins or ends to watch an operation's first output."""
    op = requested_operation(view, content)
    if op is None or not op.outputs:
        return
    try:
        always = content.get("always") is True
        watch(op.outputs[0], always=always) if content.get("on") else unwatch(op.outputs[0])
    except ValueError as error:
        view.widget.send({"type": "watch-error", "view": content.get("view"), "text": str(error).splitlines()[0]})
    view.flush(watching.of(view.graph))


@command("watch-sync")
def look(view, _content):
    """Sends a new graph view what is watched, with all figures so far."""
    graph = view.existing
    if graph is not None and watching.of(graph).all:
        watching.of(graph).sent = {}
        _notify(graph)
        view.flush(watching.of(graph))

"""gl.overlay: colours a diagram of a graph by data, and prints the data as a table."""

import difflib
import math
from typing import Any

from graphlab._src.base.units import share, written
from graphlab._src.graph import Graph, get_default_graph
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor
from graphlab._src.proto import RunMetadata
from graphlab._src.viz import mimebundle
from graphlab._src.viz.overlays import commands, registry
from graphlab._src.viz.overlays.columns import by_operation, decided, encode_held, most_common
from graphlab._src.viz.overlays.context import Context
from graphlab._src.viz.overlays.registry import Overlay

_MOST_ROWS = 12


def overlay(
    name,
    values=None,
    graph=None,
    *,
    session=None,
    fetches=None,
    feed_dict=None,
    title="",
    about="",
    unit="",
    kind="",
    scale="linear",
    sums="",
):
    """Colours a diagram of a graph by data: by numbers or texts of your own, or by what a run measured.

        gl.overlay("my cost", {dense: 3.0, "loss": 1.5}, unit="ms")
        gl.overlay("time", run_metadata)
        gl.overlay("health", session=session, fetches=loss, feed_dict={x: batch})

    name: of an overlay that there is ("time", "memory", "health", "gradients", "segment", "placed", "task", "duplicates", and
        those that you registered with graphlab._src.viz.overlays.overlay), or a new one for your own values.
    values: {operation, tensor, variable or name: number or text}, or a RunMetadata for those that show a run.
    graph: the one to colour; that of the keys or of the session when left out, else the default graph.
    session, fetches, feed_dict: the run to show. "time", "memory", "health" and "gradients" make that run, "segment",
        "placed" and "task" only plan it. A run for "health" or "time" assigns what it assigns; one for "gradients" assigns nothing.
    title, about, unit, kind, scale, sums: of your own values; see graphlab._src.viz.overlays.Overlay.

    Returns an object that a cell shows as the coloured diagram, and prints as a table with the highest values first. Other
    diagrams of the graph stay as they are, and have the overlay in their "Colour by" menu from then on.
    Raises ValueError for a name without values that is no overlay's, and when there is nothing to show yet.
    """
    graph = graph or _graph_of(values, session)
    known = registry.find(name)
    own = Overlay(name, title or name, about, kind=kind, unit=unit, scale=scale, sums=sums)
    if values is not None and not isinstance(values, RunMetadata):
        shown = Overlaid(graph, known or own, values, "")
    elif known is None:
        raise ValueError(_unknown(name))
    else:
        shown = _computed(known, Context(graph, session, fetches, feed_dict, values))
    if shown.keep:
        commands.given.setdefault(graph, {})[name] = shown.message
    return shown


class Overlaid:
    """A graph with an overlay on: a cell shows it as a diagram, and print() as a table.

    graph: the Graph.  overlay: the Overlay.  values: {Operation: number or text}.  source: which run they are from, or "".
    """

    def __init__(self, graph, overlay, values, source, keep=True, tones=None, edges=None):
        held = by_operation(graph, values)
        self.graph = graph
        self.overlay = decided(overlay, held)
        self.source = source
        self.keep = keep
        self.values = {op: self._one(values) for op, values in held.items()}
        self.message: dict[str, Any] = {"type": "overlay"} | encode_held(self.overlay, held, source, tones, edges)

    def _one(self, held):
        if len(held) == 1:
            return held[0]
        if self.overlay.kind == "categories":
            return most_common(held)
        return math.fsum(held) if self.overlay.sums == "sum" else max(held)

    def __repr__(self):
        overlay = self.overlay
        lines = [f"{overlay.title}{f', {self.source}' if self.source else ''}"]
        if overlay.kind == "categories":
            counts = dict.fromkeys(overlay.categories, 0)
            for value in self.values.values():
                counts[value] += 1
            rows = [(f"{count:,}", category) for category, count in counts.items() if count]
        else:
            rows = self._rows()
        width = max((len(left) for left, _ in rows), default=0)
        lines += [f"  {left:>{width}}  {right}" for left, right in rows[:_MOST_ROWS]]
        if len(rows) > _MOST_ROWS:
            lines.append(f"  … and {len(rows) - _MOST_ROWS:,} more")
        return "\n".join(lines)

    def _rows(self):
        unit = self.overlay.unit
        ordered = sorted(self.values.items(), key=lambda item: (-abs(item[1]), item[0].name))
        if self.overlay.sums != "sum":
            return [(written(value, unit), op.name) for op, value in ordered]
        total = math.fsum(self.values.values())
        rows = [(written(total, unit), f"in total, of {len(ordered):,} operations")]
        return rows + [(written(value, unit), f"{share(value, total)}  {op.name}") for op, value in ordered]

    def _repr_mimebundle_(self, include=None, exclude=None):
        data, metadata = mimebundle.mimebundle(self.graph, include, exclude, messages=[self.message])
        if "text/plain" in data:
            data["text/plain"] = repr(self)
        return data, metadata


def _computed(known, context):
    values = known.compute(context)
    keep = not (context.used_metadata or context.edges)
    return Overlaid(context.graph, known, values, context.source, keep, context.tones, context.edges)


def _graph_of(values, session):
    if session is not None:
        return session.graph
    for key in values if isinstance(values, dict) else ():
        element = getattr(key, "op", key)
        if isinstance(element, (Operation, Tensor)) and isinstance(element.graph, Graph):
            return element.graph
    return get_default_graph()


def _unknown(name):
    names = [known.name for known in registry.all_overlays()]
    close = difflib.get_close_matches(name, names, 1)
    return (
        f"There is no overlay {name!r}. There are: {', '.join(names)}.\n"
        f"  fix     {f'gl.overlay({close[0]!r}, …)' if close else f'gl.overlay({name!r}, {{operation: value}}) makes one'}"
    )

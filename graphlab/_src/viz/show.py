"""show: the diagram of a graph or of a part of it, in the output of a cell."""

import os

from IPython.display import DisplayHandle, display

from graphlab._src.viz import live
from graphlab._src.viz.mimebundle import mimebundle
from graphlab._src.viz.outline import outline
from graphlab._src.viz.subject import drawn, highlighted, subject

# The overlays that the browser computes of the graph alone: extension/src/overlays.
COLORS = ("structure", "type", "device", "dtype", "size", "cell", "age")
DIRECTIONS = ("down", "right")


def show(thing=None, depth=None, highlight=None, color_by=None, direction=None):
    """Draws a graph, or a part of it, in the output of the cell that runs; as text where there is no notebook.

    thing: a Graph, or what has one, such as a Session; the default graph when left out. A Tensor, Operation or variable,
    or the name of one or of a scope ("hidden"), is brought into view in the diagram of its graph. A GraphDef, a
    MetaGraphDef, or the path of a file or folder with one (`graphlab inspect` reads the same) is drawn as it is.
    depth: how many levels of scopes are open; small graphs show more by themselves.
    highlight: a Tensor, Operation, variable or name, or a list of them, to highlight.
    color_by: what the colours show at first: "structure", "type", "device", "dtype", "size", "cell" or "age". `gl.overlay` has
    those that measure runs.
    direction: where data flows, "down" or "right"; when left out, as JupyterLab's settings say.
    Raises ValueError for what is none of these, and names what comes near to a name.
    """
    size = _size(thing) if live.in_notebook() else 0
    if size < _LARGE:
        display(Diagram(thing, depth, highlight, color_by, direction))
        return
    output = DisplayHandle()
    output.display(_Line(f"Reading {thing} ({size / 1e6:,.0f} MB) …"))
    try:
        output.update(Diagram(thing, depth, highlight, color_by, direction))
    except BaseException:
        output.update(_Line(""))
        raise


_LARGE = 8_000_000  # bytes of a file that is read in more than half a second


def _size(thing):
    """The bytes of a file, 0 of what is none."""
    try:
        return os.path.getsize(thing) if isinstance(thing, (str, os.PathLike)) else 0
    except OSError:
        return 0


class _Line:
    """A line of text in the output of a cell."""

    def __init__(self, text):
        self._text = text

    def __repr__(self):
        return self._text


def require_direction(direction):
    """Raises ValueError for what is no direction of a diagram; None leaves it open."""
    if direction not in (None, *DIRECTIONS):
        raise ValueError(f"direction must be one of {', '.join(DIRECTIONS)}, got {direction!r}")


class Diagram:
    """A graph, or a part of it, whose representation in a cell is the diagram.

    Its message to the graph view has the options that were passed: depth: levels of scopes that are open; at: path to bring
    into view; highlight: numbers of operations and paths of scopes to highlight; color_by: the name of an overlay;
    direction: where data flows.
    """

    def __init__(self, thing=None, depth=None, highlight=None, color_by=None, direction=None):
        if depth is not None and depth < 0:
            raise ValueError(f"depth must be 0 or more levels, got {depth}")
        if color_by is not None and color_by not in COLORS:
            raise ValueError(
                f"color_by must be one of {', '.join(COLORS)}, got {color_by!r}; gl.overlay() shows others"
            )
        require_direction(direction)
        self.graph, self._at = drawn(thing) if highlight is None else subject(thing)
        self._depth = depth
        chosen = highlighted(self.graph, highlight)
        wishes = {
            "depth": depth,
            "at": self._at or None,
            "highlight": chosen or None,
            "color_by": color_by,
            "direction": direction,
        }
        options = {name: value for name, value in wishes.items() if value is not None}
        self.messages = [{"type": "show", **options}] if options else []

    def _repr_mimebundle_(self, include=None, exclude=None):
        return mimebundle(self.graph, include, exclude, self.messages)

    def __repr__(self):
        return outline(self.graph, self._at, self._depth or 0)

"""Exports of the diagram: DOT, SVG, and an HTML page."""

import os
import shutil

from graphlab._src.base.errors import explain
from graphlab._src.viz import dot, page, svg
from graphlab._src.viz.outline import count
from graphlab._src.viz.show import Diagram, require_direction
from graphlab._src.viz.still_diagram import boxes, leaves
from graphlab._src.viz.structure import Structure
from graphlab._src.viz.subject import highlighted, is_scope, subject

_TIME_LIMIT = 30.0  # seconds; a diagram that needs more is too large to read


def to_dot(thing=None, depth=None, highlight=None, direction=None):
    """Returns the diagram in Graphviz's language: text for `dot`, or for `graphviz.Source`.

    thing, depth, highlight, direction: as `show` has them; a scope is drawn alone. Open scopes are clusters, repeated ones are drawn
    once with their number, and auxiliary operations (gradients, initializers, summaries) are apart.
    """
    require_direction(direction)
    return dot.source(*_drawn(thing, depth, highlight), direction)


def to_svg(thing=None, depth=None, highlight=None, direction=None):
    """Returns the diagram as SVG text, drawn by Graphviz without a browser; parameters as `to_dot` has them.

    RuntimeError when the program `dot` is not installed, or when the diagram is too large for it.
    """
    require_direction(direction)
    structure, found, operations = _drawn(thing, depth, highlight)
    if shutil.which("dot") is None:
        raise RuntimeError(
            explain(
                "to_svg draws with Graphviz, and there is no program `dot` here.",
                fix="install Graphviz (Debian: apt-get install graphviz; macOS: brew install graphviz), "
                "or use save_html, which needs none",
            )
        )
    drawn = svg.drawing(structure, found, operations, direction, _TIME_LIMIT)
    if drawn is None:
        raise RuntimeError(
            explain(
                f"Graphviz could not draw a diagram of {count(leaves(found), 'box').replace('boxs', 'boxes')} "
                f"in {_TIME_LIMIT:.0f} seconds.",
                fix="open fewer scopes (depth=0), show one scope alone, or use save_html, which draws graphs of any size",
            )
        )
    return drawn


def save_html(thing=None, path="graph.html", depth=None, highlight=None, direction=None):
    """Writes the diagram as one HTML file that opens in any browser, without network, server or kernel; returns `path`.

    thing, depth, highlight, direction: as `show` has them.  path: where to write, a str or PathLike; what is there is replaced.
    The file holds all that the diagram can show, attributes too, but no line of the code that made the operations.
    """
    diagram = Diagram(thing, depth, highlight, direction=direction)
    name = os.path.basename(os.fspath(path)).removesuffix(".html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(page.whole(diagram.graph, name, diagram.messages))
    return path


def _drawn(thing, depth, highlight):
    """The Structure of the graph, the boxes of the subject, and the highlighted operations."""
    about = subject(thing)
    graph = about.graph
    scope = about.at if is_scope(graph, about.at) else ""
    wanted = highlighted(graph, highlight)
    if about.at and not scope:
        wanted += highlighted(graph, about.at)
    operations = graph.get_operations()
    chosen = [
        op
        for one in wanted
        for op in (
            [operations[one]] if isinstance(one, int) else [o for o in operations if o.name.startswith(f"{one}/")]
        )
    ]
    structure = Structure(operations, chosen)
    return structure, boxes(structure, about.operations, depth, scope), chosen

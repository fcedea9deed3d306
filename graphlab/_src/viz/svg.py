"""The still diagram as SVG, drawn by Graphviz' `dot` where that is installed."""

import re
import subprocess

from graphlab._src.viz import dot
from graphlab._src.viz.still_diagram import boxes, leaves
from graphlab._src.viz.subject import Subject

_MOST_BOXES = 60  # beyond this a still diagram is a tangle, and dot may run for minutes
_MOST_OPERATIONS = 5_000  # beyond this reading all of them would delay the live view
_MOST_BYTES = 64_000  # that a saved output spends on it; 60 boxes take about 50,000
_TIME_LIMIT = 2.0  # seconds
_FONT = ' font-family="Helvetica,sans-Serif" font-size="11.00"'
_UNREAD = re.compile(r"<!--.*?-->\n|<title>[^<]*</title>\n| (?:id|class)=\"[^\"]*\"", re.DOTALL)


def fallback(graph, wishes):
    """A small diagram for front ends without our renderer, or None where there can be none; wishes: the message of `show`."""
    if not 0 < graph.version <= _MOST_OPERATIONS:
        return None
    operations = graph.get_operations()
    found = Subject(graph, wishes.get("at", "")).operations if wishes.get("at") else operations
    scope = wishes.get("at", "") if len(found) < len(operations) else ""
    highlight = [operations[number] for number in wishes.get("highlight", []) if isinstance(number, int)]
    # The requested depth may be too much; then as much as keeps the diagram small, or the scopes alone.
    for depth in dict.fromkeys((wishes.get("depth"), None, 0)):
        some = boxes(found, depth, scope)
        if leaves(some) <= _MOST_BOXES:
            drawn = rendered(dot.source(some, highlight, wishes.get("direction")), _TIME_LIMIT)
            if drawn is None:
                return None
            drawn = _compact(drawn)
            if len(drawn) <= _MOST_BYTES:
                return drawn
    return None


def _compact(drawn):
    """The same drawing without comments, titles and identifiers, and with the font stated once: a third shorter."""
    if _FONT not in drawn:
        return drawn
    return _UNREAD.sub("", drawn).replace(_FONT, "").replace("<g ", f"<g{_FONT} ", 1)


def rendered(source, seconds):
    """The SVG of DOT source; None when there is no `dot`, or it runs longer."""
    try:
        drawn = subprocess.run(
            ["dot", "-Tsvg"], input=source.encode(), capture_output=True, timeout=seconds, check=True
        ).stdout.decode()
    except (OSError, subprocess.SubprocessError):
        return None
    return drawn[drawn.find("<svg") :]

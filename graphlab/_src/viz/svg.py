"""The still diagram as SVG, drawn by Graphviz' `dot` where that is installed."""

import re
import subprocess
import xml.etree.ElementTree as ElementTree

from graphlab._src.viz import dot
from graphlab._src.viz.still_diagram import boxes, leaves
from graphlab._src.viz.structure import Structure
from graphlab._src.viz.subject import Subject

_MOST_BOXES = 60  # beyond this a still diagram is a tangle, and dot may run for minutes
_MOST_OPERATIONS = 5_000  # beyond this reading all of them would delay the live view
_MOST_BYTES = 64_000  # that a saved output spends on it; 60 boxes take about 50,000
_TIME_LIMIT = 2.0  # seconds
_ROUNDS = 3  # in which titles make way for edges
_SVG = "{http://www.w3.org/2000/svg}"
_LETTER, _BLANK, _LINE, _DESCENT = 6.0, 3.1, 12.0, 3.0  # of a title, in points
_STEPS = 16  # points of each curve that are looked at
_FONT = ' font-family="Helvetica,sans-Serif" font-size="11.00"'
_SIZE = re.compile(r'<svg width="([\d.]+)pt" height="([\d.]+)pt"')
_PAGE = (400, 610)  # points that an output has on a page of A4 or Letter
_LEAST_SCALE = 0.5  # less could not be read
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
    structure = Structure(operations, highlight)
    for depth in dict.fromkeys((wishes.get("depth"), None, 0)):
        some = boxes(structure, found, depth, scope)
        if leaves(some) <= _MOST_BOXES:
            drawn = drawing(structure, some, highlight, wishes.get("direction"), _TIME_LIMIT)
            if drawn is None:
                return None
            drawn = _on_page(_compact(drawn))
            if len(drawn) <= _MOST_BYTES:
                return drawn
    return None


def _compact(drawn):
    """The same drawing without comments, titles and identifiers, and with the font stated once: a third shorter."""
    if _FONT not in drawn:
        return drawn
    return _UNREAD.sub("", drawn).replace(_FONT, "").replace("<g ", f"<g{_FONT} ", 1)


def _on_page(drawn):
    """The same drawing, smaller where it is larger than a printed page: print cuts off what does not fit."""
    size = _SIZE.search(drawn)
    if size is None:
        return drawn
    width, height = (float(number) for number in size.groups())
    scale = max(_LEAST_SCALE, min(1.0, _PAGE[0] / width, _PAGE[1] / height))
    return drawn.replace(size[0], f'<svg width="{width * scale:.0f}pt" height="{height * scale:.0f}pt"', 1)


def drawing(structure, found, highlight, direction, seconds):
    """The SVG of boxes, in which no edge runs through the title of a scope where that can be avoided; None without `dot`."""
    titles, best, fewest = {}, None, 0
    for _ in range(_ROUNDS):
        drawn = rendered(dot.source(structure, found, highlight, direction, titles), seconds)
        if drawn is None:
            break
        crossed = crossed_titles(drawn)
        if best is None or len(crossed) < fewest:
            best, fewest = drawn, len(crossed)
        if not crossed:
            break
        titles = titles | {name: "wide" if name in titles else "r" for name in crossed}
    return best


def crossed_titles(drawn):
    """The names of the clusters through whose titles edges run."""
    root = ElementTree.fromstring(drawn)
    points = [
        point
        for one in root.iter(f"{_SVG}g")
        if one.get("class") == "edge"
        for path in one.iter(f"{_SVG}path")
        for point in _points(path.get("d", ""))
    ]
    found = []
    for one in root.iter(f"{_SVG}g"):
        words = one.find(f"{_SVG}text") if one.get("class") == "cluster" else None
        name = one.findtext(f"{_SVG}title", "").removeprefix("cluster_")
        if words is None:
            continue
        title = (words.text or "").lstrip()
        width = _LETTER * len(title)
        whole = width + _BLANK * (len(words.text or "") - len(title))
        right = float(words.get("x", 0)) + whole / 2  # Graphviz anchors titles in their middle
        bottom = float(words.get("y", 0)) + _DESCENT
        if any(right - width <= x <= right and bottom - _LINE <= y <= bottom for x, y in points):
            found.append(name)
    return found


def _points(path):
    """Points of a curve, near to each other."""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path)]
    ends = list(zip(numbers[::2], numbers[1::2], strict=False))
    for k in range(0, len(ends) - 3, 3):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = ends[k : k + 4]
        for step in range(_STEPS):
            t = step / _STEPS
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            yield a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy


def rendered(source, seconds):
    """The SVG of DOT source; None when there is no `dot`, or it runs longer."""
    try:
        drawn = subprocess.run(
            ["dot", "-Tsvg"], input=source.encode(), capture_output=True, timeout=seconds, check=True
        ).stdout.decode()
    except (OSError, subprocess.SubprocessError):
        return None
    return drawn[drawn.find("<svg") :]

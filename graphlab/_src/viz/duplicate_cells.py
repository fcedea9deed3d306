"""Reports in the graph view that a cell was run again and has built the same operations once more."""

import weakref

from graphlab._src.viz.overlays.duplicates import FIX, repeated

_looked = weakref.WeakKeyDictionary()  # View -> how many operations the graph had


def report_copies(view, _result):
    """Sends what is to be said, when a cell has added to the graph."""
    graph = view.existing
    if graph is None or graph.version == _looked.get(view):
        return
    _looked[view] = graph.version
    found = repeated(graph)
    if found:
        text = found[0].text + (f" {len(found) - 1} more cells did the same." if len(found) > 1 else "")
        view.widget.send({"type": "duplicates", "text": text, "fix": FIX})

"""gl.diff: what is different between two graphs, as text and as a diagram."""

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphlab._src.viz import mimebundle, page
from graphlab._src.viz.compare.differences import differences
from graphlab._src.viz.compare.matching import match
from graphlab._src.viz.compare.messages import compare_message
from graphlab._src.viz.compare.scopes import outermost, whole_scopes
from graphlab._src.viz.compare.union import merged
from graphlab._src.viz.subject import subject

_SHOWN = 12  # operations of each kind that the text names


@dataclass(frozen=True)
class Change:
    """An operation that both graphs have, and what is different about it.

    what: [(what, was, is)], in words: [("input 1", "w/read", "norm/mul")].
    """

    before: Any
    after: Any
    what: list[tuple[str, str, str]]

    def __str__(self):
        return f"{self.after.name}  " + "; ".join(f"{what}: {was} → {now}" for what, was, now in self.what)


class Diff:
    """The differences between two graphs. Printing it lists them; a cell that ends with it shows a diagram of both in one.

    before, after: the Graphs.  pairs: {operation of before: the same one in after}.
    added, removed: Operations that only one has.  changed: a Change for each that both have and that is different.
    renamed: {operation of before: that of after} where only the name is different, or the scope's.
    It is true when anything is different.
    """

    def __init__(self, before, after):
        self.before, self.after = before, after
        self.pairs = match(before, after)
        found = set(self.pairs.values())
        self.added = [op for op in after.get_operations() if op not in found]
        self.removed = [op for op in before.get_operations() if op not in self.pairs]
        described = ((ours, theirs, differences(ours, theirs, self.pairs)) for ours, theirs in self.pairs.items())
        self.changed = [Change(ours, theirs, what) for ours, theirs, what in described if what]
        self.renamed = {ours: theirs for ours, theirs in self.pairs.items() if ours.name != theirs.name}

    @functools.cached_property
    def merged(self):
        """(a Graph that holds both, {operation of either: its copy there})."""
        return merged(self.before, self.after, self.pairs)

    def message(self, whole=False):
        """The message to the graph view; whole: it has no kernel to request the two graphs from."""
        return compare_message(self, whole)

    def save_html(self, filename):
        """Writes a page with the diagram of both graphs: one file that needs no server and no network."""
        graph, _ = self.merged
        body = page.diagram(graph, [self.message(whole=True)])
        line = repr(self).splitlines()[0].removeprefix("Diff: ")
        Path(filename).write_text(page.page("Two graphs – graphlab", "Two graphs", line, body), encoding="utf-8")

    def __bool__(self):
        return bool(self.added or self.removed or self.changed or self.renamed)

    def __repr__(self):
        before, after = self.before.version, self.after.version
        if not self:
            return f"Diff: no difference, {after} operations"
        lines = [f"Diff: {before} → {after} operations"]
        lines += _lines("added", self.added, _scopes(self.added, self.after))
        lines += _lines("removed", self.removed, _scopes(self.removed, self.before))
        lines += _lines("changed", self.changed, [str(change) for change in self.changed])
        lines += _lines("renamed", self.renamed, [f"{was} → {now}" for was, now, _ in outermost(self.renamed)])
        same = (
            len(self.pairs) - len(self.changed) - len(self.renamed.keys() - {change.before for change in self.changed})
        )
        return "\n".join([*lines, f"  same     {same}"])

    def _repr_mimebundle_(self, include=None, exclude=None):
        graph, _ = self.merged
        data, metadata = mimebundle.mimebundle(graph, include, exclude, messages=[self.message()])
        return data | ({"text/plain": repr(self)} if "text/plain" in data else {}), metadata


def diff(graph_a, graph_b):
    """Returns what was added, removed and changed from graph_a to graph_b: a Diff, which a cell shows as a diagram.

    graph_a, graph_b: each a Graph or what has one, a GraphDef or MetaGraphDef, or the path of a file or folder that holds
        one (.pb, .pbtxt, .meta, a SavedModel).
    Operations are the same when they have the same name; those of a scope that was renamed, when they compute the same.
    Raises ValueError for anything else; a file that holds no graph raises an error that says what it is.
    """
    return Diff(subject(graph_a).graph, subject(graph_b).graph)


def _scopes(operations, graph):
    found = whole_scopes(operations, graph).items()
    return [f"{name} ({len(some)})" if name.endswith("/") else name for name, some in found]


def _lines(kind, items, texts):
    """The lines on one kind of difference: how many operations, and the first few of them."""
    if not items:
        return
    yield f"  {kind:<8} {len(items)}"
    yield from (f"           {text}" for text in texts[:_SHOWN])
    if len(texts) > _SHOWN:
        yield f"           … {len(texts) - _SHOWN} more"

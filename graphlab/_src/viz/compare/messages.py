"""The message about two graphs in one diagram: which operations are added, removed, changed, renamed, and each graph alone."""

from graphlab._src.viz import live, protocol
from graphlab._src.viz.columns import as_text
from graphlab._src.viz.compare.scopes import outermost, renamed_scopes, whole_scopes
from graphlab._src.viz.widget import live_view

_SMALL = 20_000  # bytes; a larger graph is not saved in the notebook twice, but requested from the kernel


def compare_message(diff, whole=False):
    """The message, with operations of the merged graph. whole: there is no kernel to request the two graphs from, so both are in it."""
    _, copies = diff.merged
    return {
        "type": "compare",
        "added": _alone(diff.added, diff.after, copies),
        "removed": _alone(diff.removed, diff.before, copies),
        "changed": [
            [
                copies[change.after].id,
                [copies[change.after].id],
                [f"{what}: {was} → {now}" for what, was, now in change.what],
            ]
            for change in diff.changed
        ],
        "renamed": [
            [f"{now}/" if len(ops) > 1 else copies[ops[0]].id, [copies[op].id for op in ops], [f"was {was}"]]
            for was, now, ops in outermost(diff.renamed)
        ],
        "scopes": renamed_scopes(diff.renamed),
        "sides": [
            _side(diff.before, whole, diff.removed, [change.before for change in diff.changed], diff.renamed),
            _side(diff.after, whole, diff.added, [change.after for change in diff.changed], diff.renamed.values()),
        ],
    }


def _alone(operations, graph, copies):
    """The operations that only one graph has, by scope: [[scope or operation, its operations, [notes]]]."""
    return [
        [name if name.endswith("/") else copies[some[0]].id, [copies[op].id for op in some], []]
        for name, some in whole_scopes(operations, graph).items()
    ]


def _side(graph, whole, alone, changed, renamed):
    """One of the two graphs by itself, and which of its operations are not the other's."""
    packed = protocol.packed(graph, alone=whole)
    if live.in_notebook() and not whole:
        live_view(graph)
    return {
        "graph": graph.uid,
        "chunks": [as_text(packed)] if whole or len(packed) <= _SMALL else [],
        "alone": [op.id for op in alone],
        "changed": [op.id for op in changed],
        "renamed": [op.id for op in renamed],
    }

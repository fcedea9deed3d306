"""The command "explain" of a graph view."""

import base64
from collections.abc import Iterable
from typing import Any

import numpy as np
from IPython.core.getipython import get_ipython

from graphlab._src.graph import Operation
from graphlab._src.viz.commands import command
from graphlab._src.viz.explanation.explanation import explain
from graphlab._src.viz.explanation.fetches import Fetch

_MOST_RECEIVERS = 1_000  # that the diagram marks


@command("explain")
def send_explanation(view: Any, content: dict[str, Any]) -> None:
    """Explains the operations that a graph view names: "3-10,12", by their numbers."""
    graph = view.graph
    if graph is None:
        return
    selection = _operations(graph.get_operations(), content.get("ops"))
    namespace = getattr(get_ipython(), "user_ns", None) or {}
    found = explain(graph, selection, namespace)
    view.widget.send(
        {
            "type": "explain",
            "view": content.get("view"),
            "request": content.get("request"),
            "computes": found.computes,
            "gradients": found.flow.sentences,
            "needed": _fetches(found.needed_by),
            "others": _fetches(found.others),
            "path": _numbers(found.flow.path),
            "stops": _numbers(found.flow.stops),
            "receivers": [[op.id, losses] for op, losses in list(found.flow.receivers.items())[:_MOST_RECEIVERS]],
        }
    )


def _operations(operations: list[Operation], ranges: Any) -> list[Operation]:
    """The operations of ranges of numbers; ValueError for what is none."""
    found: list[Operation] = []
    for part in str(ranges).split(","):
        first, _, last = part.partition("-")
        if not (first.isascii() and first.isdigit() and (not last or (last.isascii() and last.isdigit()))):
            raise ValueError(f"{part!r} is no range of operations")
        begin, end = int(first), int(last or first)
        if not 0 <= begin <= end < len(operations):
            raise ValueError(f"{part} are no operations of this graph, which has {len(operations):,}")
        found += operations[begin : end + 1]
    return list(dict.fromkeys(found))


def _fetches(fetches: list[Fetch]) -> list[list[Any]]:
    return [[one.op.id, one.name, one.kind] for one in fetches]


def _numbers(operations: Iterable[Operation]) -> str:
    """32-bit numbers in base64."""
    numbers = np.array(sorted(op.id for op in operations), "<i4")
    return base64.b64encode(numbers.tobytes()).decode("ascii")

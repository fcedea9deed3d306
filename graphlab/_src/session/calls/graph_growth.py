"""GraphGrowth: warns once of a graph that grows by the same operations before each run: they are built in a loop that runs them."""

import collections
import logging
import os
import weakref

from graphlab._src.base.errors import explain
from graphlab._src.base.source import is_cell
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.operation import Operation

_log = logging.getLogger("graphlab")
_TIMES = 16  # so often the same is built before one warns: stacked layers that are trained one by one are fewer
_COMPARED = 32  # operations of a growth
_KINDS = 256  # of growth that are counted

_of_graphs: "weakref.WeakKeyDictionary[Graph, GraphGrowth]" = weakref.WeakKeyDictionary()


class GraphGrowth:
    """What one graph grew by between the plans of its sessions, counted by what built it."""

    def __init__(self) -> None:
        self._begin = 0  # of the growth before this one
        self._end: int | None = None
        self._counts: collections.Counter[int] = collections.Counter()
        self._warned = False

    def note(self, graph: Graph) -> None:
        """Counts what was added since the plan before, when a plan is made; warns when it is the same for the 16th time."""
        begin, end = self._end, graph.version
        if self._warned or begin == end:
            return
        if begin is not None:  # what was built before the first plan is the model
            added = graph.operations[begin : min(end, begin + _COMPARED)]
            kind = hash((end - begin, *(self._site(op, begin) for op in added)))
            if len(self._counts) < _KINDS or kind in self._counts:
                self._counts[kind] += 1
            if self._counts[kind] >= _TIMES:
                self._warned = True
                _log.warning("%s", _message(added, end - begin))
                self._counts.clear()
            self._begin = begin
        self._end = end

    def _site(self, op: Operation, begin: int) -> tuple[object, ...]:
        """The operation's type, the calls that built it, and its inputs: new ones by their distance, the model's as they are."""
        inputs = (tensor.op.id - begin if tensor.op.id >= self._begin else tensor.op.name for tensor in op.inputs)
        return op.type, *inputs, *((id(code), lasti) for code, lasti in op.frames[0])


def note_growth(graph: Graph) -> None:
    """Counts the growth of a graph for which a plan is made; that of a py_function grows with each value that is read."""
    if graph.value_of is not None:
        return
    growth = _of_graphs.get(graph)
    if growth is None:
        growth = _of_graphs[graph] = GraphGrowth()
    growth.note(graph)


def _message(added: list[Operation], count: int) -> str:
    source = next((op.source for op in added if op.source), None)
    which = "operation" if count == 1 else f"{count:,} operations"
    at = added[0].describe()
    if source is not None and len(source.frames) > 1:
        (file, _, name), (caller, line, _) = source.frames[:2]
        place = "" if caller == file else "another cell, " if is_cell(caller) else f"{os.path.basename(caller)}, "
        at += f", in {name}(), called from {place}line {line}"
    return explain(
        f"The graph grows by the same {which} before each run, now {_TIMES} times: each copy is compiled anew, and stays",
        at=at,
        created=source,
        fix="build once, run often: build it before the loop, with tf.placeholder for what changes, and feed that to run()",
    )

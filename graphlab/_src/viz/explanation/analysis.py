"""A graph's operations with their edges and roles, computed once for all explanations until the graph grows."""

import collections
import functools
import weakref
from collections.abc import Iterable
from typing import Any

from graphlab._src.graph import Operation
from graphlab._src.graph.graph import Graph
from graphlab._src.viz import roles
from graphlab._src.viz.links import Links

_known: "weakref.WeakKeyDictionary[Graph, tuple[int, Analysis]]" = weakref.WeakKeyDictionary()


class Analysis(Links):
    """The operations of a graph by their numbers."""

    def __init__(self, graph: Graph) -> None:
        super().__init__(graph.get_operations())
        self._graph = weakref.ref(graph)

    @property
    def graph(self) -> Any:
        """The Graph."""
        return self._graph()

    @functools.cached_property
    def roles(self) -> list[int]:
        """As roles.auxiliary: 0 for each operation of the model."""
        return roles.auxiliary(self)

    def model(self, operations: Iterable[Operation]) -> list[Operation]:
        """Those that are part of the model; all of them if none is."""
        every = list(operations)
        return [op for op in every if not self.roles[self.number[op]]] or every

    def downstream(self, operations: Iterable[Operation], controls: bool = True) -> set[Operation]:
        """The operations that need these, by values or control dependencies too, with themselves."""
        found = {self.number[op] for op in operations if op in self.number}
        waiting = collections.deque(found)
        while waiting:
            at = waiting.popleft()
            for user in self.users[at]:
                if user not in found and (controls or any(producer == at for producer, _ in self.inputs[user])):
                    found.add(user)
                    waiting.append(user)
        return {self.operations[i] for i in found}

    def upstream(self, operations: Iterable[Operation]) -> set[Operation]:
        """The operations whose values these are computed from, with themselves."""
        found = {self.number[op] for op in operations if op in self.number}
        waiting = collections.deque(found)
        while waiting:
            for producer, _ in self.inputs[waiting.popleft()]:
                if producer >= 0 and producer not in found:
                    found.add(producer)
                    waiting.append(producer)
        return {self.operations[i] for i in found}


def analysis_of(graph: Graph) -> Analysis:
    """The Analysis of all operations of a graph."""
    position, known = _known.get(graph, (-1, None))
    if known is None or position != len(graph.log):
        known = Analysis(graph)
        _known[graph] = len(graph.log), known
    return known

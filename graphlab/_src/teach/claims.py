"""Claims: what a checker states about an answer. One that holds is noted; one that does not ends the check."""

from collections.abc import Iterable
from typing import Any

from graphlab._src.graph.graph import Graph
from graphlab._src.graph.operation import Operation


class RefutedError(Exception):
    """A claim does not hold.

    wrong: the sentence that says so.  hint: what may help, or "" for the exercise's own.
    graph: the learner's graph, or None.  marks: its operations that the sentence is about.
    """

    def __init__(self, wrong: str, hint: str = "", graph: Graph | None = None, marks: Iterable[Operation] = ()) -> None:
        super().__init__(wrong)
        self.wrong = wrong
        self.hint = hint
        self.graph = graph
        self.marks = list(marks)


class Claims:
    """The claims about one answer, in the order in which they were stated.

    right: a sentence for each claim that held.  graph: the learner's graph that was looked at last.
    """

    def __init__(self, graph: Graph) -> None:
        self.right: list[str] = []
        self.graph = graph

    def that(self, holds: Any, right: str, wrong: str, hint: str = "", marks: Iterable[Operation] = ()) -> None:
        """States that `holds` is true: notes `right` (unless "") if so, and else ends the check with `wrong` and `hint`.

        marks: the operations of the learner's graph that `wrong` is about, which the diagram highlights.
        """
        if not holds:
            marks = list(marks)
            raise RefutedError(wrong, hint, marks[0].graph if marks else self.graph, marks)
        if right:
            self.right.append(right)

"""Verdict: what a check found, in a sentence and, in a notebook, on the learner's own graph."""

from typing import Any

from IPython.core.display import HTML
from IPython.display import display

from graphlab._src.graph.graph import Graph
from graphlab._src.teach.words import marked, plain
from graphlab._src.viz import live
from graphlab._src.viz.diff import Diff
from graphlab._src.viz.show import Diagram

_COLOURS = {True: "var(--jp-success-color1, #2e7d32)", False: "var(--jp-warn-color1, #b75c00)"}


class Verdict:
    """What a check found.

    correct: whether the answer is right; the truth of a Verdict.  score: the part of the claims that held, 0 to 1.
    right: what is right, a sentence for each.  wrong: the sentence that says what is not, or "".  hint: what may help, or "".
    graph: the learner's graph, or None.  marks: its operations that `wrong` is about.
    expected: the graph of the solution, or None.
    Printing it says all of that; in a notebook it draws the learner's graph with the marks, and the expected one beside it.
    """

    def __init__(
        self,
        title: str,
        right: list[str],
        total: int,
        wrong: str = "",
        hint: str = "",
        graph: Graph | None = None,
        marks: Any = (),
        expected: Graph | None = None,
    ) -> None:
        self.title = title
        self.right = right
        self.wrong = wrong
        self.hint = hint
        self.graph = graph
        self.marks = list(marks)
        self.expected = expected
        self.correct = not wrong
        self.score = 1.0 if self.correct else min(len(right) / max(total, 1), 0.99)

    def __bool__(self) -> bool:
        return self.correct

    def __repr__(self) -> str:
        return "\n".join(f"{label}: {plain(text)}" for label, text in self._lines())

    def _lines(self) -> list[tuple[str, str]]:
        right = "; ".join(_unique(self.right))
        right = right[:1].upper() + right[1:] + "." if right else ""
        if self.correct:
            return [("Correct", right)]
        lines = [("Not yet", self.wrong[:1].upper() + self.wrong[1:])]
        if right:
            lines.append(("Right so far", right))
        return [*lines, ("Hint", self.hint)] if self.hint else lines

    def _repr_html_(self) -> str:
        colour = _COLOURS[self.correct]
        lines = "".join(
            f'<div style="margin:2px 0"><strong style="color:{colour if i == 0 else "inherit"}">{label}:</strong> {marked(text)}</div>'
            for i, (label, text) in enumerate(self._lines())
        )
        return f'<div role="status" style="border-left:4px solid {colour};padding:4px 12px;margin:4px 0">{lines}</div>'

    def _ipython_display_(self) -> None:
        if not live.in_notebook():
            print(repr(self))
            return
        display({"text/html": self._repr_html_(), "text/plain": repr(self)}, raw=True)
        if self.correct or self.graph is None:
            return
        if self.marks:
            display(Diagram(self.graph, highlight=self.marks))
        if self.expected is not None and (difference := Diff(self.graph, self.expected)):
            display(
                HTML(
                    "<div><strong>Expected:</strong> your graph and that of one solution; others can be right too. "
                    "What has + is in the solution only, what has − in your graph only, and what has ≠ differs.</div>"
                )
            )
            display(difference)


def _unique(texts: list[str]) -> list[str]:
    return list(dict.fromkeys(text.rstrip(".") for text in texts))

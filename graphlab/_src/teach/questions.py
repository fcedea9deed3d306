"""Questions about a run, answered before it runs: by clicks in the diagram, by its buttons, or in plain Python.

teach.predict(loss)  # which operations does a run execute?
teach.predict(loss).answer(["x", "w"])
teach.order(train, among=[loss, step])  # in which order do they run?
teach.which_fetch([loss, train], seed=1)  # what did this run fetch?
"""

import random
from collections.abc import Iterable, Sequence
from typing import Any

from graphlab._src.graph import get_default_graph
from graphlab._src.graph.constant import is_constant
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor
from graphlab._src.graph.traversal import ancestors, executed_by, operation_of
from graphlab._src.teach.answers import is_empty, names_in, names_of
from graphlab._src.teach.claims import RefutedError
from graphlab._src.teach.structure import path_between
from graphlab._src.teach.verdict import Verdict
from graphlab._src.teach.words import names, plain
from graphlab._src.viz import mimebundle
from graphlab._src.viz.outline import outline

_MOST = 16  # choices that are made by themselves


class Question:
    """A question about a graph. A notebook draws the graph with the choices; a terminal prints them.

    text: the question.  choices: the names that it is about.  message: what the diagram is sent.
    """

    kind = ""

    def __init__(self, graph: Graph, text: str, choices: Sequence[Operation], executed: Iterable[Operation]) -> None:
        self.graph = graph
        self.text = text
        self.choices = [op.name for op in choices]
        self._operations = {op.name: op for op in choices}
        self._executed = set(executed)

    @property
    def message(self) -> dict[str, Any]:
        """The message to the diagram: extension/src/model/runs/question.ts."""
        return {
            "type": "question",
            "kind": self.kind,
            "text": self.text.replace("`", ""),
            "choices": [[op.id, name] for name, op in self._operations.items()],
            "right": self._right(),
            "pairs": self._pairs(),
            "executed": sorted(op.id for op in self._executed),
        }

    def answer(self, answer: Any) -> Verdict:
        """Returns the Verdict about an answer: names, tensors or operations, in a list."""
        try:
            if is_empty(answer):
                raise RefutedError("There is no answer yet.", self._hint())
            right = self._check(answer)
        except RefutedError as refuted:
            marks = refuted.marks
            return Verdict(
                self.text, [], len(self.choices), refuted.wrong, refuted.hint, self.graph if marks else None, marks
            )
        return Verdict(self.text, [right], 1)

    def _check(self, answer: Any) -> str:
        """What is right in a right answer; raises RefutedError for others."""
        raise NotImplementedError

    def _right(self) -> list[int]:
        return []

    def _pairs(self) -> list[list[int]]:
        return []

    def __repr__(self) -> str:
        return f"{plain(self.text)}\n  {', '.join(self.choices)}\nAnswer in the diagram, or with .answer([names])."

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        data, metadata = mimebundle.mimebundle(self.graph, include, exclude, messages=[self.message])
        if "text/plain" in data:
            data["text/plain"] = f"{self!r}\n\n{outline(self.graph)}"
        return data, metadata

    def _known(self, chosen: Iterable[str]) -> None:
        unknown = [name for name in chosen if name not in self._operations]
        if unknown:
            raise RefutedError(
                f"{names(unknown)} {'is' if len(unknown) == 1 else 'are'} not among the choices.",
                self._hint(),
            )

    def _hint(self) -> str:
        return f"Choose among {names(self.choices, len(self.choices))}. In Python they are names in quotes."


class Prediction(Question):
    """Which operations does a run execute?"""

    kind = "runs"

    def __init__(
        self,
        graph: Graph,
        target: str,
        targets: Iterable[Operation],
        choices: Sequence[Operation],
        executed: Iterable[Operation],
    ) -> None:
        super().__init__(graph, f"Which of these does a run of {target} execute?", choices, executed)
        self._targets = list(targets)

    def _right(self) -> list[int]:
        return [i for i, op in enumerate(self._operations.values()) if op in self._executed]

    def _check(self, answer: Any) -> str:
        chosen = names_of(answer, "answer")
        self._known(sorted(chosen))
        runs = {name for name, op in self._operations.items() if op in self._executed}
        more, missing = chosen - runs, runs - chosen
        score = f"{len(self.choices) - len(more | missing)} of {len(self.choices)} are right."
        if more:
            name = min(more, key=self.choices.index)
            marks = [self._operations[name]]
            raise RefutedError(
                f"{score} `{name}` does not run.",
                "Nothing that is fetched needs it: no arrow leads from it to the fetch.",
                marks=marks,
            )
        if missing:
            name = min(missing, key=self.choices.index)
            path = next((path for end in self._targets if (path := path_between(self._operations[name], end))), [])
            raise RefutedError(
                f"{score} `{name}` runs too.",
                f"Follow the arrows from it to what is fetched: {' → '.join(f'`{op.name}`' for op in path[:6])}.",
                marks=path,
            )
        return f"a run executes {names(sorted(runs, key=self.choices.index))}, and no other of these"


class Order(Question):
    """In which order do operations run?"""

    kind = "order"

    def __init__(self, graph: Graph, target: str, choices: Sequence[Operation], executed: Iterable[Operation]) -> None:
        super().__init__(
            graph,
            f"In which order may a run of {target} execute these? Choose them one after the other.",
            choices,
            executed,
        )

    def _pairs(self) -> list[list[int]]:
        operations = list(self._operations.values())
        above = [ancestors([op]) for op in operations]
        return [[a, b] for a, op in enumerate(operations) for b in range(len(operations)) if a != b and op in above[b]]

    def _check(self, answer: Any) -> str:
        chosen = names_in(answer, "answer")
        self._known(chosen)
        missing = [name for name in self.choices if name not in chosen]
        if missing or len(chosen) != len(self.choices):
            raise RefutedError(f"Name each once; missing: {names(missing)}.", "The order has all of them in it.")
        for a, b in self._pairs():
            first, second = self.choices[a], self.choices[b]
            if chosen.index(first) > chosen.index(second):
                path = path_between(self._operations[first], self._operations[second])
                raise RefutedError(
                    f"`{second}` can't run before `{first}`, which it needs.",
                    "An operation runs when all of its inputs are there.",
                    marks=path,
                )
        return "each operation comes after all that it needs"


class Cause(Question):
    """Which fetch caused this run?"""

    kind = "fetch"

    def __init__(self, graph: Graph, choices: Sequence[Operation], cause: Operation) -> None:
        super().__init__(
            graph,
            "A run executed the highlighted operations, and no others. What did it fetch?",
            choices,
            executed_by([cause]),
        )
        self._cause = cause

    def _right(self) -> list[int]:
        return [self.choices.index(self._cause.name)]

    def _check(self, answer: Any) -> str:
        chosen = names_of(answer, "answer")
        self._known(sorted(chosen))
        if chosen == {self._cause.name}:
            return f"fetching `{self._cause.name}` executes exactly these operations"
        if len(chosen) > 1:
            raise RefutedError("You named several; the run fetched one.")
        op = self._operations[next(iter(chosen))]
        would = executed_by([op])
        more, less = would - self._executed, self._executed - would
        sentence = (
            f"would also execute {names(sorted(more, key=lambda op: op.id)[:3])}"
            if more
            else f"would not execute {names(sorted(less, key=lambda op: op.id)[:3])}"
        )
        raise RefutedError(
            f"Fetching `{op.name}` {sentence}.",
            "The fetch itself is executed, and nothing that only comes after it.",
            marks=[op],
        )


def predict(fetches: Any, among: Any = None, feeds: Iterable[Any] = (), graph: Graph | None = None) -> Prediction:
    """Returns the question which operations a run of `fetches` executes.

    fetches: as for Session.run.  among: the tensors, operations or names to choose from; when left out all of a small graph
    but constants.  feeds: the tensors that are fed.  graph: whose names are meant; the default graph when left out.
    Raises ValueError for what is not in the graph, or where `among` is left out for a large graph.
    """
    graph, targets = _elements(fetches, graph)
    given = {tensor for tensor in _elements(list(feeds), graph)[1] if isinstance(tensor, Tensor)} if feeds else set()
    ends = [operation_of(item) for item in targets if item not in given]
    return Prediction(graph, names(targets), ends, _choices(graph, among), executed_by(targets, given))


def order(fetches: Any, among: Any = None, graph: Graph | None = None) -> Order:
    """Returns the question in which order a run of `fetches` may execute operations.

    fetches, among, graph: as for predict; when `among` is left out, all that the run executes but constants.
    """
    graph, targets = _elements(fetches, graph)
    executed = executed_by(targets)
    choices = [op for op in _choices(graph, among, executed) if op in executed]
    mixed = random.Random(len(choices)).sample(choices, len(choices))  # the order of creation is an answer
    return Order(graph, names(targets), mixed, executed)


def which_fetch(among: Any, seed: int = 0, graph: Graph | None = None) -> Cause:
    """Returns the question which of several fetches caused a run, of which the diagram shows what it executed.

    among: the fetches, tensors or operations.  seed: decides which of them it was.  graph: as for predict.
    """
    graph, items = _elements(among, graph)
    choices = list(dict.fromkeys(operation_of(item) for item in items))
    return Cause(graph, choices, random.Random(seed).choice(choices))


def _choices(graph: Graph, among: Any, executed: Iterable[Operation] | None = None) -> list[Operation]:
    if among is not None:
        return list(dict.fromkeys(operation_of(item) for item in _elements(among, graph)[1]))
    pool = graph.get_operations() if executed is None else sorted(executed, key=lambda op: op.id)
    found = [op for op in pool if not is_constant(op)]
    if len(found) > _MOST:
        raise ValueError(f"this graph has {len(found)} operations: pass some of them as `among`")
    return found


def _elements(things: Any, graph: Graph | None) -> tuple[Graph, list[Tensor | Operation]]:
    """The graph, and the Tensors and Operations that some things are or name, in order."""
    items = things if isinstance(things, (list, tuple, set)) else [things]
    graph = graph or next((found for item in items if isinstance(found := getattr(item, "graph", None), Graph)), None)
    graph = graph or get_default_graph()
    try:
        return graph, [graph.as_graph_element(item) for item in items]
    except KeyError as error:
        raise ValueError(error.args[0]) from None

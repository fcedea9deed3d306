"""Programs: what the palette offers beside single calls, each some lines of code."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from graphlab._src.editor.feed_texts import feed_text, placeholders_of
from graphlab._src.editor.notebook_names import Names
from graphlab._src.editor.parameters import Parameter
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.tensor import Tensor

_GROUPS = {"program": "Program", "data": "Example data"}


class NotHere(ValueError):  # noqa: N818  (it says why, and is no failure)
    """Why a program does not fit what is selected."""


@dataclasses.dataclass(frozen=True)
class Place:
    """Where a program is written. selected: Tensors and Operations.  texts: {parameter: source text}.

    filled: {parameter: source text} of what the program has chosen itself.
    """

    graph: Graph
    selected: Sequence[Any]
    names: Names
    alias: str
    texts: Mapping[str, str]
    name: str = ""
    filled: dict[str, str] = dataclasses.field(default_factory=dict[str, str])

    @property
    def session(self) -> str:
        """The name of an open session of the graph."""
        found = self.names.of_session(self.graph)
        if found is None:
            raise NotHere("It needs a session: add tf.Session first")
        return found

    def of(self, thing: Any) -> str:
        """The expression of a selected tensor or operation."""
        if isinstance(thing, Tensor):
            return self.names.of_tensor(thing)
        return self.names.of_operation(thing)

    def feed(self, training: bool = False) -> str:
        """The source text of the feeds."""
        if "feed_dict" in self.texts:
            return self.texts["feed_dict"]
        text = feed_text(placeholders_of(self.selected), self.names, training)
        if text:
            self.filled["feed_dict"] = text
        return text


@dataclasses.dataclass(frozen=True)
class Program:
    """Lines that the palette offers.

    builds: they add operations, so that the graph has to be the default one.  named: what they make can be named.
    results: as Line.outputs.
    """

    id: str
    call: str
    doc: str
    write: Callable[[Place], str]
    parameters: tuple[Parameter, ...] = ()
    tensors: tuple[str, ...] = ()
    builds: bool = False
    named: bool = True
    results: Callable[[Place], list[str]] = lambda _: []

    def message(self) -> dict[str, Any]:
        """What the page gets of it."""
        return {
            "id": self.id,
            "call": self.call,
            "group": _GROUPS[self.id.partition(".")[0]],
            "doc": self.doc,
            "tensors": list(self.tensors),
            "parameters": [one.message() for one in self.parameters],
            "named": self.named,
            "scoped": self.builds,
        }

    def lines(self, place: Place) -> str:
        """The lines; NotHere where they do not fit."""
        given = {one.name: one.suggestion for one in self.parameters if one.suggestion is not None}
        return self.write(dataclasses.replace(place, texts=given | dict(place.texts)))


PROGRAMS: dict[str, Program] = {}


def program(
    path: str,
    call: str,
    doc: str,
    parameters: Sequence[Parameter] = (),
    tensors: Sequence[str] = (),
    builds: bool = False,
    named: bool = True,
    results: Callable[[Place], list[str]] = lambda _: [],
) -> Callable[[Callable[[Place], str]], Callable[[Place], str]]:
    """Decorates the function that writes a program."""

    def register(write: Callable[[Place], str]) -> Callable[[Place], str]:
        PROGRAMS[path] = Program(path, call, doc, write, tuple(parameters), tuple(tensors), builds, named, results)
        return write

    return register


def nothing_selected(place: Place) -> None:
    """Raises NotHere where something is selected."""
    if place.selected:
        raise NotHere("It needs no tensor: select none")

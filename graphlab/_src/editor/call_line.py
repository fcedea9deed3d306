"""The line of one call: tried out in a scratch graph first, so that its results are known, or why it can't be made."""

import contextlib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from graphlab._src.base.source_line import literal
from graphlab._src.editor import writing
from graphlab._src.editor.attempts import ArgumentError, Attempt, attempt
from graphlab._src.editor.building import stored_variables
from graphlab._src.editor.catalog import Entry
from graphlab._src.editor.expressions import RefusedError, parse
from graphlab._src.editor.likeness import likenesses_of
from graphlab._src.editor.namespace import reader_of
from graphlab._src.editor.notebook_names import ALIASES, Names
from graphlab._src.editor.reasons import reason
from graphlab._src.editor.results import describe, variables_text
from graphlab._src.editor.rules import nothing_collected
from graphlab._src.editor.scratch import Scratch, apart
from graphlab._src.editor.written import Line
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.tensor import Tensor

_NODE = re.compile(r"[A-Za-z0-9.][A-Za-z0-9_.\\/-]*")


class CallLine:
    """One request for a line; the arguments are those of line_of."""

    def __init__(
        self, graph: Graph, selection: Sequence[Tensor], entry: Entry, arguments: Mapping[str, str], name: str,
        scope: str, names: Names, within: bool,
    ):  # fmt: skip
        self.graph, self.selection, self.entry = graph, selection, entry
        self.arguments, self.name, self.scope = arguments, name, scope
        self.names, self.within = names, within
        self.things = names.things_of(selection)  # (thing, expression)
        self.around: list[str] = []  # the heads of the blocks
        if entry.form == "optimizer" and "global_step" not in arguments:
            self.arguments = {**arguments, **self._global_step()}

    def line(self) -> Line:
        """The Line."""
        try:
            self._check()
            made = apart(self._attempt, self.arguments, self.name or None)
            self._check_variables(made)
        except ArgumentError as error:
            return Line(why=str(error), parameter=error.parameter)
        except Exception as error:
            why = reason(error, likenesses_of([thing for thing, _ in self.things]))
            return Line(why=why, parameter=apart(self._at_fault))
        filled_in = {name: text for name, text in made.texts.items() if name not in self.arguments}
        return Line(self._code(made), describe(made.result), variables_text(made.variables), arguments=filled_in)

    def _global_step(self) -> dict[str, str]:
        """The argument that has a training step counted, where the graph counts them and the notebook has a name for that."""
        counters = self.graph.get_collection("global_step")
        name = self.names.of_thing(counters[0]) if counters else None
        return {"global_step": name} if name else {}

    def _check(self) -> None:
        if self.graph.finalized:
            raise ArgumentError("The graph is finalized: nothing can be added to it")
        why = nothing_collected(self.entry.id, self.graph)
        if why:
            raise ArgumentError(why)
        try:
            self.around = [] if self.within else writing.graph_block(self.graph, self.names)
        except writing.UnreachableError as error:
            raise ArgumentError(str(error)) from None
        for tensor in self.selection:
            if tensor.op.control_flow_context is not None:
                raise ArgumentError(f"{tensor.op.name} is inside a loop or branch: select what comes out of it")
        for field, text in (("name", self.name), ("scope", self.scope)):
            if text and not _NODE.fullmatch(text):
                raise ArgumentError(f"{text!r} is no {field} of nodes: letters, digits, _ . / and - are", field)
        known = {one.name for one in (*self.entry.parameters, *self.entry.tensors)}
        for parameter, text in self.arguments.items():
            if parameter not in known:
                raise ArgumentError(f"{self.entry.call} has no parameter {parameter!r}", parameter)
            try:
                parse(text)
            except RefusedError as error:
                raise ArgumentError(str(error), parameter) from None

    def _attempt(self, arguments: Mapping[str, str], name: str | None) -> Attempt:
        likenesses = likenesses_of([thing for thing, _ in self.things])
        called = [text for _, text in self.things]
        return attempt(self.entry, likenesses, arguments, self._read, self._scratch, name, called)

    def _scratch(self) -> Scratch:
        return Scratch(self.graph.seed)

    def _read(self, scratch: Scratch, text: str) -> Any:
        return reader_of(scratch, self.names, self.graph).read(text)

    def _check_variables(self, made: Attempt) -> None:
        """A variable that a call makes by its name must be a new one."""
        if self.name and made.scratch is not None:
            taken = stored_variables(self.graph) & stored_variables(made.scratch.graph)
            if taken:
                raise ArgumentError(f"The graph has a variable {min(taken)!r}: take another name", "name")

    def _at_fault(self) -> str:
        """The parameter whose argument is to blame: without it, the call could be built."""
        for parameter in self.arguments:
            rest = {name: text for name, text in self.arguments.items() if name != parameter}
            with contextlib.suppress(Exception):
                self._attempt(rest, None)
                return parameter
        return ""

    def _code(self, made: Attempt) -> str:
        called = [text for _, text in self.things]
        texts = {name: writing.in_notebook(text, self.names) for name, text in made.texts.items()}
        for parameter, which in made.match.items():
            texts[parameter] = f"[{', '.join(called[i] for i in which)}]" if isinstance(which, list) else called[which]
        around = list(self.around)
        if self.scope:
            around.append(f"with {self.names.module() or ALIASES[0]}.name_scope({literal(self.scope)})")
        name = writing.node_name(self.entry, self.name, called, stored_variables(self.graph))
        target = writing.target_of(self.entry, made.result, self._wanted(name), self.names)
        return writing.with_imports(writing.call_code(self.entry, texts, name, target, self.names, around), self.names)

    def _wanted(self, name: str) -> str:
        """The name of the new variable: as the node's, but for a summary, which has the name of what it is of."""
        return self.name if self.entry.id.startswith("summary.") else name

"""The line that applies an entry of the catalogue to selected tensors, and what it would make."""

import ast
import contextlib
import dataclasses
import re
from collections.abc import Mapping, Sequence
from typing import Any

from graphlab._src.editor import source_line
from graphlab._src.editor.arrangement import arranged
from graphlab._src.editor.attempts import ArgumentError, Attempt, attempt
from graphlab._src.editor.building import stored_variables
from graphlab._src.editor.catalog import Entry, entries
from graphlab._src.editor.expressions import RefusedError, parse
from graphlab._src.editor.likeness import Likeness, likenesses_of
from graphlab._src.editor.namespace import reader_of
from graphlab._src.editor.notebook_names import ALIASES, Names, identifier, snake_case
from graphlab._src.editor.parameter_words import TARGETS
from graphlab._src.editor.programs import PROGRAMS, NotHere, Place, Program
from graphlab._src.editor.public_names import MODULE
from graphlab._src.editor.reasons import reason
from graphlab._src.editor.results import describe, parts_of, variables_text
from graphlab._src.editor.scratch import Scratch, apart
from graphlab._src.graph.graph import Graph, default_graphs
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor

_NODE = re.compile(r"[A-Za-z0-9.][A-Za-z0-9_.\\/-]*")


@dataclasses.dataclass
class Line:
    """A line of code, or why there is none.

    outputs: `float32 ?×10` for each tensor that it makes.  note: `7,850 parameters`.
    parameter: the one whose argument is at fault, where that is known.
    arguments: {parameter: source text} of what was filled in, since a call needs it.
    """

    code: str = ""
    outputs: Sequence[str] = ()
    note: str = ""
    why: str = ""
    parameter: str = ""
    arguments: Mapping[str, str] = dataclasses.field(default_factory=dict[str, str])


def line_of(
    graph: Graph,
    selection: Sequence[Tensor | Operation],
    entry_id: str,
    arguments: Mapping[str, str] | None = None,
    name: str = "",
    scope: str = "",
    names: Names | None = None,
    within: bool = False,
) -> Line:
    """The Line for an entry; nothing in `graph` changes.

    selection: tensors of `graph`, or operations without outputs.  arguments: {parameter: source text}.  name: of the node and the new variable.
    scope: the name scope, "block/" to enter one that is there again.
    within: the line goes to where `graph` is the default one, as in the cell of %%graph that makes it.
    """
    names = names or Names()
    given = {key: text.strip() for key, text in (arguments or {}).items() if text.strip()}
    program, entry = PROGRAMS.get(entry_id), entries().get(entry_id)
    if program is not None:
        return program_line(program, Place(graph, selection, names, names.module() or ALIASES[0], given, name), within)
    if entry is None:
        return Line(why=f"graphlab's palette has no {entry_id!r}")
    tensors = [thing for thing in selection if isinstance(thing, Tensor)]
    if len(tensors) < len(selection):
        return Line(why="It takes tensors: an operation without outputs has no value")
    return _Writer(graph, tensors, entry, given, name.strip(), scope.strip(), names, within).line()


class _Writer:
    def __init__(
        self, graph: Graph, selection: Sequence[Tensor], entry: Entry, arguments: Mapping[str, str], name: str,
        scope: str, names: Names, within: bool,
    ):  # fmt: skip
        self.graph, self.selection, self.entry = graph, selection, entry
        self.arguments, self.name, self.scope = arguments, name, scope
        self.names, self.within = names, within
        self.things = names.things_of(selection)  # (thing, expression)
        self.alias = names.module() or ALIASES[0]
        self.texts: dict[str, str] = {}  # parameter → the source text of its argument

    def line(self) -> Line:
        try:
            self._check()
            made = apart(self._attempt, self.arguments, self.name or None)
            self._check_variables(made)
        except ArgumentError as error:
            return Line(why=str(error), parameter=error.parameter)
        except Exception as error:
            return Line(why=reason(error, self._likenesses()), parameter=apart(self._at_fault))
        used = {name: text for name, text in made.texts.items() if name not in self.arguments}
        self.texts = {name: self._in_notebook(text) for name, text in made.texts.items()} | self._selected(made)
        return Line(self._code(made.result), describe(made.result), variables_text(made.variables), arguments=used)

    def _check(self) -> None:
        if self.graph.finalized:
            raise ArgumentError("The graph is finalized: nothing can be added to it")
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
        likenesses = self._likenesses()
        called = [text for _, text in self.things]
        seed = self.graph.seed
        return attempt(self.entry, likenesses, arguments, self._read, lambda: Scratch(seed), name, called)

    def _likenesses(self) -> list[Likeness]:
        return likenesses_of([thing for thing, _ in self.things])

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

    def _selected(self, made: Attempt) -> dict[str, str]:
        """{parameter: source text} of the selected tensors."""
        texts = [text for _, text in self.things]
        return {
            parameter: f"[{', '.join(texts[i] for i in which)}]" if isinstance(which, list) else texts[which]
            for parameter, which in made.match.items()
        }

    # How it is written

    def _in_notebook(self, text: str) -> str:
        """A text with the notebook's own name for graphlab; what else is typed stays as it is."""
        if self.alias == MODULE or MODULE in self.names.values:
            return text
        places = [
            node.col_offset
            for node in ast.walk(ast.parse(text, mode="eval"))
            if isinstance(node, ast.Name) and node.id == MODULE and node.lineno == 1
        ]
        for place in sorted(places, reverse=True):
            text = text[:place] + self.alias + text[place + len(MODULE) :]
        return text

    def _code(self, result: Any) -> str:
        function = f"{self.alias}.{self.entry.id}"
        positional, keywords = self._arranged()
        target = self._target(result)
        lines = source_line.statement(target, function, positional, keywords, self._tail())
        if self.scope:
            head = f"with {self.alias}.name_scope({source_line.literal(self.scope)})"
            lines = source_line.block(head, lines)
        return in_graph(lines, self.graph, self.selection, self.names, self.within)

    def _arranged(self) -> tuple[list[str], dict[str, str]]:
        """The texts of arguments by position, and by keyword: those that are not the defaults."""
        defaults = {one.name: one.default for one in self.entry.parameters}
        given = {name: text for name, text in self.texts.items() if text != defaults.get(name)}
        name = source_line.literal(self.name) if self.name else None
        if self.entry.needs_name:
            name = source_line.literal(self._base())
        if self.entry.form == "optimizer":
            name = None
        return arranged(self.entry, given, name, _several)

    def _tail(self) -> str:
        if self.entry.form == "optimizer":
            named = f", name={source_line.literal(self.name)}" if self.name else ""
            return f").minimize({self.texts['loss']}{named})"
        return f")({self.texts['inputs']})" if self.entry.form == "layer" else ")"

    def _base(self) -> str:
        if self.entry.id.startswith("summary.") and self.things and not self.name:
            return identifier(self.things[0][1])
        return self.name or TARGETS.get(self.entry.id) or identifier(snake_case(self.entry.word))

    def _target(self, result: Any) -> str:
        """The new variables of the notebook that the results get."""
        parts = parts_of(self.entry.id, result)
        if parts and not self.name:
            taken = [self.names.free(part) for part in parts]
            return ", ".join(taken)
        word = f"{self.entry.word}_summary" if self.entry.id.startswith("summary.") else ""
        return self.names.free(self.name or word or self._base())


def in_graph(lines: str, graph: Graph, selection: Sequence[Any], names: Names, within: bool) -> str:
    """Lines where `graph` is the default graph and graphlab is imported."""
    name = "" if within else names.of_graph(graph)
    if name is None and selection and isinstance(selection[0], Tensor):
        name = f"{names.of_tensor(selection[0])}.graph"
    if name:
        lines = source_line.block(f"with {name}.as_default()", lines)
    imports = [] if names.module() else [f"import graphlab as {ALIASES[0]}"]
    if "np." in lines and "np" not in names.values:
        imports.append("import numpy as np")
    return "\n".join([*imports, "", lines]) if imports else lines


def program_line(program: Program, place: Place, within: bool) -> Line:
    """The Line of a program."""
    unknown = set(place.texts) - {one.name for one in program.parameters}
    try:
        for text in place.texts.values():
            parse(text)
        code = program.lines(place)
    except (NotHere, RefusedError) as error:
        return Line(why=str(error))
    if unknown:
        return Line(why=f"{program.call} has no parameter {min(unknown)!r}", parameter=min(unknown))
    selection = place.selected if program.builds else ()
    graph = place.graph if program.builds else default_graphs.of_main_thread()
    return Line(in_graph(code, graph, selection, place.names, within))


def _several(text: str) -> list[str]:
    """The elements of a list as arguments."""
    tree = parse(text)
    return [ast.unparse(item) for item in tree.elts] if isinstance(tree, ast.List) else [f"*{text}"]

"""The line that applies an entry of the catalogue to selected tensors, and what it would make."""

import ast
import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from graphlab._src.editor import fits, matching, source_line
from graphlab._src.editor.building import build, reason
from graphlab._src.editor.catalog import MODULE, Entry, entries
from graphlab._src.editor.expressions import RefusedError, parse
from graphlab._src.editor.namespace import reader_of
from graphlab._src.editor.notebook_names import ALIASES, Names, identifier
from graphlab._src.editor.parameter_words import BY_KEYWORD, BY_POSITION, TARGETS
from graphlab._src.editor.results import describe, parts_of, variables_text
from graphlab._src.editor.scratch import Scratch, apart, likeness_of
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.tensor import Tensor


@dataclasses.dataclass
class Line:
    """A line of code, or why there is none.

    outputs: `float32 ?×10` for each tensor that it makes.  note: `7,850 parameters`.
    parameter: the one whose argument is at fault, where that is known.
    """

    code: str = ""
    outputs: Sequence[str] = ()
    note: str = ""
    why: str = ""
    parameter: str = ""


class ArgumentError(ValueError):
    """An argument that can't be taken; parameter: whose it is."""

    def __init__(self, message: str, parameter: str = ""):
        super().__init__(message)
        self.parameter = parameter


def line_of(
    graph: Graph,
    selection: Sequence[Tensor],
    entry_id: str,
    arguments: Mapping[str, str] | None = None,
    name: str = "",
    scope: str = "",
    names: Names | None = None,
) -> Line:
    """The Line for an entry; nothing in `graph` changes.

    selection: tensors of `graph`.  arguments: {parameter: source text}.  name: of the node and the new variable.
    scope: the name scope, "block/" to enter one that is there again.
    """
    entry = entries().get(entry_id)
    if entry is None:
        return Line(why=f"graphlab's palette has no {entry_id!r}")
    return _Writer(graph, selection, entry, arguments or {}, name.strip(), scope.strip(), names or Names()).line()


class _Writer:
    def __init__(
        self, graph: Graph, selection: Sequence[Tensor], entry: Entry, arguments: Mapping[str, str], name: str,
        scope: str, names: Names,
    ):  # fmt: skip
        self.graph, self.selection, self.entry = graph, selection, entry
        self.arguments = {key: text.strip() for key, text in arguments.items() if text.strip()}
        self.name, self.scope, self.names = name, scope, names
        self.alias = names.module() or ALIASES[0]
        self.texts: dict[str, str] = {}  # parameter → the source text of its argument

    def line(self) -> Line:
        try:
            self._check()
            result, variables = apart(self._preview)
        except ArgumentError as fault:
            return Line(why=str(fault), parameter=fault.parameter)
        except Exception as error:
            return Line(why=reason(error), parameter=apart(self._at_fault, error))
        return Line(self._code(result), describe(result), variables_text(variables))

    def _check(self) -> None:
        if self.graph.finalized:
            raise ArgumentError("The graph is finalized: nothing can be added to it")
        for tensor in self.selection:
            if tensor.op.control_flow_context is not None:
                raise ArgumentError(f"{tensor.op.name} is inside a loop or branch: select what comes out of it")
        known = {one.name for one in (*self.entry.parameters, *self.entry.tensors)}
        for parameter, text in self.arguments.items():
            if parameter not in known:
                raise ArgumentError(f"{self.entry.call} has no parameter {parameter!r}", parameter)
            try:
                parse(text)
            except RefusedError as error:
                raise ArgumentError(str(error), parameter) from None

    # What it would make

    def _preview(self) -> tuple[Any, list[Any]]:
        scratch = Scratch(self.graph.seed)
        return scratch.build(self._built, scratch)

    def _built(self, scratch: Scratch) -> tuple[Any, list[Any]]:
        reader = reader_of(scratch, self.names, self.graph)
        given: dict[str, Any] = {}
        self.texts = {}
        for parameter, text in self.arguments.items():
            try:
                given[parameter] = reader.read(text)
            except RefusedError as error:
                raise ArgumentError(str(error), parameter) from None
            self.texts[parameter] = self._in_notebook(text)
        for one in self.entry.parameters:
            if one.suggestion is not None and one.name not in given:
                given[one.name] = reader.read(one.suggestion)
                self.texts[one.name] = self._in_notebook(one.suggestion)
        self._match(scratch, given)
        lacking = matching.missing(self.entry, given)
        if lacking is not None:
            raise ArgumentError(f"{self.entry.call} needs {lacking}", lacking)
        before = len(scratch.graph.get_collection("variables"))
        result = build(self.entry, given, self.name or None)
        made = [] if self.entry.form == "optimizer" else scratch.graph.get_collection("variables")[before:]
        return result, made

    def _match(self, scratch: Scratch, given: dict[str, Any]) -> None:
        """Gives the selected tensors to the parameters that no argument is for, in the order that works."""
        things = [self.names.variable_of(tensor) or tensor for tensor in self.selection]
        if not things:
            return
        likenesses = [likeness_of(thing) for thing in things]
        texts = [self.names.of_tensor(tensor) for tensor in self.selection]
        left = dataclasses.replace(
            self.entry, tensors=tuple(one for one in self.entry.tensors if one.name not in self.arguments)
        )
        match = fits.match_of(left, likenesses, given)
        for parameter, which in match.items():
            if isinstance(which, list):
                given[parameter] = [scratch.stand_in(likenesses[i], texts[i]) for i in which]
                self.texts[parameter] = f"[{', '.join(texts[i] for i in which)}]"
            else:
                given[parameter] = scratch.stand_in(likenesses[which], texts[which])
                self.texts[parameter] = texts[which]

    def _at_fault(self, error: Exception) -> str:
        """The parameter whose argument is to blame: without it, the call could be built."""
        for parameter in self.arguments:
            rest = {name: text for name, text in self.arguments.items() if name != parameter}
            other = _Writer(self.graph, self.selection, self.entry, rest, "", "", self.names)
            try:
                other._preview()
            except Exception:
                continue
            return parameter
        return ""

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
        graph = self.names.of_graph(self.graph)
        if graph is None:
            graph = f"{self.names.of_tensor(self.selection[0])}.graph" if self.selection else None
        if graph:
            lines = source_line.block(f"with {graph}.as_default()", lines)
        if self.names.module() is None:
            lines = f"import graphlab as {self.alias}\n\n{lines}"
        return lines

    def _arranged(self) -> tuple[list[str], dict[str, str]]:
        """The texts of arguments by position, and by keyword."""
        entry = self.entry
        positional: list[str] = []
        keywords: dict[str, str] = {}
        by_position = BY_POSITION.get(entry.id, "").split()
        open_ = True  # whether the next may still be passed by position
        for parameter in entry.order:
            if parameter == "name":
                text = source_line.literal(self.name) if self.name else None
                if text is None and entry.needs_name:
                    text = source_line.literal(self._base())
                if text is not None and entry.form != "optimizer":
                    if open_ and entry.needs_name:
                        positional.append(text)
                    else:
                        keywords["name"] = text
                continue
            one = entry.parameter(parameter)
            text = self.texts.get(parameter)
            if one is None or text is None or text == one.default or entry.form != "call" and one in entry.tensors:
                open_ = open_ and one is not None and (entry.form != "call" and one in entry.tensors)
                continue
            leads = (one.is_tensor and parameter not in BY_KEYWORD) or parameter in by_position
            if open_ and leads and not one.by_keyword:
                positional.append(text)
                positional[-1:] = _several(text) if parameter in entry.variadic else [text]
            else:
                open_ = False
                keywords[parameter] = text
        return positional, keywords

    def _tail(self) -> str:
        if self.entry.form == "optimizer":
            named = f", name={source_line.literal(self.name)}" if self.name else ""
            return f").minimize({self.texts['loss']}{named})"
        return f")({self.texts['inputs']})" if self.entry.form == "layer" else ")"

    def _base(self) -> str:
        if self.entry.id.startswith("summary.") and self.selection and not self.name:
            return identifier(self.names.of_tensor(self.selection[0]))
        return self.name or TARGETS.get(self.entry.id) or identifier(self.entry.word)

    def _target(self, result: Any) -> str:
        """The new variables of the notebook that the results get."""
        parts = parts_of(self.entry.id, result)
        if parts and not self.name:
            taken = [self.names.free(part) for part in parts]
            return ", ".join(taken)
        word = f"{self.entry.word}_summary" if self.entry.id.startswith("summary.") else ""
        return self.names.free(self.name or word or self._base())


def _several(text: str) -> list[str]:
    """The elements of a list as arguments."""
    tree = parse(text)
    return [ast.unparse(item) for item in tree.elts] if isinstance(tree, ast.List) else [f"*{text}"]

"""Site: the call, in a %%graph cell, that made an operation; EditError says in one sentence why one can't be edited."""

import inspect
from dataclasses import dataclass
from typing import Any

import libcst as cst

from graphlab._src.base.source import is_cell
from graphlab._src.editor.call_arguments import place, string_of
from graphlab._src.editor.cell_source import CellSource, EditError, cell_of
from graphlab._src.viz import magic

_EXPRESSIONS = (cst.Call, cst.BinaryOperation, cst.UnaryOperation, cst.Comparison, cst.Subscript)
_LOOPS = {
    cst.For: "a loop",
    cst.While: "a loop",
    cst.ListComp: "a comprehension",
    cst.SetComp: "a comprehension",
    cst.DictComp: "a comprehension",
    cst.GeneratorExp: "a comprehension",
    cst.Lambda: "a lambda",
    cst.ClassDef: "a class",
}


@dataclass(frozen=True)
class Site:
    """Where an operation was made. node: the call, or an expression with an operator.  names: the notebook's variables."""

    op: Any
    cell: CellSource
    node: cst.BaseExpression
    names: dict[str, Any]

    @property
    def statement(self) -> Any:
        """The small statement that the call is in."""
        return self.cell.statement(self.node)

    @property
    def line(self) -> int:
        """The line of the cell, from 1."""
        return self.cell.line_of(self.node)

    @property
    def where(self) -> str:
        """`line 5: h = tf.nn.relu(x)`"""
        return f"line {self.line}: {self.text}"

    @property
    def text(self) -> str:
        """The line; only the first of several."""
        text = self.cell.line_text(self.node)
        return text if self.cell.last_line_of(self.statement) == self.cell.line_of(self.statement) else f"{text} …"

    @property
    def call(self) -> cst.Call:
        """The call; EditError for an expression with an operator, which has no arguments."""
        if isinstance(self.node, cst.Call):
            return self.node
        raise EditError(
            f"'{self.op.name}' is made by an operator, which has no name or arguments to edit ({self.where})"
        )

    @property
    def function(self) -> Any:
        """What is called, or None where the source does not say."""
        return value_of(self.call.func, self.names)

    def parameter(self, name: str) -> tuple[inspect.Parameter | None, int | None]:
        """(a parameter of what is called, where the call has it): each None where there is none."""
        return parameters_of(self.function).get(name), self.place(self.call, name)

    def place(self, call: cst.Call, name: str) -> int | None:
        """Where a call of the same function has the argument of a parameter."""
        order = [one.name for one in parameters_of(self.function).values() if one.kind in _POSITIONAL]
        return place(call, name, order.index(name) if name in order else None)


_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def parameters_of(function: Any) -> dict[str, inspect.Parameter]:
    """The parameters of what is called, by name; none where Python can't say."""
    try:
        return dict(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return {}


def value_of(node: cst.CSTNode, names: dict[str, Any]) -> Any:
    """The value of a name, or of attributes of one; None for other expressions, which would have to be run."""
    if isinstance(node, cst.Name):
        return names.get(node.value)
    if isinstance(node, cst.Attribute):
        owner = value_of(node.value, names)
        return None if owner is None else getattr(owner, node.attr.value, None)
    return None


def site_of(op: Any, shell: Any) -> Site:
    """The Site of an operation; EditError where its line is none that can be edited."""
    frames = op.frames[0] if op.frames else ()
    if not frames:
        raise EditError(f"It is not known which line made '{op.name}'")
    code, instruction = frames[0]
    if not is_cell(code.co_filename):
        raise EditError(f"'{op.name}' was made by {op.source}, which is no cell of this notebook: edit it there")
    cell = cell_of(shell, code.co_filename, op.source.cell)
    if cell is None or not cell.is_graph_cell or op.graph not in magic.graphs:
        raise EditError(
            f"'{op.name}' was made by {op.source}, which is no %%graph cell: running it again would build a copy. "
            "Begin the cell with %%graph, and each run of it builds the graph anew"
        )
    if len(frames) > 1:
        outer = frames[1][0].co_filename
        if outer != code.co_filename and is_cell(outer):
            raise EditError(f"'{op.name}' was made by {op.source}, in a function that another cell calls")
    node = cell.node_at(code, instruction, _EXPRESSIONS)
    if node is None:
        raise EditError(f"The line that made '{op.name}' ({op.source}) is not a plain call")
    site = Site(op, cell, node, shell.user_ns)
    _check_runs_once(site, code, frames)
    return site


def _check_runs_once(site: Site, code: Any, frames: Any) -> None:
    """EditError where the call ran several times, so that an edit would change more than this operation."""
    name = site.op.name
    for node in site.cell.around(site.node):
        what = _LOOPS.get(type(node))
        if what is not None:
            raise EditError(
                f"'{name}' is made in {what} ({site.where}), so editing it would change the others made there too"
            )
        if isinstance(node, cst.FunctionDef):
            break
    if code.co_name == "<module>":
        return
    for other in site.op.graph.get_operations():
        theirs = other.frames[0] if other.frames else ()
        if theirs and theirs[0][0] is code and theirs != frames:
            raise EditError(
                f"'{name}' is made in the function {code.co_name}, which is called several times ({site.where}), "
                "so editing it would change the others made there too"
            )


def call_name(site: Site) -> tuple[str | None, int | None]:
    """(the name that the call has, "" for none; where that argument is). EditError where it is computed."""
    parameter, at = site.parameter("name")
    if at is None:
        accepts_any = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters_of(site.function).values())
        if parameter is None and not accepts_any:
            raise EditError(f"{callee(site)} has no argument `name` ({site.where})")
        return "", None
    value = site.call.args[at].value
    text = string_of(value)
    if text is None:
        if isinstance(value, cst.Name) and value.value == "None":
            return "", at
        raise EditError(f"The name of '{site.op.name}' is computed, not written as a text ({site.where})")
    return text, at


def callee(site: Site) -> str:
    """The source of what is called: `tf.nn.relu`."""
    return cst.Module([]).code_for_node(site.call.func)

"""Form fields: numbers, choices and texts of a %%graph cell that the diagram has sliders and fields for.

A field is a line of the cell with Colab's comment, so that the code stays the source of truth and runs anywhere:

    layers = 2  # @param {type:"slider", min:1, max:4}
    rate = 0.01  # @param {type:"number"}
    kind = "relu"  # @param ["relu", "tanh"]
    bias = True  # @param {type:"boolean"}
"""

import ast
import dataclasses
import io
import math
import re
import tokenize
from typing import Any

from IPython.core.getipython import get_ipython

from graphlab._src.editor.cell_text import empty_lines, is_graph_cell, recorded
from graphlab._src.viz import magic
from graphlab._src.viz.commands import command

_COMMENT = re.compile(r"#\s*@param\b(.*)", re.DOTALL)
_OPTION = re.compile(r"""(\w+)\s*:\s*(?:"([^"]*)"|'([^']*)'|([-+.\w]+))""")
_MOST = 20  # fields of a cell
_LONGEST = 200  # characters of a value


@dataclasses.dataclass(frozen=True)
class Field:
    """name: the variable.  kind: "slider", "number", "choice", "boolean" or "text".  value: the literal's.

    line, start, end: where the literal is in the cell: its line from 0, and columns.
    low, high, step: of a slider.  choices: the literals to choose from.
    """

    name: str
    kind: str
    value: Any
    line: int
    start: int
    end: int
    low: float = 0
    high: float = 0
    step: float = 1
    choices: tuple[Any, ...] = ()

    def described(self) -> dict[str, Any]:
        """What the page gets of it."""
        known: dict[str, Any] = {"name": self.name, "kind": self.kind, "value": str(self.value)}
        if self.kind == "slider":
            known |= {"min": self.low, "max": self.high, "step": self.step}
        if self.kind == "choice":
            known |= {"choices": [str(choice) for choice in self.choices]}
        return known

    def literal(self, text: str) -> str:
        """The Python literal of what the reader has set. Raises ValueError where it can't be a value of the field."""
        if len(text) > _LONGEST:
            raise ValueError(f"{self.name} may have {_LONGEST} characters")
        if self.kind == "boolean":
            return repr(text == "True")
        if self.kind == "choice":
            found = next((choice for choice in self.choices if str(choice) == text), None)
            if found is None:
                raise ValueError(f"{self.name} is one of {', '.join(map(str, self.choices))}")
            return repr(found)
        return repr(text) if self.kind == "text" else self._number(text)

    def _number(self, text: str) -> str:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise ValueError(f"{self.name} is a number, not {text!r}")
        if self.kind == "slider":
            number = float(min(max(number, self.low), self.high))
        whole = isinstance(self.value, int) and number.is_integer()
        return repr(int(number)) if whole else repr(number)


def fields_of(cell: str) -> list[Field]:
    """The fields of a cell's text, in the order of its lines; none where it can't be parsed."""
    lines = cell.split("\n")
    shift = empty_lines(lines) + 1 if is_graph_cell(cell) else 0
    code = "\n".join(lines[shift:])
    try:
        tree = ast.parse(code)
        comments = {
            token.start[0]: token.string
            for token in tokenize.generate_tokens(io.StringIO(code).readline)
            if token.type == tokenize.COMMENT
        }
    except (SyntaxError, ValueError, tokenize.TokenError):
        return []
    found: list[Field] = []
    for node in tree.body:
        comment = _COMMENT.match(comments.get(node.lineno, ""))
        if comment and isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            field = _field(node, comment[1].strip(), lines[shift + node.lineno - 1], shift)
            found += [] if field is None else [field]
    return found[:_MOST]


def _field(node: ast.Assign, comment: str, line: str, shift: int) -> Field | None:
    """The field of an assignment with such a comment, or None where it is none."""
    (target,), literal = node.targets, node.value
    if not isinstance(target, ast.Name) or literal.end_lineno != node.lineno or literal.end_col_offset is None:
        return None
    try:
        value = ast.literal_eval(literal)
        choices = tuple(ast.literal_eval(comment)) if comment.startswith("[") else ()
    except (ValueError, SyntaxError, TypeError):
        return None
    encoded = line.encode()  # Python counts columns in bytes
    start, end = (len(encoded[:at].decode()) for at in (literal.col_offset, literal.end_col_offset))
    row = shift + node.lineno - 1
    if choices:
        return Field(target.id, "choice", value, row, start, end, choices=choices)
    options = {name: one or other or plain for name, one, other, plain in _OPTION.findall(comment)}
    kind = options.get("type")
    if isinstance(value, bool):
        return Field(target.id, "boolean", value, row, start, end)
    if isinstance(value, str):
        return Field(target.id, "text", value, row, start, end)
    if not isinstance(value, (int, float)):
        return None
    if kind != "slider":
        return Field(target.id, "number", value, row, start, end)
    try:
        low, high, step = (float(options.get(name, "1")) for name in ("min", "max", "step"))
    except ValueError:
        return None
    whole = isinstance(value, int) and low.is_integer() and high.is_integer() and step.is_integer()
    low, high, step = (int(low), int(high), int(step)) if whole else (low, high, step)
    return Field(target.id, "slider", value, row, start, end, low, high, step) if low < high and step > 0 else None


def messages_of(cell: str, number: int | None) -> list[dict[str, Any]]:
    """The message for the diagram of a %%graph cell: its fields, if it has some. number: the cell's."""
    fields = fields_of(cell)
    if not fields or number is None:
        return []
    return [{"type": "fields", "cell": number, "fields": [field.described() for field in fields]}]


def with_value(cell: str, name: str, text: str) -> str:
    """The text of a cell in which a field has another value. Raises ValueError where it can't."""
    field = next((field for field in fields_of(cell) if field.name == name), None)
    if field is None:
        raise ValueError(f"The cell has no field {name!r} any more: run it again")
    lines = cell.split("\n")
    line = lines[field.line]
    literal = field.literal(text)
    if line[field.start] == '"' and literal.startswith("'") and '"' not in literal:
        literal = f'"{literal[1:-1]}"'  # as the cell writes texts
    lines[field.line] = line[: field.start] + literal + line[field.end :]
    return "\n".join(lines)


@command("field")
def send_cell(view: Any, content: dict[str, Any]) -> None:
    """Sends the text of a cell in which a field has the value that the reader has set."""
    number, name, text = content.get("cell"), content.get("name"), content.get("value")
    if not isinstance(number, int) or not isinstance(name, str) or not isinstance(text, str):
        raise ValueError("a field is set by its cell's number, its name and its value")
    message = {"type": "field-result", "view": content["view"], "cell": number, "request": content.get("request")}
    try:
        before = recorded(get_ipython(), number)
        if before is None:
            raise ValueError("The cell ran in another kernel: run it again")
        after = with_value(before, name, text)
        magic.note_edit(after)
        message |= {"before": before, "after": after}
    except ValueError as error:
        message |= {"why": str(error)}
    view.widget.send(message)

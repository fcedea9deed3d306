"""CellSource: the code of a cell as it ran, parsed by LibCST, so that one node of it can be changed and all else stays."""

import difflib
from typing import Any

import libcst as cst
from libcst.metadata import MetadataWrapper, ParentNodeProvider, PositionProvider

from graphlab._src.base.source import is_cell
from graphlab._src.editor.cell_text import empty_lines, is_graph_cell, recorded


class EditError(ValueError):
    """Why an edit can't be done, in one sentence."""


class CellSource:
    """number: of the cell, as it is beside it.  raw: its text.  module: LibCST's tree of the Python code that ran."""

    def __init__(self, shell: Any, number: int, raw: str) -> None:
        self.number, self.raw = number, raw
        self.is_graph_cell = is_graph_cell(raw)
        self._raw_lines = raw.split("\n")
        self.shift = empty_lines(self._raw_lines)  # IPython counts lines from the first that is not empty
        self._python = _python(shell, raw)
        if len(self._raw_lines) - self.shift != len(self._python):
            raise EditError(
                f"Cell [{number}] begins with a magic, or has one of several lines, so it can't be edited here"
            )
        try:
            wrapper = MetadataWrapper(cst.parse_module("\n".join(self._python)), unsafe_skip_copy=True)
        except cst.ParserSyntaxError:
            raise EditError(f"Cell [{number}] can't be parsed") from None
        self.module = wrapper.module
        self._ranges = wrapper.resolve(PositionProvider)
        self._parents = wrapper.resolve(ParentNodeProvider)

    @property
    def text(self) -> str:
        """The Python code that ran."""
        return "\n".join(self._python)

    def line_of(self, node: cst.CSTNode) -> int:
        """The line of the cell that a node begins on, as the reader counts: from 1."""
        return self._ranges[node].start.line + self.shift

    def last_line_of(self, node: cst.CSTNode) -> int:
        """The line that it ends on."""
        return self._ranges[node].end.line + self.shift

    def line_text(self, node: cst.CSTNode) -> str:
        """The text of the line that a node begins on."""
        return self._python[self._ranges[node].start.line - 1].strip()

    def parent(self, node: cst.CSTNode) -> Any:
        """The node around a node, or None."""
        return self._parents.get(node)

    def around(self, node: cst.CSTNode) -> list[cst.CSTNode]:
        """The nodes around a node, innermost first."""
        found: list[cst.CSTNode] = []
        while (node := self.parent(node)) is not None:
            found.append(node)
        return found

    def outermost(self, node: cst.CSTNode) -> cst.CSTNode:
        """The statement of the cell itself that a node is in."""
        return [node, *self.around(node)][-2]

    def statement(self, node: cst.CSTNode) -> cst.CSTNode:
        """The small statement, or the head of a block, that a node is in."""
        while not isinstance(node, (cst.BaseSmallStatement, cst.BaseCompoundStatement)):
            node = self.parent(node)
        return node

    def node_at(self, code: Any, instruction: int, kinds: type | tuple[type, ...]) -> Any:
        """The expression that an instruction of compiled code is of; None where there is none of these kinds.

        kinds: classes of LibCST.
        """
        positions = list(code.co_positions())
        line, end_line, column, end_column = positions[instruction // 2]
        if None in (line, end_line, column, end_column):
            return None
        start, end = self._point(line, column), self._point(end_line, end_column)
        best, size = None, None
        for node, found in self._ranges.items():
            if not isinstance(node, kinds):
                continue
            first, last = (found.start.line, found.start.column), (found.end.line, found.end.column)
            # Of a method's call on several lines Python names the last of them.
            if last == end and first <= start and (size is None or first > size):
                best, size = node, first
        return best

    def _point(self, line: int, column: int) -> tuple[int, int]:
        """(line, column in characters) of Python's column, which counts bytes."""
        text = self._python[line - 1] if line <= len(self._python) else ""
        return line, len(text.encode()[:column].decode(errors="replace"))

    def edited(self, module: cst.Module) -> str:
        """The cell's text with the changes that another tree has; EditError where they are in a line with a magic."""
        before, after = self._python, module.code.split("\n")
        raw = self._raw_lines[self.shift :]
        result = self._raw_lines[: self.shift]
        for kind, i, j, k, end in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
            if kind != "equal" and before[i:j] != raw[i:j]:
                raise EditError(f"Line {i + 1 + self.shift} of cell [{self.number}] has a magic")
            result += raw[i:j] if kind == "equal" else after[k:end]
        return "\n".join(result)

    def replaced(self, *changes: tuple[cst.CSTNode, cst.CSTNode]) -> cst.Module:
        """The tree with nodes in place of others: (old, new), of which none contains another."""
        module: Any = self.module
        by_old = dict(changes)

        class Replace(cst.CSTTransformer):
            def on_leave(self, original_node: Any, updated_node: Any) -> Any:
                return by_old.get(original_node, updated_node)

        return module.visit(Replace())


def _python(shell: Any, raw: str) -> list[str]:
    """The lines of Python code that IPython runs of a cell."""
    lines = raw.split("\n")
    lines = lines[empty_lines(lines) :]
    if is_graph_cell(raw):
        body = lines[1:]
        blank = empty_lines(body)
        code = shell.transform_cell("\n".join(body))
        return [f"# {lines[0]}", *[""] * blank, *_lines(code, len(body) - blank)]
    return _lines(shell.transform_cell("\n".join(lines)), len(lines))


def _lines(code: str, count: int) -> list[str]:
    """The lines of code, without the line break that IPython adds to the last."""
    lines = code.split("\n")
    return lines[:-1] if len(lines) == count + 1 and not lines[-1] else lines


def cell_of(shell: Any, file: str, number: int | None = None) -> CellSource | None:
    """The cell that IPython has compiled under the name of this file; None for what is no cell."""
    if not is_cell(file):
        return None
    if number is None:
        number = shell.compile._filename_map.get(file)
    raw = recorded(shell, number)
    return None if number is None or raw is None else CellSource(shell, number, raw)

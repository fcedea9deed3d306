"""What statements of a cell define and use, and the lines that they are."""

from collections.abc import Iterable
from typing import Any

import libcst as cst

from graphlab._src.editor.cell_source import CellSource, EditError


def defined(node: cst.CSTNode) -> set[str]:
    """The names that a statement assigns, also within its blocks; those of functions are their own."""
    found: set[str] = set()

    class Assigned(cst.CSTVisitor):
        def visit_AssignTarget(self, node: cst.AssignTarget) -> None:  # noqa: N802
            _add_targets(node.target, found)

        def visit_AnnAssign(self, node: cst.AnnAssign) -> None:  # noqa: N802
            _add_targets(node.target, found)

        def visit_AugAssign(self, node: cst.AugAssign) -> None:  # noqa: N802
            _add_targets(node.target, found)

        def visit_NamedExpr(self, node: cst.NamedExpr) -> None:  # noqa: N802
            _add_targets(node.target, found)

        def visit_For(self, node: cst.For) -> None:  # noqa: N802
            _add_targets(node.target, found)

        def visit_AsName(self, node: cst.AsName) -> None:  # noqa: N802
            _add_targets(node.name, found)

        def visit_FunctionDef(self, node: cst.FunctionDef) -> bool:  # noqa: N802
            found.add(node.name.value)
            return False

        def visit_ClassDef(self, node: cst.ClassDef) -> bool:  # noqa: N802
            found.add(node.name.value)
            return False

        def visit_Lambda(self, node: cst.Lambda) -> bool:  # noqa: N802
            return False

    node.visit(Assigned())
    return found


def _add_targets(target: Any, found: set[str]) -> None:
    if isinstance(target, cst.Name):
        found.add(target.value)
    elif isinstance(target, (cst.Tuple, cst.List)):
        for element in target.elements:
            _add_targets(element.value, found)


class _Names(cst.CSTVisitor):
    """Collects the Name nodes that refer to variables: not attributes, keywords or parameters."""

    def __init__(self) -> None:
        self.found: list[cst.Name] = []

    def visit_Attribute(self, node: cst.Attribute) -> bool:  # noqa: N802
        node.value.visit(self)
        return False

    def visit_Arg(self, node: cst.Arg) -> bool:  # noqa: N802
        node.value.visit(self)
        return False

    def visit_Param(self, node: cst.Param) -> bool:  # noqa: N802
        if node.default is not None:
            node.default.visit(self)
        return False

    def visit_Name(self, node: cst.Name) -> None:  # noqa: N802
        self.found.append(node)


def variables(node: cst.CSTNode) -> list[cst.Name]:
    """The names of variables in a piece of code, as nodes, in their order."""
    names = _Names()
    node.visit(names)
    return names.found


def used(node: cst.CSTNode) -> set[str]:
    """The names of variables that a piece of code mentions, also those that it assigns."""
    return {name.value for name in variables(node)}


def targets(cell: CellSource, statement: cst.CSTNode) -> list[cst.Name]:
    """The names that an assignment assigns to, as nodes."""
    if not isinstance(statement, (cst.Assign, cst.AnnAssign)):
        return []
    left = [one.target for one in statement.targets] if isinstance(statement, cst.Assign) else [statement.target]
    return [name for target in left for name in variables(target)]


def line_statement(cell: CellSource, statement: cst.CSTNode) -> cst.SimpleStatementLine:
    """The line that is nothing but this statement; EditError where it has several, or is the head of a block."""
    line = cell.parent(statement)
    if not isinstance(line, cst.SimpleStatementLine):
        raise EditError(f"It is made by the head of a block (line {cell.line_of(statement)})")
    if len(line.body) > 1:
        raise EditError(f"Line {cell.line_of(statement)} has several statements: write each on a line of its own first")
    return line


def later_uses(cell: CellSource, line: cst.CSTNode, names: Iterable[str]) -> list[tuple[str, list[int]]]:
    """[(a name, the lines after this one that use it before another statement assigns it)]."""
    place = cell.line_of(line)
    found = []
    for name in sorted(names):
        lines = sorted({cell.line_of(node) for node in variables(cell.module) if node.value == name})
        after = [number for number in lines if number > cell.last_line_of(line)]
        before = [number for number in lines if number < place]
        if after and not (before and name in _assigned_before(cell, place)):
            found.append((name, after))
    return found


def _assigned_before(cell: CellSource, place: int) -> set[str]:
    """The names that statements before this line assign."""
    found: set[str] = set()
    for statement in cell.module.body:
        if cell.last_line_of(statement) < place:
            found |= defined(statement)
    return found


def lines_text(lines: list[int]) -> str:
    """`line 7`, `lines 7 and 9`, `lines 7, 8 and 9`."""
    if len(lines) == 1:
        return f"line {lines[0]}"
    return f"lines {', '.join(map(str, lines[:-1]))} and {lines[-1]}"


def is_range(node: cst.CSTNode | None) -> bool:
    """Whether an expression counts: `range(…)`."""
    return isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value == "range"

"""What the lines of a block assign, where each is one plain assignment."""

from typing import Any

import libcst as cst

from graphlab._src.editor.call_arguments import text_of
from graphlab._src.editor.statements import used

_OPERATORS = {
    cst.AddAssign: "+", cst.SubtractAssign: "-", cst.MultiplyAssign: "*", cst.DivideAssign: "/", cst.FloorDivideAssign: "//",
    cst.ModuloAssign: "%", cst.PowerAssign: "**", cst.MatrixMultiplyAssign: "@",
}  # fmt: skip


def assignment_of(line: Any) -> tuple[str, str] | None:
    """(the name that a line assigns, the source of its new value); None for other lines."""
    small = line.body[0] if isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 else None
    if isinstance(small, cst.Assign) and len(small.targets) == 1 and isinstance(small.targets[0].target, cst.Name):
        return small.targets[0].target.value, text_of(small.value)
    if isinstance(small, cst.AugAssign) and isinstance(small.target, cst.Name):
        operator = _OPERATORS.get(type(small.operator))
        value = text_of(small.value)
        if operator is not None:
            bracketed = f"({value})" if isinstance(small.value, (cst.BinaryOperation, cst.IfExp)) else value
            return small.target.value, f"{small.target.value} {operator} {bracketed}"
    return None


def values_of(body: cst.BaseSuite) -> dict[str, str] | None:
    """{name: the source of what a block assigns to it}; None where a line is another one, or uses what one before assigns."""
    found: dict[str, str] = {}
    for line in body.body:
        part = assignment_of(line)
        if part is None or part[0] in found or used(cst.parse_expression(part[1])) & set(found):
            return None
        found[part[0]] = part[1]
    return found


def comments_of(block: Any) -> list[str]:
    """The comments in a block and its other branches."""
    found: list[str] = []

    class Comments(cst.CSTVisitor):
        def visit_Comment(self, node: cst.Comment) -> None:  # noqa: N802
            found.append(node.value)

    block.body.visit(Comments())
    if getattr(block, "orelse", None) is not None:
        block.orelse.visit(Comments())
    return found

"""Repairs of Python's `if`, `and`, `or` and `not` on tensors: tf.cond, tf.where, tf.logical_and and the like."""

from collections.abc import Iterator
from typing import Any

import libcst as cst

from graphlab._src.base.fixes import Edit
from graphlab._src.editor.call_arguments import parsed, text_of
from graphlab._src.editor.fix_edits import Failed, Repair, filled, handles

_LOGICAL = {cst.And: "tf.logical_and", cst.Or: "tf.logical_or"}


@handles("cond")
def _cond(edit: Edit, failed: Failed) -> Iterator[Repair]:
    node = failed.node
    outer = failed.cell.parent(node)
    for one in (node, outer):
        made = _logical(one, node, failed)
        if made:
            yield _replaced(failed, one, made)
            return
    if isinstance(outer, cst.If) and outer.test is node:
        yield from _of_statement(outer, edit, failed)
    elif isinstance(outer, cst.IfExp) and outer.test is node:
        yield _replaced(failed, outer, _choice(node, text_of(outer.body), text_of(outer.orelse), edit))


def _replaced(failed: Failed, old: Any, text: str) -> Repair:
    new: Any = parsed(filled(text, failed) or text)
    keeps = {} if isinstance(new, cst.Call) else {"lpar": old.lpar, "rpar": old.rpar}
    return Repair(failed.cell.replaced((old, new.with_changes(**keeps))))


def _logical(one: Any, node: Any, failed: Failed) -> str:
    """The call in the place of an operator of truth values; "" where `one` is none."""
    if isinstance(one, cst.BooleanOperation) and type(one.operator) in _LOGICAL:
        return f"{_LOGICAL[type(one.operator)]}({_bare(one.left)}, {_bare(one.right)})"
    if isinstance(one, cst.UnaryOperation) and isinstance(one.operator, cst.Not):
        return f"tf.logical_not({_bare(one.expression)})"
    if isinstance(one, cst.Comparison) and len(one.comparisons) == 2:
        first, second = one.comparisons
        left = one.with_changes(comparisons=[first], lpar=[], rpar=[])
        right = cst.Comparison(first.comparator, [second])
        return f"tf.logical_and({text_of(left)}, {text_of(right)})"
    return ""


def _bare(node: Any) -> str:
    return text_of(node.with_changes(lpar=[], rpar=[]))


def _choice(test: Any, true: str, false: str, edit: Edit) -> str:
    """A call that chooses: by one truth value, or by element."""
    if getattr(edit.operand, "dims", None):
        return f"tf.where({_bare(test)}, {true}, {false})"
    return f"tf.cond({_bare(test)}, lambda: {true}, lambda: {false})"


def _of_statement(block: cst.If, edit: Edit, failed: Failed) -> Iterator[Repair]:
    """The assignment, or return, of what is chosen, where each branch is one of the same variable."""
    true = _result(block.body)
    other = block.orelse
    if true is None or isinstance(other, cst.If):
        return
    target, value = true
    if other is not None:
        false = _result(other.body)
        if false is None or false[0] != target:
            return
        alternative = false[1]
    elif target and target in failed.names:
        alternative = target
    else:
        return
    choice = _choice(block.test, value, alternative, edit)
    text = filled(f"{target} = {choice}" if target else f"return {choice}", failed)
    comments = [line for line in _comments(block) if line]
    new: Any = cst.parse_statement(text or "")
    leading = [*block.leading_lines, *(cst.EmptyLine(comment=cst.Comment(line)) for line in comments)]
    yield Repair(failed.cell.replaced((block, new.with_changes(leading_lines=leading))))


def _result(body: cst.BaseSuite) -> tuple[str, str] | None:
    """(the variable that a branch assigns, "" for a return; the source of its value); None for other branches."""
    lines = body.body
    if len(lines) != 1:
        return None
    line: Any = lines[0]
    statement = line.body[0] if isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 else line
    if isinstance(statement, cst.Return) and statement.value is not None:
        return "", text_of(statement.value)
    if isinstance(statement, cst.Assign) and len(statement.targets) == 1:
        target = statement.targets[0].target
        if isinstance(target, cst.Name):
            return target.value, text_of(statement.value)
    return None


def _comments(block: cst.If) -> list[str]:
    found: list[str] = []

    class Comments(cst.CSTVisitor):
        def visit_Comment(self, node: cst.Comment) -> None:  # noqa: N802
            found.append(node.value)

    block.body.visit(Comments())
    if block.orelse is not None:
        block.orelse.visit(Comments())
    return found

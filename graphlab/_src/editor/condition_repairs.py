"""Repairs of Python's `if`, `while`, `and`, `or` and `not` on tensors: tf.cond, tf.where, tf.logical_and and the like."""

from collections.abc import Iterator, Mapping
from typing import Any

import libcst as cst

from graphlab._src.base.fixes import Edit
from graphlab._src.editor import loop_repairs
from graphlab._src.editor.branch_values import comments_of, values_of
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
    elif isinstance(outer, cst.While) and outer.test is node:
        yield from loop_repairs.of_while(outer, failed)
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
    """The assignment of what is chosen, where the branches assign the same variables, or the return of it."""
    text = _returned(block, edit) or _assigned(block, edit, failed)
    if not text:
        return
    new: Any = cst.parse_statement(filled(text, failed) or "")
    comments = (cst.EmptyLine(comment=cst.Comment(line)) for line in comments_of(block))
    yield Repair(failed.cell.replaced((block, new.with_changes(leading_lines=[*block.leading_lines, *comments]))))


def _returned(block: cst.If, edit: Edit) -> str:
    other = block.orelse
    if not isinstance(other, cst.Else):
        return ""
    true, false = _return(block.body), _return(other.body)
    return f"return {_choice(block.test, true, false, edit)}" if true and false else ""


def _return(body: cst.BaseSuite) -> str:
    line: Any = body.body[0] if len(body.body) == 1 else None
    statement = line.body[0] if isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 else line
    return text_of(statement.value) if isinstance(statement, cst.Return) and statement.value is not None else ""


def _assigned(block: cst.If, edit: Edit, failed: Failed) -> str:
    branches, last = _branches(block)
    found = [values_of(branch.body) for branch in branches]
    alternative = values_of(last.body) if last is not None else {}
    if alternative is None or any(one is None for one in found):
        return ""
    names = list(dict.fromkeys(name for one in [*found, alternative] for name in one or ()))
    if any(
        name not in failed.names and not all(name in (one or ()) for one in [*found, alternative]) for name in names
    ):
        return ""

    def tuple_of(values: Mapping[str, str]) -> str:
        texts = [values.get(name, name) for name in names]
        return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"

    text = tuple_of(alternative)
    for branch, values in reversed(list(zip(branches, found, strict=True))):
        if len(names) > 1 and getattr(edit.operand, "dims", None):
            return ""  # tf.where chooses of two tensors
        text = _choice(branch.test, tuple_of(values or {}), text, edit)
    return f"{', '.join(names)} = {text}"


def _branches(block: cst.If) -> tuple[list[cst.If], cst.Else | None]:
    """(`if` and each `elif`, `else`)."""
    found, rest = [block], block.orelse
    while isinstance(rest, cst.If):
        found.append(rest)
        rest = rest.orelse
    return found, rest

"""Repairs of Python's `while` and `for` over what only a run knows: tf.while_loop."""

from collections.abc import Iterator
from typing import Any

import libcst as cst

from graphlab._src.base.fixes import Edit
from graphlab._src.editor.branch_values import assignment_of, comments_of
from graphlab._src.editor.call_arguments import text_of
from graphlab._src.editor.fix_edits import Failed, Repair, filled, handles
from graphlab._src.editor.notebook_names import Names
from graphlab._src.editor.statements import is_range, later_uses, used
from graphlab._src.graph.tensor import Tensor


def of_while(loop: cst.While, failed: Failed) -> Iterator[Repair]:
    """`while n < 10: n = n + 1` as a tf.while_loop of what the block assigns."""
    if loop.orelse is None:
        yield from _repair(loop, text_of(loop.test), "", [], failed)


@handles("loop")
def _of_for(_edit: Edit, failed: Failed) -> Iterator[Repair]:
    """`for i in range(n)` and `for row in rows`, of which only a run knows how many there are."""
    loop: Any = next((one for one in failed.cell.around(failed.node) if isinstance(one, cst.For)), None)
    if loop is None or loop.orelse is not None or not isinstance(loop.target, cst.Name):
        return
    if loop.iter is not failed.node and not is_range(loop.iter):
        return
    target = loop.target.value
    if is_range(loop.iter):
        arguments = [text_of(arg.value) for arg in loop.iter.args]
        if not 1 <= len(arguments) <= 2:
            return
        first, last = ["0", *arguments][-2:]
        yield from _repair(loop, f"{target} < {last}", f"{target} + 1", [(target, first)], failed)
        return
    number = Names(failed.names).free("i")
    rows = text_of(loop.iter)
    size = filled(f"tf.shape({rows})[0]", failed)
    lead = f"{target} = {rows}[{number}]"
    yield from _repair(loop, f"{number} < {size}", f"{number} + 1", [(number, "0")], failed, lead)


def _repair(
    loop: Any, test: str, step: str, counter: list[tuple[str, str]], failed: Failed, lead: str = ""
) -> Iterator[Repair]:
    """test: whether it goes on.  step: what the counter, (its name, its first value), becomes.  lead: a line of the body."""
    lines = loop.body.body
    assigned: dict[str, str] = {}
    for line in lines:
        part = assignment_of(line)
        if part is None:
            return
        assigned[part[0]] = part[1]
    counted = [name for name, _ in counter]
    carried = [
        name for name in assigned if name not in counted and name in failed.names and _is_value(failed.names[name])
    ]
    own = {*counted, *assigned} - set(carried)
    if not carried or later_uses(failed.cell, loop, own) or set(counted) & set(assigned):
        return
    variables = [*counted, *carried]
    results = [*([step] if step else []), *carried]
    targets = ["_"] * len(counted) + carried
    first = [value for _, value in counter] + carried
    condition = f"lambda {', '.join(variables)}: {test}"
    if len(lines) == 1 and not lead and not counted:
        (name,) = carried
        head, body = "", f"lambda {name}: {assigned[name]}"
    else:
        body = Names({**failed.names, **dict.fromkeys(used(failed.cell.module))}).free("body")
        source = [lead] if lead else []
        source += [text_of(line).strip() for line in lines]
        block = "\n".join(f"    {line}" for text in source for line in text.split("\n"))
        head = f"def {body}({', '.join(variables)}):\n{block}\n    return {', '.join(results)}\n\n"
    call = filled(f"tf.while_loop({condition}, {body}, [{', '.join(first)}])", failed)
    is_first = failed.cell.module.body[0] is loop or loop.leading_lines
    blank = [cst.EmptyLine(indent=False)] if head and not is_first else []
    made = cst.parse_module(f"{head}{', '.join(targets)} = {call}\n").body
    leading = [
        *blank,
        *loop.leading_lines,
        *(cst.EmptyLine(comment=cst.Comment(line)) for line in comments_of(loop) if not head),
    ]
    new: Any = cst.FlattenSentinel([made[0].with_changes(leading_lines=leading), *made[1:]])
    yield Repair(failed.cell.replaced((loop, new)))


def _is_value(value: Any) -> bool:
    return isinstance(value, (Tensor, int, float, bool)) or hasattr(value, "dtype")

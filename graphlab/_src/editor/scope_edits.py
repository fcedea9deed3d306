"""Moves a line of a cell into a name scope, or out of one."""

from dataclasses import dataclass
from typing import Any

import libcst as cst

from graphlab._src.editor.call_arguments import quoted_like, string_of
from graphlab._src.editor.cell_source import CellSource, EditError
from graphlab._src.editor.name_edits import check_free, path_of
from graphlab._src.editor.op_site import Site
from graphlab._src.editor.statements import defined, line_statement, lines_text, used, variables
from graphlab._src.graph.operation import VALID_OP_NAME


@dataclass(frozen=True)
class _Scope:
    """A block `with tf.name_scope("a"):` around a line."""

    block: Any
    name: str


def scope_of(site: Site) -> str:
    """The path of the scope, in the graph, in which the call makes what it makes."""
    return path_of(site).rpartition("/")[0]


def _scopes(cell: CellSource, statement: cst.CSTNode) -> list[_Scope]:
    """The scopes around a statement, outermost first, up to a block of another kind."""
    found: list[_Scope] = []
    for node in cell.around(statement):
        if isinstance(node, cst.With):
            name = _opened(node)
            if name is None:
                break
            found.insert(0, _Scope(node, name))
        elif isinstance(node, cst.BaseCompoundStatement):
            break
    return found


def _opened(block: cst.With) -> str | None:
    """The name of the scope that a block opens, where it is written there; None for other blocks."""
    if len(block.items) != 1 or not isinstance(block.items[0].item, cst.Call):
        return None
    call = block.items[0].item
    function = call.func
    if not isinstance(function, cst.Attribute) or function.attr.value not in ("name_scope", "variable_scope"):
        return None
    return string_of(call.args[0].value) if len(call.args) == 1 else None


def opener(site: Site, path: str) -> Any:
    """The block around a call that opens the scope of this path; None where there is none with its name written in it."""
    scopes = _scopes(site.cell, site.statement)
    parts = scope_of(site).split("/")
    size = len(parts) - sum(len(scope.name.split("/")) for scope in scopes)
    for scope in scopes:
        size += len(scope.name.split("/"))
        if size > 0 and "/".join(parts[:size]) == path:
            return scope.block
    return None


def renamed_scope(site: Site, path: str, new: str) -> tuple[cst.Module, str]:
    """(the cell with another name in the block that opens a scope, and where it is entered again; the scope's new path)."""
    block = opener(site, path)
    if block is None:
        raise EditError(f"No block around line {site.line} opens the scope '{path}'")
    if not VALID_OP_NAME.match(new) or "/" in new:
        raise EditError(f"{new!r} is no name of a scope: use letters, digits, and . _ - only")
    full = "/".join([*path.split("/")[:-1], new])
    check_free(site, path, full)
    changes: list[tuple[cst.CSTNode, cst.CSTNode]] = []

    class Blocks(cst.CSTVisitor):
        def visit_With(self, node: cst.With) -> None:  # noqa: N802
            name = _opened(node)
            if node is not block and (name is None or name != f"{path}/"):
                return
            literal = node.items[0].item.args[0].value  # pyright: ignore[reportAttributeAccessIssue]
            text = f"{full}/" if node is not block else "/".join([*(name or "").split("/")[:-1], new])
            changes.append((literal, quoted_like(literal, text)))

    site.cell.module.visit(Blocks())
    return site.cell.replaced(*changes), full


def moved(site: Site, target: str, alias: str) -> tuple[cst.Module, str]:
    """(the cell with the line in the scope of this path, the path that it has then). alias: the notebook's for graphlab."""
    cell = site.cell
    target = target.strip("/ ")
    if target and not VALID_OP_NAME.match(target):
        raise EditError(f"{target!r} is no name of a scope: use letters, digits, and . _ - / only")
    line = line_statement(cell, site.statement)
    scopes = _scopes(cell, site.statement)
    present = scope_of(site).split("/") if scope_of(site) else []
    wanted = target.split("/") if target else []
    if wanted == present:
        raise EditError(f"The line is in that scope already ({site.where})")
    sizes = [len(scope.name.split("/")) for scope in scopes]
    outside = present[: max(0, len(present) - sum(sizes))]
    if wanted[: len(outside)] != outside:
        raise EditError(f"'{'/'.join(outside)}' is opened by more than a block around the line, which can't leave it")
    # Out of blocks until what is left is the beginning of the path, then into a new block.
    stay, here = 0, len(outside)
    for i in range(len(scopes)):
        end = len(outside) + sum(sizes[: i + 1])
        if wanted[:end] != present[:end]:
            break
        stay, here = i + 1, end
    rest = "/".join(wanted[here:])
    leaf = path_of(site).split("/")[-1]
    new = _entered(site, line, rest, target, alias)
    if stay == len(scopes):
        return _replaced_in_place(cell, line, new, rest), "/".join([*wanted, leaf])
    return _taken_out(site, line, scopes[stay:], new), "/".join([*wanted, leaf])


def _entered(site: Site, line: Any, rest: str, target: str, alias: str) -> Any:
    """The line in a block that opens a scope; the line itself where there is none to open."""
    if not rest:
        return line
    prefix = f"{target}/"
    exists = any(op.name.startswith(prefix) for op in site.op.graph.get_operations())
    opened = quoted_like(None, prefix if exists else rest)  # with a slash at its end it is entered again
    call = cst.Call(cst.Attribute(cst.Name(alias), cst.Name("name_scope")), [cst.Arg(opened)])
    inner = line.with_changes(leading_lines=[])
    return cst.With([cst.WithItem(call)], cst.IndentedBlock([inner]), leading_lines=line.leading_lines)


def _replaced_in_place(cell: CellSource, line: Any, new: Any, rest: str) -> cst.Module:
    """The tree with the line in its new block; in that of a neighbour, where that opens the same scope."""
    owner = cell.parent(line)
    body = list(owner.body)
    at = body.index(line)
    before = body[at - 1] if at else None
    after = body[at + 1] if at + 1 < len(body) else None
    if isinstance(before, cst.With) and _opened(before) == rest and isinstance(before.body, cst.IndentedBlock):
        inside = before.body.with_changes(body=[*before.body.body, line])
        body[at - 1 : at + 1] = [before.with_changes(body=inside)]
    elif isinstance(after, cst.With) and _opened(after) == rest and isinstance(after.body, cst.IndentedBlock):
        first, *others = after.body.body
        inside = after.body.with_changes(body=[line.with_changes(leading_lines=[]), first, *others])
        body[at : at + 2] = [after.with_changes(body=inside, leading_lines=[*line.leading_lines, *after.leading_lines])]
    else:
        body[at] = new
    if isinstance(owner, cst.Module):
        return owner.with_changes(body=body)
    return cell.replaced((owner, owner.with_changes(body=body)))


def _taken_out(site: Site, line: Any, left: list[_Scope], new: Any) -> cst.Module:
    """The tree with the line before or after the outermost block that it leaves."""
    cell = site.cell
    outer = left[0].block
    place = cell.line_of(line)
    inside = variables(outer)
    mine = defined(line)
    users = sorted(
        {cell.line_of(node) for node in inside if node.value in mine and cell.line_of(node) > cell.last_line_of(line)}
    )
    needed = used(line) - mine
    earlier = _assigned_between(cell, outer, place)
    if not users:
        parts = [_without(cell, line, left), new]
    elif not needed & earlier:
        parts = [new, _without(cell, line, left)]
    else:
        names = ", ".join(sorted(needed & earlier))
        raise EditError(
            f"The line uses {names} of its scope, and {lines_text(users)} there use what it makes: it can't leave the scope"
        )
    blocks = [part for part in parts if part is not None]
    if blocks[0] is new and outer.leading_lines:
        blocks[0] = new.with_changes(leading_lines=[*outer.leading_lines, *new.leading_lines])
        if len(blocks) > 1:
            blocks[1] = blocks[1].with_changes(leading_lines=[])
    owner = cell.parent(outer)
    body = [one for statement in owner.body for one in (blocks if statement is outer else [statement])]
    if isinstance(owner, cst.Module):
        return owner.with_changes(body=body)
    return cell.replaced((owner, owner.with_changes(body=body)))


def _assigned_between(cell: CellSource, block: cst.CSTNode, place: int) -> set[str]:
    """The names that lines of a block before this place assign."""
    found: set[str] = set()

    class Lines(cst.CSTVisitor):
        def visit_SimpleStatementLine(self, node: cst.SimpleStatementLine) -> None:  # noqa: N802
            if cell.line_of(node) < place:
                found.update(defined(node))

    block.visit(Lines())
    return found


def _without(cell: CellSource, line: Any, left: list[_Scope]) -> Any:
    """The outermost block that a line leaves, without it; None where nothing is left."""
    gone: Any = line
    for scope in reversed(left):
        body = [one for one in scope.block.body.body if one is not gone]
        if body:
            inner = scope.block.body
            new = inner.with_changes(body=body)
            outer = left[0].block
            return outer.deep_replace(inner, new)
        gone = scope.block
    return None

"""Deletion of the line of a cell that makes an operation."""

from typing import Any

import libcst as cst

from graphlab._src.editor.cell_source import CellSource, EditError
from graphlab._src.editor.op_site import Site
from graphlab._src.editor.statements import defined, later_uses, line_statement, lines_text


def deleted(site: Site) -> cst.Module:
    """The cell without the line that makes the operation; its comments stay."""
    cell, statement = site.cell, site.statement
    line = line_statement(cell, statement)
    if getattr(statement, "value", None) is not site.node:
        raise EditError(
            f"'{site.op.name}' is a part of {site.where}, which needs it: rewire that line, or delete what it makes"
        )
    uses = later_uses(cell, line, defined(statement))
    if uses:
        said = ", and ".join(f"{name} is used in {lines_text(lines)}" for name, lines in uses)
        raise EditError(f"'{site.op.name}' can't be deleted: {said}")
    return without_line(cell, line)


def without_line(cell: CellSource, line: Any) -> cst.Module:
    """The tree without a line; with it goes a block of which it was all, and its comments go to the line after it."""
    while True:
        owner = cell.parent(line)
        if not isinstance(owner, cst.IndentedBlock) or len(owner.body) > 1:
            break
        line = cell.parent(owner)
        if not isinstance(line, cst.With):
            raise EditError(f"Line {cell.line_of(line)} would have nothing left in its block")
    body = list(owner.body)
    at = body.index(line)
    comments = [one for one in getattr(line, "leading_lines", ()) if one.comment is not None]
    del body[at]
    if comments and at < len(body):
        following: Any = body[at]
        body[at] = following.with_changes(leading_lines=[*line.leading_lines, *following.leading_lines])
    elif comments and isinstance(owner, cst.IndentedBlock):
        owner_changes = {"footer": [*line.leading_lines, *owner.footer]}
        return cell.replaced((owner, owner.with_changes(body=body, **owner_changes)))
    if isinstance(owner, cst.Module):
        footer = [*line.leading_lines, *owner.footer] if comments and at == len(body) else owner.footer
        return owner.with_changes(body=body, footer=footer)
    return cell.replaced((owner, owner.with_changes(body=body)))

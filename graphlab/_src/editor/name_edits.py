"""Renaming in the source of a cell: the name that a call has in the graph, and the variable of the notebook."""

import keyword
import re
from typing import Any

import libcst as cst

from graphlab._src.editor.call_arguments import quoted_like, with_argument
from graphlab._src.editor.cell_source import EditError
from graphlab._src.editor.op_site import Site, call_name
from graphlab._src.editor.statements import defined, targets, variables

_VALID = re.compile(r"[A-Za-z0-9.][A-Za-z0-9_.\-/]*")


def path_of(site: Site) -> str:
    """The path, in the graph, of what the call makes: of an operation, or of the scope that a layer opens."""
    frames = site.op.frames[0]
    group = [op.name.split("/") for op in site.op.graph.get_operations() if _equal(op.frames[0], frames)]
    last = group[-1]  # its result: variables that come before may be in another scope
    name = _written_name(site)
    for size in range(len(last), 0, -1):
        own = "/".join(last[max(0, size - 1 - name.count("/")) : size])
        if name and re.fullmatch(rf"{re.escape(name)}(_\d+)?", own):
            return "/".join(last[:size])
    common = last
    for parts in group:
        shared = next(
            (i for i, (a, b) in enumerate(zip(common, parts, strict=False)) if a != b), min(len(common), len(parts))
        )
        common = common[:shared] if shared else common
    return "/".join(common)


def _written_name(site: Site) -> str:
    try:
        return call_name(site)[0] or "" if isinstance(site.node, cst.Call) else ""
    except EditError:
        return ""


def _equal(one: Any, other: Any) -> bool:
    """Whether two stacks are the same one; equal code of different lines is equal for Python."""
    return len(one) == len(other) and all(a is b and i == j for (a, i), (b, j) in zip(one, other, strict=True))


def renamed(site: Site, new: str, variable: str = "") -> tuple[cst.Module, str]:
    """(the cell with the call renamed, the path that it has then); variable: a new name for its variable too."""
    old, at = call_name(site)
    if not _VALID.fullmatch(new):
        raise EditError(f"{new!r} is no name of a node: use letters, digits, and . _ - / after a letter, digit or dot")
    path = path_of(site)
    full = "/".join([*path.split("/")[:-1], new])
    check_free(site, path, full)
    value = quoted_like(site.call.args[at].value if at is not None else None, new)
    changes: list[tuple[cst.CSTNode, cst.CSTNode]] = []
    if new != old:
        changes.append((site.call, with_argument(site.call, at, "name", value)))
    module = site.cell.replaced(*changes)
    if variable:
        module = _with_variable(site, module, variable)
    return module, full


def check_free(site: Site, path: str, full: str) -> None:
    """EditError where something else of the graph has the name."""
    wanted = full.lower()
    for op in site.op.graph.get_operations():
        name = op.name.lower()
        mine = op.name == path or op.name.startswith(f"{path}/")
        if not mine and (name == wanted or name.startswith(f"{wanted}/")):
            raise EditError(f"The name '{full}' is taken by '{op.name}' ({op.source}): choose another")


def variable_of(site: Site) -> str:
    """The variable that the call is assigned to, where it is the only one and can be renamed; else ""."""
    statement = site.statement
    names = targets(site.cell, statement)
    if len(names) != 1 or getattr(statement, "value", None) is not site.node:
        return ""
    name = names[0].value
    assigned = [one for line in site.cell.module.body for one in [defined(line)] if name in one]
    return name if len(assigned) == 1 else ""


def _with_variable(site: Site, module: cst.Module, new: str) -> cst.Module:
    old = variable_of(site)
    if not old:
        raise EditError(f"No variable is assigned to this call alone, so there is none to rename ({site.where})")
    if not new.isidentifier() or keyword.iskeyword(new):
        raise EditError(f"{new!r} is no name for a variable")
    if new == old:
        return module
    taken = [node for node in variables(site.cell.module) if node.value == new]
    if taken or new in site.names:
        where = f" in line {site.cell.line_of(taken[0])}" if taken else ""
        raise EditError(f"The notebook has a variable {new} already{where}: choose another name")
    return module.visit(_Variable(old, new))  # pyright: ignore[reportReturnType]


class _Variable(cst.CSTTransformer):
    """Renames a variable; not attributes, keywords, and the parameters of functions with that name."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def visit_Attribute_attr(self, node: cst.Attribute) -> None:  # noqa: N802
        self._hidden = self.old
        self.old = ""

    def leave_Attribute_attr(self, node: cst.Attribute) -> None:  # noqa: N802
        self.old = self._hidden

    def visit_Arg_keyword(self, node: cst.Arg) -> None:  # noqa: N802
        self._hidden = self.old
        self.old = ""

    def leave_Arg_keyword(self, node: cst.Arg) -> None:  # noqa: N802
        self.old = self._hidden

    def visit_FunctionDef(self, node: cst.FunctionDef) -> bool:  # noqa: N802
        own = {
            param.name.value for param in [*node.params.params, *node.params.kwonly_params, *node.params.posonly_params]
        }
        return self.old not in own | defined(node.body)

    def visit_Lambda(self, node: cst.Lambda) -> bool:  # noqa: N802
        return self.old not in {param.name.value for param in node.params.params}

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.Name:  # noqa: N802
        return (
            updated_node.with_changes(value=self.new) if self.old and updated_node.value == self.old else updated_node
        )

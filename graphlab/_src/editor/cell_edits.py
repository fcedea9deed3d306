"""The edits of a line of a %%graph cell: what can be edited, and the text of the cell with an edit, which is tried before."""

import json
from collections.abc import Iterator
from typing import Any

import libcst as cst

from graphlab._src.editor.argument_edits import arguments, candidates, rewired, wirable, with_values
from graphlab._src.editor.cell_source import CellSource, EditError
from graphlab._src.editor.deletions import deleted
from graphlab._src.editor.name_edits import path_of, renamed, variable_of
from graphlab._src.editor.notebook_names import ALIASES, Names
from graphlab._src.editor.op_site import Site, call_name, callee, site_of
from graphlab._src.editor.scope_edits import moved, opener, renamed_scope, scope_of
from graphlab._src.editor.trial import try_cell

_MOST_CALLS = 12  # of which one is looked for that made a scope
_MOST_SCOPES = 200  # that a form offers


def form(op: Any, shell: Any) -> dict[str, Any]:
    """What the page shows of a line: its text, and what of it can be edited."""
    site = site_of(op, shell)
    is_call = isinstance(site.node, cst.Call)
    try:
        name, why_no_name = call_name(site)[0] or "", ""
    except EditError as error:
        name, why_no_name = "", str(error)
    return {
        "cell": site.cell.number,
        "line": site.line,
        "text": site.text,
        "function": callee(site) if is_call else "",
        "name": name or path_of(site).rpartition("/")[2],
        "unnamed": why_no_name,
        "variable": variable_of(site),
        "scope": scope_of(site),
        "arguments": [list(one) for one in arguments(site)] if is_call else [],
        "inputs": [list(one) for one in wirable(site)],
        "tensors": [[name, tensor.describe()] for name, tensor in candidates(site)],
        "scopes": _name_scopes(op.graph),
    }


def scope_form(graph: Any, path: str, shell: Any) -> dict[str, Any] | None:
    """What can be edited of a scope: of the call that made it, as a layer does, or the name in the block that opens it.

    None where it is neither in a %%graph cell.
    """
    for site in _sites_within(graph, path, shell):
        if path_of(site) == path:
            return {"op": site.op.id, **form(site.op, shell)}
        block = opener(site, path)
        if block is not None:
            return {
                "op": site.op.id,
                "kinds": ["rename"],
                "cell": site.cell.number,
                "line": site.cell.line_of(block),
                "text": site.cell.line_text(block),
                **dict.fromkeys(("function", "unnamed", "variable", "scope"), ""),
                **{key: [] for key in ("arguments", "inputs", "tensors", "scopes")},
                "name": path.rpartition("/")[2],
            }
    return None


def _sites_within(graph: Any, path: str, shell: Any) -> Iterator[Site]:
    """The sites of some operations in a scope, one for each call."""
    tried: set[Any] = set()
    for op in graph.get_operations():
        if not op.name.startswith(f"{path}/") or not op.frames[0]:
            continue
        code, instruction = op.frames[0][0]
        if (id(code), instruction) in tried:
            continue
        tried.add((id(code), instruction))
        try:
            yield site_of(op, shell)
        except EditError:
            pass
        if len(tried) >= _MOST_CALLS:
            return


def _name_scopes(graph: Any) -> list[str]:
    """The scopes of a graph, as paths, the first that there are."""
    found: dict[str, None] = {}
    for op in graph.get_operations():
        parts = op.name.split("/")[:-1]
        for size in range(1, len(parts) + 1):
            found["/".join(parts[:size])] = None
        if len(found) >= _MOST_SCOPES:
            break
    return list(found)[:_MOST_SCOPES]


def edited(op: Any, content: dict[str, Any], shell: Any) -> dict[str, Any]:
    """{cell, before, after, at, renamed}: the cell's number, its text as it ran and with the edit, and the path to show then.

    renamed: the path that the edit renames and the new one, whose variables keep their values.
    """
    site = site_of(op, shell)
    path = _text(content, "path", "")
    kind = _text(content, "edit")
    if path:
        module, at, call = *renamed_scope(site, path, _text(content, "name")), ""
    else:
        module, at, call = _EDITS[kind](site, content)
    after = site.cell.edited(module)
    if after == site.cell.raw:
        raise EditError("That changes nothing")
    new = CellSource(shell, site.cell.number, after)
    try_cell(new.text, new.shift, shell.user_ns, call)
    renamed = (path or path_of(site), at) if kind in ("rename", "move") else ("", "")
    return {"cell": site.cell.number, "before": site.cell.raw, "after": after, "at": at, "renamed": renamed}


def _rename(site: Site, content: dict[str, Any]) -> tuple[cst.Module, str, str]:
    module, path = renamed(site, _text(content, "name"), _text(content, "variable", ""))
    return module, path, ""


def _arguments(site: Site, content: dict[str, Any]) -> tuple[cst.Module, str, str]:
    values = json.loads(_text(content, "arguments"))
    if not isinstance(values, dict) or not values or not all(isinstance(text, str) for text in values.values()):
        raise ValueError("the arguments of an edit are texts by parameter")
    module = with_values(site, values)
    return module, path_of(site), _call_in(site, module)


def _move(site: Site, content: dict[str, Any]) -> tuple[cst.Module, str, str]:
    module, path = moved(site, _text(content, "scope", ""), Names(site.names).module() or ALIASES[0])
    return module, path, ""


def _rewire(site: Site, content: dict[str, Any]) -> tuple[cst.Module, str, str]:
    name = _text(content, "tensor")
    known = dict(candidates(site))
    tensor = known[name] if name in known else _tensor_of(site, name)
    module = rewired(site, _text(content, "input"), tensor, name)
    return module, path_of(site), _call_in(site, module)


def _delete(site: Site, _content: dict[str, Any]) -> tuple[cst.Module, str, str]:
    first = next((tensor.op.name for tensor in site.op.inputs), "")
    return deleted(site), first, ""


_EDITS = {"rename": _rename, "arguments": _arguments, "move": _move, "rewire": _rewire, "delete": _delete}


def _tensor_of(site: Site, name: str) -> Any:
    """The tensor that a variable of the notebook is; EditError where it is none of this graph."""
    value = site.names.get(name)
    tensor = getattr(value, "_as_graph_element", lambda: value)()
    if getattr(tensor, "graph", None) is not site.op.graph or not hasattr(tensor, "op"):
        raise EditError(f"The notebook has no tensor {name!r} of this graph")
    return tensor


def _call_in(site: Site, module: cst.Module) -> str:
    """The source of the edited call, which is at the same place of the tree as the call was."""
    old, new = site.cell.module, module
    path = []
    node: Any = site.node
    while node is not old:
        parent = site.cell.parent(node)
        path.append(parent.children.index(node))
        node = parent
    found: Any = new
    for i in reversed(path):
        found = found.children[i]
    return cst.Module([]).code_for_node(found)


def _text(content: dict[str, Any], key: str, default: str | None = None) -> str:
    value = content.get(key, default)
    if not isinstance(value, str) or (key == "edit" and value not in _EDITS):
        raise ValueError(f"{value!r} is no {key} of an edit")
    return value

"""Lines that make a session where a repair needs one and the notebook has none of the graph."""

from collections.abc import Sequence
from typing import Any

import libcst as cst

from graphlab._src.editor.cell_source import CellSource
from graphlab._src.editor.notebook_names import ALIASES, Names
from graphlab._src.graph.graph import Graph, default_graphs


def session_lines(names: Names, graph: Graph | None, name: str) -> list[str]:
    """The lines that make the session `name` of a graph and initialize its variables; none for a graph without a name."""
    alias = names.module() or ALIASES[0]
    graph = graph or default_graphs.of_main_thread()
    called = names.of_graph(graph)
    if called is None:
        return []
    lines = [f"{name} = {alias}.Session({f'graph={called}' if called else ''})"]
    if graph.get_collection("variables"):
        initializer = f"{name}.run({alias}.global_variables_initializer())"
        lines += [f"with {called}.as_default():", f"    {initializer}"] if called else [initializer]
    return lines


def inserted(cell: CellSource, node: cst.CSTNode, module: cst.Module, lines: Sequence[str]) -> cst.Module | None:
    """The tree with lines before the statement of the cell that a node is in; None where that defines a function."""
    outermost: Any = cell.outermost(node)
    if any(isinstance(one, (cst.FunctionDef, cst.ClassDef, cst.Lambda)) for one in cell.around(node)):
        return None
    at = cell.module.body.index(outermost)
    body: list[Any] = list(module.body)
    new = list(cst.parse_module("\n".join(lines) + "\n").body)
    new[0] = new[0].with_changes(leading_lines=body[at].leading_lines)
    body[at] = body[at].with_changes(leading_lines=[])
    return module.with_changes(body=[*body[:at], *new, *body[at:]])

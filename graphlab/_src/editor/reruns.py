"""How a cell can run again although a run of it has made variables: their names are taken by now."""

import difflib
from typing import Any

import libcst as cst
from IPython.core.getipython import get_ipython

from graphlab._src.base.source_line import block
from graphlab._src.editor.cell_source import CellSource, EditError, cell_of
from graphlab._src.editor.cell_text import recorded
from graphlab._src.editor.fix_edits import Failed, filled
from graphlab._src.graph.graph import Graph, default_graphs
from graphlab._src.state.variable_store import named_variables

_LIKE = 0.6  # from which likeness of their texts on two cells count as one that was edited


def rerunnable(module: cst.Module, failed: Failed) -> cst.Module:
    """A cell's tree with what lets it run again: a graph of its own, or, where other cells built in the graph, shared variables."""
    if failed.cell.is_graph_cell:
        return module
    graph = default_graphs.of_main_thread()
    made = statements_with_variables(graph)
    places = [i for i, statement in enumerate(module.body) if text_of(statement) in made]
    if not places:
        return module
    body: list[Any] = list(module.body)
    if is_alone(failed.cell, graph):
        at = _first_after_imports(module)
        header = module.header
        if at == 0:  # comments at the beginning are those of what follows
            body[0] = body[0].with_changes(leading_lines=[*header, *body[0].leading_lines])
            header = []
        body.insert(at, cst.parse_statement(filled("tf.reset_default_graph()", failed) or ""))
        return module.with_changes(body=body, header=header)
    head = filled("with tf.variable_scope(tf.get_variable_scope(), reuse=tf.AUTO_REUSE)", failed) or ""
    for first, last in reversed(_runs(places)):
        before = body[first].leading_lines
        own = [body[first].with_changes(leading_lines=[]), *body[first + 1 : last + 1]]
        new: Any = cst.parse_statement(block(head, cst.Module(own).code.strip("\n")))
        body[first : last + 1] = [new.with_changes(leading_lines=before)]
    return module.with_changes(body=body)


def statements_with_variables(graph: Graph) -> set[str]:
    """The source of the statements of cells that have made variables with names of their own."""
    found: set[str] = set()
    for variable in named_variables(graph).values():
        frames = variable.op.frames[0]
        if not frames:
            continue
        code, instruction = frames[-1]
        try:
            cell = cell_of(get_ipython(), code.co_filename, variable.op.source.cell)
            node = cell and cell.node_at(code, instruction, cst.BaseExpression)
        except EditError:
            continue
        if cell and node:
            found.add(text_of(cell.outermost(node)))
    return found


def is_alone(cell: CellSource, graph: Graph) -> bool:
    """Whether all of a graph was made by runs of this cell, edited meanwhile or not."""
    numbers = {op.source.cell for op in graph.get_operations()}
    return all(number == cell.number or _is_like(cell.raw, number) for number in numbers)


def _is_like(text: str, number: int | None) -> bool:
    other = recorded(get_ipython(), number)
    return other is not None and difflib.SequenceMatcher(None, text, other, autojunk=False).ratio() > _LIKE


def text_of(statement: Any) -> str:
    """The source of a statement, without the comments before it."""
    return cst.Module([statement.with_changes(leading_lines=[])]).code.strip()


def _first_after_imports(module: cst.Module) -> int:
    """The place after the imports that a cell begins with."""
    for i, statement in enumerate(module.body):
        lines = statement.body if isinstance(statement, cst.SimpleStatementLine) else ()
        if not lines or not all(isinstance(line, (cst.Import, cst.ImportFrom)) for line in lines):
            return i
    return len(module.body)


def _runs(places: list[int]) -> list[tuple[int, int]]:
    """[(first, last)] of numbers that follow each other."""
    found: list[tuple[int, int]] = []
    for place in places:
        if found and found[-1][1] == place - 1:
            found[-1] = found[-1][0], place
        else:
            found.append((place, place))
    return found

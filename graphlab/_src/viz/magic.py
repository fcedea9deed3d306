"""%%graph: a cell that builds a graph of its own and shows it; with --keep, or after an edit, sessions go on with it."""

import argparse
import ast
import collections
import shlex
import sys
import weakref
from typing import Any

from IPython.core.error import UsageError
from IPython.core.getipython import get_ipython
from IPython.display import display

from graphlab._src.base import context
from graphlab._src.graph.graph import Graph, default_graphs, get_default_graph
from graphlab._src.viz import live
from graphlab._src.viz.show import Diagram

_OTHER = "A session of another graph is open here, an InteractiveSession for instance; close() it to run this one."


# Graphs of such cells, and what the cell calls each; their views are not updated once the cell has run again.
graphs: weakref.WeakKeyDictionary[Graph, str] = weakref.WeakKeyDictionary()
# Texts of cells that an edit in the diagram has made and that have not run yet -> the path that it renames, and the new one.
edited: dict[str, tuple[str, str]] = {}
_MOST_EDITED = 64
added: collections.deque[str] = collections.deque(
    maxlen=8
)  # lines that the diagram may have added at the end of a cell


def graph_cell(line, cell):
    """Runs the magic %%graph; graphlab/_src/viz/ipython.py documents its use."""
    options = _options(line)
    shell: Any = get_ipython()
    text, lines = body(cell), tuple(added)
    keeps = options.keep or text in edited or any(text.endswith(f"\n{one}") for one in lines)
    renamed = edited.get(text, ("", ""))
    replaced = {graph for graph, name in graphs.items() if name == options.name}
    sessions = context.hook("retained_sessions")(shell.user_ns, replaced, *renamed) if keeps and replaced else None
    previous = shell.user_ns.get(options.name)
    if isinstance(previous, Graph) and previous in graphs:
        live.end(previous)
    if default_graphs.is_cleared():
        default_graphs.reset()
        graph = _build(shell, line, cell, options.name)
    else:
        with Graph().as_default():
            graph = _build(shell, line, cell, options.name)
    graphs[graph] = options.name
    if sessions is not None:
        print("".join(f"{said}\n" for said in sessions.go_on(graph)), end="")
    # Now that the cell has run to its end: an edit that was interrupted is one still.
    edited.pop(text, None)
    for one in lines:  # those of before the run: the diagram may have added others meanwhile
        if one in added:
            added.remove(one)
    session = context.sessions.get_default()
    if get_default_graph() is not graph or session is not None and session.graph is not graph:
        print(_OTHER)
    diagram = Diagram(graph, options.depth, options.highlight)
    if "@param" in cell:
        diagram.messages += context.hook("form_fields")(f"%%graph {line}\n{cell}", _number(shell.compile._filename_map))
    display(diagram)


def note_edit(text, before="", after=""):
    """Notes that the notebook may run this text of a cell next, which is an edit: its sessions then go on.

    before, after: a path of the graph that has another name then.
    """
    edited[body(text.lstrip().partition("\n")[2])] = before, after
    while len(edited) > _MOST_EDITED:
        edited.pop(next(iter(edited)), None)


def body(cell):
    """The text of a cell, without what an editor may add or leave out at its end."""
    return cell.rstrip()


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        raise UsageError(f"%%graph: {message}\n{self.format_usage()}")


def _options(line):
    parser = _Parser(prog="%%graph", add_help=False)
    parser.add_argument("name", nargs="?", default="graph")
    parser.add_argument("--depth", type=int)
    parser.add_argument("--highlight", nargs="+")
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args(shlex.split(line))
    if not options.name.isidentifier():
        parser.error(f"{options.name!r} is no name for a variable")
    return options


def _build(shell, line, cell, name):
    """Runs the cell; returns the graph that it leaves as the default one, as the variable `name` has it."""
    shell.user_ns[name] = get_default_graph()
    # One line replaces that of the magic, so that line numbers are those the reader sees; IPython drops empty ones.
    blank = "\n" * cell[: len(cell) - len(cell.lstrip())].count("\n")
    source = f"# %%graph {line}\n{blank}{shell.transform_cell(cell)}"
    file = shell.compile.cache(source, _number(shell.compile._filename_map), raw_code=f"%%graph {line}\n{cell}")
    try:
        _run(shell, source, file)
    except SyntaxError as error:
        raise _shown_error(shell, error) from None
    except Exception as error:
        _cut(shell, error, file)
        raise
    graph = shell.user_ns[name] = get_default_graph()
    return graph


def _number(cells):
    """The number of the cell that the magic is in; cells: {file name: number}."""
    frame = sys._getframe()
    while frame.f_back is not None and frame.f_code.co_filename not in cells:
        frame = frame.f_back
    return cells.get(frame.f_code.co_filename)


def _run(shell, source, file):
    tree = shell.transform_ast(shell.compile.ast_parse(source, file))
    steps: list[tuple[ast.AST, str]] = [(ast.Module([node], []), "exec") for node in tree.body]
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        steps[-1] = ast.Interactive(tree.body[-1:]), "single"  # which shows its value
    for step, mode in steps:
        exec(shell.compile(step, file, mode), shell.user_global_ns, shell.user_ns)


def _shown_error(shell, error):
    """A SyntaxError as another class, because IPython shows the whole way to one that a magic ends in."""
    shown = shell.SyntaxTB.structured_traceback(SyntaxError, error, [])
    kind = type("SyntaxError", (Exception,), {"_render_traceback_": lambda _: shown})
    return kind(str(error))


def _cut(shell, error, file):
    """Begins the traceback of an error in the cell, as IPython does for any cell."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != file:
        trace = trace.tb_next
    if trace is not None:
        shown = shell.InteractiveTB.structured_traceback(type(error), error, trace, tb_offset=0)
        error._render_traceback_ = lambda: shown

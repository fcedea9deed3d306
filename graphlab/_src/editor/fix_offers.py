"""Offers to repair the line of an error: an output beneath the traceback, which JupyterLab shows as a button.

The data of the output has the text of the cell as it ran and with the repair; the page shows what differs, and refuses it where
the cell has another text by now. Without the notebook extension the output is the changed lines as text.
"""

import ast
import dataclasses
import difflib
import os
import site
import sysconfig
from typing import Any

import libcst as cst
from IPython.core.getipython import get_ipython
from IPython.display import display

from graphlab._src.base.package import PACKAGE
from graphlab._src.base.source import is_cell
from graphlab._src.editor import call_repairs, condition_repairs, run_repairs
from graphlab._src.editor.cell_source import CellSource, EditError, cell_of
from graphlab._src.editor.diagnoses import fix_for
from graphlab._src.editor.fix_edits import SLOT, Failed, Repair, repairs
from graphlab._src.editor.reruns import rerunnable
from graphlab._src.editor.trial import try_cell
from graphlab._src.viz import magic
from graphlab._src.viz.failures import failed_operation

MIME_TYPE = "application/vnd.graphlab.fix+json"
_MOST = 3  # repairs that are offered
_KINDS = (call_repairs, run_repairs, condition_repairs)  # modules whose repairs are registered by now


def offer(error: BaseException) -> None:
    """Shows the repairs of an error that ended a cell, where there are some. Never raises."""
    try:
        found = offers(error, get_ipython())
    except Exception:  # an error in describing an error must not hide it
        return
    if found is not None:
        data, text = found
        display({MIME_TYPE: data, "text/plain": text}, raw=True)


def offers(error: BaseException, shell: Any) -> tuple[dict[str, Any], str] | None:
    """(the data of the output, its text); None where there is no repair."""
    place = _place(error)
    if place is None:
        return None
    frame, code, instruction = place
    try:
        cell = cell_of(shell, code.co_filename)
        node = cell and _expression(cell.node_at(code, instruction, (cst.BaseExpression, cst.For, cst.If, cst.While)))
    except EditError:
        return None
    if cell is None or node is None:
        return None
    names = {**frame.f_globals, **frame.f_locals}
    fix = fix_for(error, node, names)
    if fix is None:
        return None
    failed: Failed | None = Failed(cell, node, names | {"__cell_file__": code.co_filename})
    if any(edit.where == "op" for edit in fix.edits):
        failed = _maker(error, shell)
    if failed is None:
        return None
    cell = failed.cell
    choices: list[dict[str, str]] = []
    for edit in fix.edits:
        for repair in repairs(edit, failed):
            if len(choices) < _MOST and _works(repair, failed):
                choices.append(_choice(_again(repair, failed), cell))
    choices = [one for i, one in enumerate(choices) if one not in choices[:i]]
    if not choices:
        return None
    if cell.is_graph_cell:
        for choice in choices:
            magic.note_edit(_whole(choice))
    data = {"text": str(fix), "cell": cell.number, "before": cell.raw, "choices": choices}
    return data, _as_text(str(fix), cell.raw, choices[0])


def _maker(error: BaseException, shell: Any) -> Failed | None:
    """The call that made the operation which failed in a run; None where it is in no cell."""
    op = failed_operation(error)
    frames = op.frames[0] if op is not None else ()
    if op is None or not frames:
        return None
    code, instruction = frames[0]
    cell = cell_of(shell, code.co_filename, op.source.cell)
    node = cell and cell.node_at(code, instruction, cst.BaseExpression)
    return Failed(cell, node, shell.user_ns) if cell and node else None


def _expression(node: Any) -> Any:
    """The expression that is meant: Python says of a loop as a whole where it begins to iterate, or tests a call."""
    if isinstance(node, cst.For):
        return node.iter
    if isinstance(node, (cst.If, cst.While)):
        return node.test
    if isinstance(node, (cst.BaseSimpleComp, cst.DictComp)):
        return node.for_in.iter
    return node


def _again(repair: Repair, failed: Failed) -> Repair:
    """The repair with what lets the cell run again, though it has made variables before it failed."""
    return (
        repair if repair.top.startswith("%%") else dataclasses.replace(repair, module=rerunnable(repair.module, failed))
    )


def _choice(repair: Repair, cell: CellSource) -> dict[str, str]:
    """{after: the cell with the repair, slot: the text in it that the reader may change}."""
    after = cell.edited(repair.module)
    if repair.top:
        lines = after.split("\n")
        lines.insert(cell.shift + 1 if cell.is_graph_cell else 0, repair.top)
        after = "\n".join(lines)
    if not repair.slot:
        return {"after": after, "slot": "", "rest": ""}
    before, _, behind = after.partition(SLOT)
    return {"after": before, "slot": repair.slot, "rest": behind}


def _whole(choice: dict[str, str]) -> str:
    return choice["after"] + choice["slot"] + choice["rest"]


def _as_text(fix: str, before: str, choice: dict[str, str]) -> str:
    lines = difflib.ndiff(before.split("\n"), _whole(choice).split("\n"))
    return "\n".join([f"Fix: {fix}", *(line for line in lines if line.startswith(("- ", "+ ")))])


def _works(repair: Repair, failed: Failed) -> bool:
    """Whether the edited call can be built; where that can't be tried, whether the cell parses."""
    try:
        if repair.call is not None:
            try_cell("run()", 0, dict(failed.names), cst.Module([]).code_for_node(repair.call))
        ast.parse(repair.module.code)
    except (EditError, SyntaxError):
        return False
    return True


def _place(error: BaseException) -> tuple[Any, Any, int] | None:
    """(frame, code, instruction) of the reader's own line that raised an error; None where it is in no cell."""
    trace, found = error.__traceback__, None
    libraries = _libraries()
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if is_cell(file):
            found = trace.tb_frame, trace.tb_frame.f_code, trace.tb_lasti
        elif found is not None and not file.startswith(libraries) and not file.startswith("<"):
            found = None  # in a module of the reader's own, which the cell calls
        trace = trace.tb_next
    return found


def _libraries() -> tuple[str, ...]:
    folders = [str(PACKAGE), os.path.dirname(os.__file__), sysconfig.get_paths()["purelib"], *site.getsitepackages()]
    return tuple(f"{folder}{os.sep}" for folder in folders)

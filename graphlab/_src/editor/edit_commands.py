"""The commands by which the diagram's details card edits the line that made an operation.

    edit-form   what can be edited of an operation, as its line has it now, or why nothing can
    edit        one edit: the text of the cell with it, which the page writes into the notebook and runs

The kernel changes nothing: the new text comes back together with the one that ran, and the page refuses it where the notebook has
another by now. LibCST is imported with the first of these commands.
"""

from typing import Any

from IPython.core.getipython import get_ipython

from graphlab._src.base.lazy_imports import on_first_call
from graphlab._src.viz import magic
from graphlab._src.viz.commands import command
from graphlab._src.viz.view_commands import requested_operation

_form = on_first_call("graphlab._src.editor.cell_edits:form")
_scope_form = on_first_call("graphlab._src.editor.cell_edits:scope_form")
_edited = on_first_call("graphlab._src.editor.cell_edits:edited")


@command("edit-form")
def send_form(view: Any, content: dict[str, Any]) -> None:
    """Sends what can be edited of an operation, or of the call or block that made a scope: `path`."""
    path = content.get("path")
    if isinstance(path, str):
        _send_scope_form(view, content, path)
        return
    op = requested_operation(view, content)
    if op is None:
        return
    message = {"type": "edit-form", "view": content["view"], "op": op.id}
    try:
        message |= _form(op, get_ipython())
    except ValueError as error:
        message |= {"why": str(error)}
    view.widget.send(message)


def _send_scope_form(view: Any, content: dict[str, Any], path: str) -> None:
    graph = view.graph
    found = None if graph is None else _scope_form(graph, path, get_ipython())
    if found is not None:
        view.widget.send({"type": "edit-form", "view": content["view"], "path": path} | found)


@command("edit")
def send_edit(view: Any, content: dict[str, Any]) -> None:
    """Sends the text of the cell with an edit, or why there is none."""
    op = requested_operation(view, content)
    if op is None:
        return
    message = {"type": "edit-result", "view": content["view"], "op": op.id, "request": content.get("request")}
    try:
        result = _edited(op, content, get_ipython())
        magic.note_edit(result["after"], *result.pop("renamed"))
        message |= result
    except ValueError as error:
        message |= {"why": str(error)}
    view.widget.send(message)

"""A notebook's kernel without a page: an IPython shell in this process, whose cells are named as a kernel's are."""

import difflib
import json
from typing import Any

import pytest
from ipykernel.compiler import XCachingCompiler
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

import graphlab as tf
from graphlab._src.editor import fix_offers
from graphlab._src.editor.cell_edits import edited
from graphlab._src.viz import magic


class Notebook:
    """Runs cells; `outputs` is what the last one printed."""

    def __init__(self, shell, capsys):
        self.shell, self.names = shell, shell.user_ns
        self._capsys = capsys
        self.outputs = ""

    def run(self, source):
        """Runs a cell, as if it were a new one; returns its error, or None."""
        result = self.shell.run_cell(source, store_history=True)
        self.outputs = self._capsys.readouterr().out
        return result.error_in_exec or result.error_before_exec

    def edit(self, op, kind, /, **fields):
        """The text of the cell with an edit of the operation of this name, as the page requests it."""
        return self._edited(op, kind, fields)["after"]

    def _edited(self, op, kind, fields):
        graph = self.names["graph"]
        fields = {key: value if isinstance(value, str) else json.dumps(value) for key, value in fields.items()}
        return edited(graph.get_operation_by_name(op), {"edit": kind, **fields}, self.shell)

    def refusal(self, op, kind, /, **fields):
        """Why an edit can't be done."""
        with pytest.raises(ValueError) as caught:
            self.edit(op, kind, **fields)
        return str(caught.value)

    def apply(self, op, kind, /, **fields):
        """Does an edit, and runs the cell again, as the page does."""
        result = self._edited(op, kind, fields)
        after = result["after"]
        magic.note_edit(after, *result["renamed"])
        assert self.run(after) is None, self.outputs
        return after

    def repairs(self, source):
        """The texts of a cell that fails, with each repair that is offered."""
        found = fix_offers.offers(self.run(source), self.shell)
        return [one["after"] + one["slot"] + one["rest"] for one in found[0]["choices"]] if found else []


@pytest.fixture
def notebook(capsys):
    shell: Any = InteractiveShell.instance(
        config=Config({"HistoryManager": {"hist_file": ":memory:", "enabled": False}})
    )
    shell.compile = XCachingCompiler()
    tf.load_ipython_extension(shell)
    made = Notebook(shell, capsys)
    made.run("import graphlab as tf\nimport numpy as np")
    yield made
    shell.history_manager.end_session()
    InteractiveShell.clear_instance()


def changes(before, after):
    """The lines that differ: "- old", "+ new"."""
    lines = list(difflib.unified_diff(before.split("\n"), after.split("\n"), n=0, lineterm=""))[2:]
    return [f"{line[0]} {line[1:]}" for line in lines if not line.startswith("@@")]

"""A real kernel, for what only shows in one."""

import pytest
from nbclient import NotebookClient
from nbformat import v4

from graphlab._src.viz import protocol
from tests.kernel import write_kernel_spec


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Runs cells in a kernel; gives their outputs, and the messages that went to the picture during each."""
    write_kernel_spec(tmp_path, "checkout")
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))

    def run_cells(*cells, allow_errors=False):
        notebook = v4.new_notebook(cells=[v4.new_code_cell(source) for source in cells])
        client = Listener(
            notebook, kernel_name="checkout", timeout=120, store_widget_state=False, allow_errors=allow_errors
        )
        client.execute()
        return [cell.outputs for cell in notebook.cells], client.pieces

    return run_cells


class Listener(NotebookClient):
    """Keeps the pieces that the kernel sends to its pictures, by cell."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.pieces = {}

    def process_message(self, msg, cell, cell_index):
        data = msg["content"].get("data", {})
        if msg["header"]["msg_type"] == "comm_msg" and data.get("content", {}).get("type") == "piece":
            self.pieces.setdefault(cell_index, []).append(protocol.unpacked(bytes(msg["buffers"][0])))
        return super().process_message(msg, cell, cell_index)

"""Cells in a real kernel: what only shows in one."""

import base64

import pytest
from nbclient import NotebookClient
from nbformat import v4

from graphlab._src.viz import protocol
from tests.kernel import write_kernel_spec


@pytest.fixture
def kernel(tmp_path, monkeypatch):
    """Runs cells in a kernel of their own, and returns the client that listened to it."""
    write_kernel_spec(tmp_path, "checkout")
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))

    def run_cells(*cells, allow_errors):
        notebook = v4.new_notebook(cells=[v4.new_code_cell(source) for source in cells])
        client = Listener(
            notebook, kernel_name="checkout", timeout=120, store_widget_state=False, allow_errors=allow_errors
        )
        client.execute()
        return client

    return run_cells


@pytest.fixture
def run(kernel):
    """Runs cells; returns their outputs, and the parts of the graph that the kernel sent to its diagrams during each."""

    def run_cells(*cells, allow_errors=False):
        client = kernel(*cells, allow_errors=allow_errors)
        return [cell.outputs for cell in client.nb.cells], client.pieces

    return run_cells


@pytest.fixture
def messages(kernel):
    """Runs cells, which may fail; returns what the kernel sent to its diagrams besides the graph during each."""
    return lambda *cells: kernel(*cells, allow_errors=True).messages


class Listener(NotebookClient):
    """Collects what the kernel sends to its diagrams, by cell."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.pieces = {}
        self.messages = {}

    def process_message(self, msg, cell, cell_index):
        if msg["header"]["msg_type"].startswith("comm_"):
            assert not msg["buffers"], "gateways to remote kernels lose messages with binary buffers"
        content = msg["content"].get("data", {}).get("content", {})
        if msg["header"]["msg_type"] == "comm_msg" and "type" in content:
            if content["type"] == "piece":
                self.pieces.setdefault(cell_index, []).append(protocol.unpacked(base64.b64decode(content["bytes"])))
            else:
                self.messages.setdefault(cell_index, []).append(content)
        return super().process_message(msg, cell, cell_index)

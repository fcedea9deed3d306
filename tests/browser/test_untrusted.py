"""A notebook of another author, opened before its reader trusts it."""

import json

import nbformat
import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.own_page

ESM = "window.ran = 1; export default { initialize() { window.ran = 1 }, render() { window.ran = 1 } }"
WIDGET = {
    "_esm": ESM,
    "_model_module": "anywidget",
    "_model_module_version": "~0.11.*",
    "_model_name": "AnyModel",
    "_view_module": "anywidget",
    "_view_module_version": "~0.11.*",
    "_view_name": "AnyView",
    "graph": "g",
    "messages": [],
}


def test_code_of_saved_widgets_does_not_run(open_notebook, page, tmp_path):
    model = {"model_name": "AnyModel", "model_module": "anywidget", "model_module_version": "~0.11.*", "state": WIDGET}
    saved = {"version_major": 2, "version_minor": 0, "state": {"one": model}}
    draws = "import graphlab as tf\nx = tf.placeholder(tf.float32, [], name='x')\nx.graph"
    cells = [nbformat.v4.new_code_cell("1"), nbformat.v4.new_code_cell(draws)]
    view = {"version_major": 2, "version_minor": 0, "model_id": "one"}
    data = {"application/vnd.jupyter.widget-view+json": view, "text/plain": "a widget"}
    cells[0].outputs = [nbformat.v4.new_output("display_data", data=data)]
    notebook = nbformat.v4.new_notebook(cells=cells)
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": saved}
    (tmp_path / "theirs.ipynb").write_text(json.dumps(notebook))
    opened = open_notebook(tmp_path / "theirs.ipynb")
    opened.run(1)
    # By now all that was saved has been made anew, and a widget of our own runs.
    expect(opened.output(1).locator('.node[data-path="x"]')).to_be_visible()
    page.wait_for_function("() => document.querySelector('.graphlab').shadowRoot.querySelector('[data-live]')")
    assert page.evaluate("window.ran") is None

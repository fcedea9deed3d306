"""A site that Sphinx makes of a notebook: its diagrams are live, from a file, without a network."""

import base64
import subprocess
import sys

import nbformat
from playwright.sync_api import expect

import graphlab as gl
from graphlab._src.viz import protocol
from graphlab._src.viz.mimebundle import MIME_TYPE

CONFIGURATION = """extensions = ["myst_nb", "graphlab.viz.sphinx"]
nb_execution_mode = "off"
html_theme = "pydata_sphinx_theme"
html_show_search_summary = False
html_context = {"default_mode": "auto"}
"""


def notebook_with(graph: gl.Graph) -> str:
    """The text of a notebook that was saved with a diagram of `graph` in it, twice."""
    chunk = base64.b64encode(protocol.packed(graph)).decode("ascii")
    saved = {
        "graph": graph.uid,
        "version": protocol.VERSION,
        "chunks": [chunk],
        "messages": [{"type": "show", "depth": 0}],
    }
    output = nbformat.v4.new_output("display_data", {MIME_TYPE: saved, "text/plain": "Graph"})
    cells = [nbformat.v4.new_code_cell("tf.show()", outputs=[output]) for _ in range(2)]
    title = nbformat.v4.new_markdown_cell("# Lesson")
    metadata = {"language_info": {"name": "python", "pygments_lexer": "python"}}
    return nbformat.writes(nbformat.v4.new_notebook(cells=[title, *cells], metadata=metadata))


def test_a_site_made_of_notebooks_has_live_diagrams(page, tmp_path):
    with gl.Graph().as_default() as graph, gl.name_scope("hidden"):
        gl.identity(gl.placeholder(gl.float32, [None, 3], name="x"), name="y")
    source, site = tmp_path / "source", tmp_path / "site"
    source.mkdir()
    (source / "conf.py").write_text(CONFIGURATION)
    (source / "index.ipynb").write_text(notebook_with(graph), encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", source, site]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout

    page.context.set_offline(True)
    page.goto((site / "index.html").as_uri())
    diagrams = page.locator(".graphlab-saved")
    expect(diagrams).to_have_count(2)
    second = diagrams.nth(1)
    second.locator('.node[data-path="hidden"] .toggle').click()
    expect(second.locator('.node[data-path="hidden/x"]')).to_be_visible()
    expect(diagrams.first.locator('.node[data-path="hidden/x"]')).to_have_count(0)

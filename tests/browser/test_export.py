"""What leaves the notebook: files saved from the diagram, pages of their own, and the saved notebook itself."""

import base64
import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import nbformat
from playwright.sync_api import Locator, Page, expect

import graphlab as gl
from graphlab._src.viz import page as html_page
from graphlab._src.viz import protocol
from graphlab._src.viz.mimebundle import MIME_TYPE
from graphlab._src.viz.notebook_page import NotebookPageExporter

NAMES = [
    "<img src=x onerror=document.title='broken'>",
    "</script><script>document.title='broken'</script>",
    'quo"te & co',
    "rtl\u202egpj",
    "bell\x07",
    "]]>",
]
SHOW = """\
%%graph --depth 1
with tf.name_scope("hidden"):
    x = tf.placeholder(tf.float32, [None, 3], name="x")
    y = tf.identity(x, name="y")
done = tf.group(y, name="done")
"""


def save(page: Page, kind: str, folder: Path, diagram: Locator | None = None) -> str:
    """The text of the file that "Save as" of the only diagram, or of this one, saves."""
    place = diagram or page
    place.get_by_role("button", name="Save as").click()
    with page.expect_download() as download:
        place.get_by_role("menuitem", name=kind).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path.read_text(encoding="utf-8")


def test_a_notebook_is_a_page_with_live_diagrams(page, tmp_path, problems):
    with gl.Graph().as_default() as graph:
        with gl.name_scope("hidden"):
            gl.identity(gl.placeholder(gl.float32, [None, 3], name="x"), name="y")
    chunk = base64.b64encode(protocol.packed(graph)).decode("ascii")
    saved = {
        "graph": graph.uid,
        "version": protocol.VERSION,
        "chunks": [chunk],
        "messages": [{"type": "show", "depth": 0}],
    }
    output = nbformat.v4.new_output(
        "display_data", {MIME_TYPE: saved, "image/svg+xml": "<svg/>", "text/plain": "Graph"}
    )
    cell = nbformat.v4.new_code_cell("tf.show(depth=0)", outputs=[output])
    text, _ = NotebookPageExporter().from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))
    (tmp_path / "notebook.html").write_text(text)
    page.context.set_offline(True)
    page.goto((tmp_path / "notebook.html").as_uri(), wait_until="commit")
    page.locator('.node[data-path="hidden"] .toggle').click()
    expect(page.locator('.node[data-path="hidden/x"]')).to_be_visible()
    assert cell.outputs[0].data.keys() == output.data.keys()  # the notebook stays as it was
    problems.clear()  # what nbconvert's own page loads from the network


def test_page_opens_alone_in_the_readers_colours_and_has_names_as_text(page, tmp_path):
    graph = gl.Graph()
    with graph.as_default():
        for name in NAMES:
            gl.no_op()._name = name
    gl.save_html(graph, tmp_path / "page.html")
    page.context.set_offline(True)
    page.emulate_media(color_scheme="dark")
    page.goto((tmp_path / "page.html").as_uri())
    expect(page.locator(".graphlab")).to_have_attribute("data-dark", "")
    expect(page.locator(".node .name", has_text="<img")).to_have_count(1)
    page.locator(".node", has_text="<img").click()
    expect(page.locator(".details h3")).to_contain_text("<img src=x")
    page.get_by_label("Close details").click()
    texts = {element.text for element in ElementTree.fromstring(save(page, "SVG", tmp_path)).iter()}
    assert any("<img src=x" in (text or "") for text in texts) and "bell\ufffd" in texts
    assert r'label="quo\"te & co"' in save(page, "DOT", tmp_path)
    # A page saved from the page is such a page again.
    assert save(page, "HTML", tmp_path).count("<script") == 3
    page.goto((tmp_path / "graph.html").as_uri())
    expect(page.locator(".node")).to_have_count(len(NAMES))
    expect(page.locator("img, iframe")).to_have_count(0)
    assert page.title() == "page – graphlab"


def test_notebook_saves_what_was_seen_and_requests_nothing_else(open_notebook, page, lab, tmp_path):
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    # Ten diagrams; the cell that builds runs twice, and what it replaces is gone.
    notebook = open_notebook(["import graphlab as tf", SHOW, *["tf.show('hidden/y', highlight=x)"] * 9])
    notebook.run_all()
    notebook.run(1)
    for cell in (1, 10):
        expect(notebook.output(cell).locator('.node[data-path="hidden/y"]')).to_be_visible()
    expect(notebook.output(10).locator(".details h3")).to_have_text("y")
    expect(notebook.output(10).locator('.node[data-path="hidden/x"].highlighted')).to_be_visible()
    notebook.wait_for(STILL)
    notebook.save()
    saved = json.loads(notebook.path.read_text())
    outputs = [output["data"] for cell in saved["cells"] for output in cell["outputs"]]
    assert len(outputs) == 10
    for data in outputs:
        source = data["application/vnd.graphlab.graph+json"]
        svg = "".join(data["image/svg+xml"])
        assert len(json.dumps(data)) - sum(map(len, source["chunks"])) < 30_000
        assert not re.search(r"var\(|color-mix|color\(|https?://(?!www\.w3\.org/2000/svg)", svg)
        assert "stroke:#" in svg, "an output that was scrolled away is styled too"
        assert {"x", "y", "done"} <= {element.text for element in ElementTree.fromstring(svg).iter()}
    assert len(json.dumps(saved["metadata"])) < 30_000
    assert [url for url in requests if not url.startswith((lab.url, "blob:", "data:"))] == []
    expect(notebook.output(1).locator("iframe")).to_have_count(0)
    assert '<script type="application/json" id="source">' in save(page, "HTML", tmp_path, notebook.output(1))
    # From here on nothing of a cleared output is left.
    notebook.execute("notebook:clear-all-cell-outputs")
    expect(page.locator(".graphlab")).to_have_count(0)


STILL = """({ content }) => content.widgets.flatMap(cell => cell.model.outputs?.toJSON() ?? [])
  .every(output => output.data['application/vnd.graphlab.graph+json'].imageCursor)"""


HOSTILE = [
    *NAMES,
    "javascript:document.title='broken'",
    "[link](javascript:document.title='broken')",
    "<svg onload=document.title='broken'>",
    "<a href=javascript:document.title='broken'>x</a>",
    "'-document.title='broken'-'",
    "<style>@import 'http://127.0.0.1:9/x'</style>",
    "url(http://127.0.0.1:9/x)",
    "a" * 20_000,
    "/".join("a" * 500),
    "__proto__",
    "constructor",
]
KINDS = [
    *(
        "attributes",
        "compare",
        "compiled",
        "copies",
        "failed",
        "find",
        "hlo",
        "subgraph",
        "overlay",
        "overlays",
        "page",
    ),
    *(
        "piece",
        "preview",
        "refused",
        "show",
        "side",
        "step",
        "step-card",
        "step-schedule",
        "step-error",
        "watch",
        "watch-error",
    ),
    *("__proto__", "__defineGetter__", "toString", ""),
]
FIELDS = [
    *(
        "text",
        "why",
        "name",
        "title",
        "op",
        "ops",
        "subgraph",
        "subgraphs",
        "fetches",
        "feeds",
        "values",
        "overlay",
        "overlays",
    ),
    *("watched", "points", "card", "outputs", "notes", "failed", "depth", "at", "highlight", "cursor", "graph", "href"),
]


def test_hostile_names_and_saved_messages_neither_run_nor_leave_the_page(page, problems, tmp_path):
    graph = gl.Graph()
    with graph.as_default():
        for name in HOSTILE:
            gl.no_op()._name = name
    wrong = [None, -1, 1e300, HOSTILE[0], [HOSTILE[1]], {"op": HOSTILE[6], "text": HOSTILE[8]}, [[{}]]]
    messages: list[dict] = [{"type": kind, **dict.fromkeys(FIELDS, value)} for kind in KINDS for value in wrong]
    messages += [{"type": kind} for kind in KINDS]
    body = html_page.diagram(graph, messages)
    (tmp_path / "page.html").write_text(html_page.page("page", "page", HOSTILE[0], body), encoding="utf-8")
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("dialog", lambda dialog: requests.append(dialog.message))
    page.goto((tmp_path / "page.html").as_uri())
    expect(page.locator(".node", has_text="<svg onload")).to_have_count(1)
    page.locator(".node", has_text="<svg onload").click()
    expect(page.locator(".details h3")).to_contain_text("<svg onload")
    assert page.title() == "page"
    assert (
        page.evaluate(
            "document.querySelectorAll('img, iframe, object, a[href^=javascript], [onload], [onerror]').length"
        )
        == 0
    )
    assert [url for url in requests if not url.startswith(("file:", "blob:", "data:"))] == []
    problems.clear()  # what is no message of its kind is an error on the console, and the diagram works on

"""Files with graphs, opened in JupyterLab: no notebook, no kernel."""

import json

import pytest
from playwright.sync_api import expect

import graphlab as tf
from tests.browser.layouts import saved_layout

OPEN = """async path => {
  await jupyterapp.restored;
  await jupyterapp.commands.execute('docmanager:open', path);
}"""
FACTORIES = "path => jupyterapp.docRegistry.preferredWidgetFactories(path).map(({ name }) => name)"


@pytest.fixture
def files(lab):
    """The folder that JupyterLab serves."""
    lab.wait()
    yield lab.folder
    assert lab.request("GET", "kernels") == []


@pytest.fixture
def open_file(lab, page, files):
    """Opens a file as a double click does, or with a factory."""

    def open_one(path, factory=None):
        if not page.url.startswith(lab.url):
            page.goto(f"{lab.url}/lab/workspaces/files?token={lab.token}&reset")
            page.wait_for_function("() => window.jupyterapp")
        page.evaluate(OPEN, {"path": path} | ({"factory": factory} if factory else {}))
        return page.locator(".jp-Document:not(.lm-mod-hidden) .graphlab-File")

    return open_one


@pytest.fixture
def graph():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 3], name="x")
        with tf.name_scope("hidden"):
            tf.nn.relu(tf.matmul(x, tf.ones([3, 2], name="w")), name="h")
    return graph


def saves_the_open_model(answer):
    """Whether JupyterLab has saved a layout with model.pb: one that it saves earlier may be on its way."""
    return "model.pb" in json.dumps(saved_layout(answer).get("main"))


def test_a_graph_def_opens_as_its_diagram_and_again_when_the_page_is_loaded_again(open_file, files, graph, page):
    (files / "model.pb").write_bytes(graph.as_graph_def().SerializeToString())
    with page.expect_response(saves_the_open_model):
        file = open_file("model.pb")
    expect(file.locator('.node[data-path="x"]')).to_be_visible()
    expect(file.locator("header")).to_have_text("GraphDef, 4 operations")
    file.get_by_text("What else the file holds").click()
    file.get_by_text("Inputs").click()
    expect(file.get_by_role("cell", name="(?, 3)")).to_be_visible()
    page.reload()
    expect(file.locator('.node[data-path="x"]')).to_be_visible()


def test_text_opens_as_text_and_with_the_graph_view(open_file, files, graph, page):
    tf.io.write_graph(graph, str(files), "model.pbtxt")
    file = open_file("model.pbtxt", "Graph")
    expect(file.locator('.node[data-path="x"]')).to_be_visible()
    assert page.evaluate(FACTORIES, "model.pbtxt")[0] == "Editor"
    assert "Graph" in page.evaluate(FACTORIES, "model.pbtxt")


def test_a_file_that_holds_no_graph_says_so(open_file, files):
    (files / "noise.pb").write_bytes(b"\xff" * 100)
    expect(open_file("noise.pb").get_by_role("alert")).to_have_text(
        "noise.pb is no GraphDef, MetaGraphDef, SavedModel, checkpoint or event file."
    )


def test_an_event_file_shows_the_graph_in_it(open_file, files, graph):
    tf.summary.FileWriter(str(files), graph).close()
    (name,) = [path.name for path in files.iterdir() if ".tfevents." in path.name]
    expect(open_file(name).locator('.node[data-path="x"]')).to_be_visible()

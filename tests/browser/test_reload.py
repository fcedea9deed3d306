"""A saved notebook that is opened again, with and without its kernel, trusted or not."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser import test_panel
from tests.browser.test_diagram import item

pytestmark = pytest.mark.own_page

SCOPES = """import graphlab as tf
x = tf.placeholder(tf.float32, [None, 4], name="x")
h = x
for layer in ("first", "second", "third"):
    with tf.name_scope(layer):
        h = tf.tanh(h * 2.0 + 1.0)
x.graph"""
MORE = "z = tf.square(h, name='z')"
MIME = "application/vnd.graphlab.graph+json"


def without_kernel(lab, page):
    lab.wait()
    for session in lab.request("GET", "sessions"):
        lab.request("DELETE", f"sessions/{session['id']}")
    page.reload()
    page.wait_for_selector(".jp-Notebook .jp-Cell")


def test_a_reopened_notebook_shows_what_was_open_and_the_last_graph(open_notebook, lab, page):
    notebook = open_notebook([f"{SCOPES}\n", MORE], name="reopened")
    notebook.run_all()
    diagram = notebook.output(0)
    expect(diagram.locator('.node[data-path="z"]')).to_be_visible()
    scope = diagram.locator('.node[data-path="second"]')
    scope.locator(".toggle").first.click()
    expect(item(scope)).to_have_attribute("aria-expanded", "false")
    diagram.get_by_role("button", name="Zoom in").click()
    notebook.save()
    output = json.loads(notebook.path.read_text())["cells"][0]["outputs"][0]["data"][MIME]
    assert ["second", False] in output["view"]["open"]
    width = scope.bounding_box()["width"]
    without_kernel(lab, page)
    expect(diagram.locator('.node[data-path="z"]')).to_be_visible()
    expect(item(scope)).to_have_attribute("aria-expanded", "false")
    expect(item(diagram.locator('.node[data-path="first"]'))).to_have_attribute("aria-expanded", "true")
    assert abs(scope.bounding_box()["width"] - width) < 1, "the zoom is that of before"


def test_a_reopened_notebook_has_the_overlay_and_the_preview(open_notebook, lab, page):
    notebook = open_notebook(
        [SCOPES, "import graphlab as gl\ngl.overlay('my cost', {h: 3.0}, unit='ms')"], name="chosen"
    )
    notebook.run_all()
    diagram = notebook.output(0)
    diagram.get_by_role("button", name="Colour by").click()
    diagram.get_by_role("menuitemradio", name="my cost").click()
    diagram.get_by_role("button", name="Preview a run").click()
    diagram.get_by_role("combobox").fill("second/Tanh")
    diagram.get_by_role("option", name="second/Tanh").click()
    diagram.get_by_role("combobox").press("Escape")
    colour = diagram.get_by_role("button", name="Colour: my cost")
    expect(colour).to_be_visible()
    count = diagram.locator(".preview .count")
    runs = count.inner_text()
    notebook.save()
    page.reload()  # with its kernel
    expect(count).to_have_text(runs)
    expect(colour).to_be_visible()
    diagram.locator(".preview").get_by_role("button", name="Clear").click()
    notebook.save()
    without_kernel(lab, page)
    expect(colour).to_be_visible()
    expect(count).to_have_count(0)


def test_a_diagram_stays_when_its_kernel_ends_and_says_so(open_notebook, page, lab):
    notebook = open_notebook([SCOPES, test_panel.KILL], name="ended")
    diagram = notebook.output(0)
    says = diagram.get_by_text("The kernel no longer has this graph: run the cell again")

    def die():
        notebook.begin(1)
        page.get_by_role("dialog", name="Kernel Restarting").get_by_role("button").click()

    def end():
        sessions = lab.request("GET", "sessions")
        (session,) = (one for one in sessions if one["path"].endswith(notebook.path.name))
        lab.request("DELETE", f"sessions/{session['id']}")

    for ending in (notebook.restart, die, end):
        notebook.run(0)
        diagram.locator('.node[data-path="x"]').click()
        watch = diagram.get_by_role("button", name="Watch", exact=True)
        expect(watch).to_be_enabled()
        expect(says).to_have_count(0)
        ending()
        expect(says).to_be_visible()
        expect(watch).to_be_disabled()
        expect(watch).to_have_attribute("title", "Needs the kernel: run the notebook")


def test_a_notebook_that_is_not_trusted_shows_its_graphs(open_notebook, page, tmp_path):
    notebook = open_notebook([SCOPES], name="trusted")
    notebook.run_all()
    notebook.save()
    theirs = json.loads(notebook.path.read_text())
    theirs["cells"][0]["source"] = "1 / 0"
    (tmp_path / "theirs.ipynb").write_text(json.dumps(theirs))
    opened = open_notebook(tmp_path / "theirs.ipynb", name="theirs")
    assert not opened.evaluate("({ content }) => content.model.cells.get(0).trusted")
    expect(opened.output(0).locator('.node[data-path="x"]')).to_be_visible()


def test_looking_at_a_diagram_does_not_change_the_notebook(open_notebook, page):
    notebook = open_notebook([SCOPES], name="looked_at")
    notebook.run_all()
    notebook.output(0).locator('.node[data-path="second"]').wait_for()
    notebook.wait_for(SAVED_IMAGE)
    notebook.save()
    scope = notebook.output(0).locator('.node[data-path="second"]')
    scope.locator(".toggle").first.click()
    expect(item(scope)).to_have_attribute("aria-expanded", "false")
    notebook.output(0).get_by_role("button", name="Zoom in").click()
    assert not notebook.evaluate("({ context }) => context.model.dirty")


SAVED_IMAGE = """({ content }) => {
  const [output] = content.model.cells.get(0).sharedModel.outputs;
  return output.data['application/vnd.graphlab.graph+json'].imageCursor > 0;
}"""

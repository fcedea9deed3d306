"""The Graph panel in a real JupyterLab: what it shows of the active notebook's kernel."""

import re
import shutil

import pytest
from playwright.sync_api import expect

from tests.browser.layouts import saved_layout
from tests.browser.test_diagram import marked, node

pytestmark = pytest.mark.own_page

MODEL = """\
import graphlab as tf
x = tf.placeholder(tf.float32, [None, 4], name="x")
with tf.name_scope("hidden"):
    w = tf.Variable(tf.ones([4, 3]), name="w")
    h = tf.nn.relu(tf.matmul(x, w), name="h")
"""
GROW = """\
loss = tf.reduce_sum(h, name="loss")
step = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
"""
TRAIN = """\
sess = tf.Session()
sess.run(tf.global_variables_initializer())
for _ in range(5):
    sess.run([loss, step], {x: [[1, 2, 3, 4]]})
"""
KILL = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
QUEUE = """\
queue = tf.FIFOQueue(10, [tf.float32], [[]], name="queue")
sess.run(queue.enqueue_many([[1.0, 2.0, 3.0]]))
"""
LIVE = """\
import pathlib, time
for i in range(4):
    tf.constant(i, name=f"added_{i}")
    while not pathlib.Path(f"go_{i}").exists():
        time.sleep(0.02)
"""


def open_panel(notebook):
    notebook.execute("graphlab:show-panel")
    panel = notebook.page.locator("#graphlab-panel")
    expect(panel).to_be_visible()
    return panel


def shows(panel, operations):
    expect(panel.locator(".summary")).to_contain_text(re.compile(rf"^{operations} operations?\b"))


def choose(picker, name):
    option = picker.locator("option", has_text=re.compile(f"^{name} ·"))
    picker.select_option(option.get_attribute("value"))


def saves_the_open_panel(answer):
    """Whether JupyterLab has saved a layout with the panel: one that it saves earlier may be on its way."""
    right = saved_layout(answer).get("right", {})
    return right.get("current") == "graphlab-panel" and not right.get("collapsed")


def test_panel_shows_the_default_graph_from_its_first_cell_on(open_notebook, page):
    notebook = open_notebook([MODEL, GROW, TRAIN, QUEUE])
    panel = open_panel(notebook)
    expect(panel.get_by_role("status").first).to_contain_text("imported graphlab")
    notebook.run(0)
    expect(panel.get_by_role("treeitem", name=re.compile("^scope hidden"))).to_be_visible()
    before = panel.locator(".summary").inner_text()
    notebook.run(1)
    expect(panel.locator(".summary")).not_to_have_text(before)
    notebook.run(2)
    expect(panel.get_by_role("combobox")).to_contain_text("default graph")
    # The tables of the last run, of variables and of queues.
    panel.get_by_role("tab", name="Run").click()
    expect(panel.get_by_role("tabpanel")).to_contain_text("loss")
    panel.get_by_role("tab", name="Variables").click()
    row = panel.get_by_role("row", name="hidden/w")
    expect(row).to_contain_text("4×3")
    expect(row).to_contain_text("yes")
    notebook.run(3)
    panel.get_by_role("tab", name="Queues").click()
    expect(panel.get_by_role("row", name=re.compile("FIFOQueue"))).to_contain_text("10")
    panel.get_by_role("tab", name="Devices").click()
    expect(panel.get_by_role("row", name=re.compile("CPU:0"))).to_be_visible()


def test_panel_is_live_during_a_cell_and_stays_after_a_restart(open_notebook, page):
    cells = [f"{MODEL}other = tf.Graph()", LIVE, "with other.as_default(): tf.constant(1.0)"]
    notebook = open_notebook([*cells, "%%graph mine\ntf.constant(1.0), tf.constant(2.0)", KILL])
    panel = open_panel(notebook)
    notebook.run(0)
    shows(panel, 7)
    notebook.begin(1)
    for i in range(4):
        shows(panel, 8 + i)
        (notebook.path.parent / f"go_{i}").touch()
    # What grew elsewhere is followed; the default graph is still to be had.
    notebook.run(2)
    shows(panel, 1)
    picker = panel.get_by_role("combobox")
    expect(picker).to_contain_text("other · 1 operation")
    picker.select_option(label="default graph · 11 operations")
    shows(panel, 11)
    picker.select_option(index=0)
    notebook.run(3)
    shows(panel, 2)
    expect(picker).to_contain_text("mine · 2 operations")
    notebook.restart()
    expect(panel.get_by_role("status").first).to_contain_text("The kernel was restarted")
    expect(panel.get_by_text("The kernel no longer has this graph")).to_be_hidden()
    shows(panel, 2)
    notebook.run(0)
    shows(panel, 7)
    expect(panel.locator(".gl-panel-status")).to_be_hidden()
    notebook.begin(4)
    expect(panel.get_by_role("status").first).to_contain_text("The kernel died")
    shows(panel, 7)


def test_panel_shows_the_chosen_tab_and_graph_again_after_a_reload(open_notebook, page, problems):
    other = "other = tf.Graph()\nwith other.as_default(): tf.constant(1.0)"
    notebook = open_notebook([f"{MODEL}{GROW}{TRAIN}", other])
    notebook.run(0)
    notebook.run(1)
    panel = open_panel(notebook)
    picker = panel.get_by_role("combobox")
    choose(picker, "other")
    shows(panel, 1)
    # What ran before the panel was opened has a plan, and no times.
    choose(picker, "default graph")
    panel.get_by_role("tab", name="Run").click()
    table = panel.get_by_role("tabpanel")
    expect(table).to_contain_text("loss")
    expect(table).to_contain_text("it ran before this panel was opened")
    notebook.save()
    with page.expect_response(saves_the_open_panel):
        choose(picker, "other")
    notebook.reload()
    expect(panel.get_by_role("tab", name="Run")).to_have_attribute("aria-selected", "true")
    expect(picker.locator("option:checked")).to_have_text("other · 1 operation")
    expect(table).to_contain_text("No session of this graph")
    # In a new kernel it is the graph of the same name.
    notebook.restart()
    notebook.run(0)
    notebook.run(1)
    expect(picker.locator("option:checked")).to_have_text("other · 1 operation")
    # A narrow panel needs no scrolling to the side.
    picker.select_option(index=0)
    choose(picker, "default graph")
    for tab, text in {"Run": "Why", "Variables": "Initialized"}.items():
        panel.get_by_role("tab", name=tab).click()
        panel.evaluate("node => node.style.cssText += '; min-width: 0; max-width: 300px'")
        expect(table).to_contain_text("loss" if tab == "Run" else "hidden/w")
        assert table.evaluate("node => node.scrollWidth <= node.clientWidth"), text
    # A view goes by its notebook's name, also when that is renamed while it is closed; so does what was chosen for it.
    shutil.copyfile(notebook.path, notebook.lab.folder / "first.ipynb")
    notebook.execute("docmanager:open", {"path": "first.ipynb"})
    notebook.execute("graphlab:new-view")
    expect(page.get_by_role("tab", name="Graph: first.ipynb")).to_be_visible()
    page.evaluate(CLOSE, "first.ipynb")
    page.evaluate("() => jupyterapp.serviceManager.contents.rename('first.ipynb', 'second.ipynb')")
    expect(page.get_by_role("tab", name="Graph: second.ipynb")).to_be_visible()
    problems.clear()  # JupyterLab's: it closes the subshells of a connection that it has disposed of


def test_panel_follows_a_cell_that_began_before_a_reload(open_notebook, page):
    notebook = open_notebook([f"{MODEL}x.graph", LIVE.replace("go_", "then_")])
    panel = open_panel(notebook)
    notebook.run(0)
    notebook.save()
    with page.expect_response(saves_the_open_panel):
        panel.get_by_role("tab", name="Run").click()
    panel.get_by_role("tab", name="Graph").click()
    notebook.begin(1)
    shows(panel, 8)
    page.on("dialog", lambda dialog: dialog.accept())  # the cell has changed the notebook
    page.reload()
    # The kernel reads the messages of a new page when the cell has ended.
    expect(panel.locator(".gl-panel-status")).to_contain_text("Waiting for the kernel")
    diagram = notebook.output(0)
    expect(node(diagram, "x")).to_be_visible()
    for i in range(4):
        (notebook.path.parent / f"then_{i}").touch()
    shows(panel, 11)
    shows(diagram, 11)
    expect(panel.locator(".gl-panel-status")).to_be_hidden()


def test_cells_and_operations_lead_to_each_other(open_notebook, page, problems):
    cells = [MODEL, GROW, "with tf.Session() as sess:\n  sess.run(tf.matmul(x, x, name='wrong'), {x: [[1, 2, 3, 4]]})"]
    notebook = open_notebook(cells)
    panel = open_panel(notebook)
    notebook.run(0)
    notebook.run(1)
    shows(panel, 25)
    # The active cell highlights what it made; an operation that is selected makes its cell the active one.
    loss, placeholder = node(panel, "loss"), node(panel, "x")
    expect(loss).to_have_class(marked("highlighted"))
    expect(placeholder).not_to_have_class(marked("highlighted"))
    placeholder.locator("> .shape").click()  # not the middle of it and its stub
    expect(placeholder).to_have_class(marked("highlighted"))
    expect(loss).not_to_have_class(marked("highlighted"))
    assert page.evaluate(SELECTED) == [0, 1]
    # So does the line with the cursor, where it has made something.
    notebook.evaluate(PUT_CURSOR, [0, 4])
    expect(node(panel, "hidden/h")).to_have_class(marked("highlighted"))
    expect(placeholder).not_to_have_class(marked("highlighted"))
    page.keyboard.press("Control+Home")
    expect(placeholder).to_have_class(marked("highlighted"))
    placeholder.locator("> .shape").click()
    assert page.evaluate("() => document.activeElement.className") == "graphlab"
    # The output of an error leads to the operation that failed, also when the panel was closed.
    notebook.execute("application:toggle-right-area")
    expect(panel).to_be_hidden()
    notebook.run(2, fails=True)
    notebook.output(2).get_by_role("button", name="Show wrong in the graph").click()
    expect(panel).to_be_visible()
    expect(node(panel, "wrong")).to_be_in_viewport()
    problems.clear()


CLOSE = "path => [...jupyterapp.shell.widgets('main')].find(({ context }) => context?.path === path).close()"
SELECTED = """() => {
  const { activeCellIndex, activeCell } = jupyterapp.shell.currentWidget.content;
  return [activeCellIndex, activeCell.editor.getSelection().start.line];
}"""


PUT_CURSOR = """({ content }, [cell, line]) => {
  content.activeCellIndex = cell;
  content.mode = 'edit';
  const { editor } = content.activeCell;
  editor.focus();
  editor.setCursorPosition({ line, column: 0 });
}"""


def test_inside_an_operation_the_panel_stays_and_says_what_needs_the_kernel(open_notebook, page):
    choice = "tf.jax_call(lambda a: jax.lax.cond(a > 0, jnp.sin, jnp.cos, a), tf.constant(1.0), name='choice')"
    notebook = open_notebook([f"import jax, jax.numpy as jnp\nimport graphlab as tf\n{choice}"])
    panel = open_panel(notebook)
    notebook.run(0)
    # The card, which covers half of a narrow panel, waits for the second click of a slow hand.
    node(panel, "choice").click()
    page.wait_for_timeout(200)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    way = panel.locator(".graphlab:visible nav.breadcrumb code")
    expect(way).to_have_text("choice")
    node(panel, "cond").dblclick()
    expect(way).to_have_text("cond")
    # The kernel has made a graph of what is inside, which is not one that the notebook works on.
    assert panel.get_by_role("combobox").locator("option").count() == 2
    notebook.restart()
    expect(panel.get_by_role("status").first).to_contain_text("The kernel was restarted")
    hint = panel.locator(".graphlab:visible .hint.shown")
    panel.get_by_role("button", name="branches_1").click()
    expect(hint).to_have_text("Needs the kernel: run the notebook")
    way.locator("..").get_by_role("button", name="Back").click()
    expect(way).to_have_text("choice")
    node(panel, "cond").dblclick()
    expect(hint).to_have_text("Needs the kernel: run the notebook")

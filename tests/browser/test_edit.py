"""Edits from the diagram's details card, and the fixes beneath errors, in a real JupyterLab."""

import re

from playwright.sync_api import expect

from tests.browser.test_diagram import node

IMPORT = "import graphlab as tf"
NETWORK = """\
%%graph
x = tf.placeholder(tf.float32, [None, 4], name="x")  # the input
hidden = tf.layers.dense(x, 8, activation=tf.nn.relu, name="hidden")
logits = tf.layers.dense(hidden, 2, name="logits")  # one for each class
"""
START = """\
sess = tf.Session()
sess.run(tf.global_variables_initializer())
before = sess.run("hidden/kernel:0")
"""
CHECK = "print((sess.run('hidden/kernel:0') == before).all(), sess.run('scores/kernel:0').shape)"


def card(output):
    return output.get_by_role("group", name=re.compile("^Details of"))


def test_renaming_a_layer_edits_its_line_and_the_session_goes_on(open_notebook, page):
    notebook = open_notebook([IMPORT, NETWORK, START, CHECK])
    for cell in range(3):
        notebook.run(cell)
    output = notebook.output(1)
    node(output, "logits").click()
    card(output).get_by_role("button", name="Rename…").click()
    form = output.get_by_role("form", name="Rename")
    name = form.get_by_label("name in the graph")
    expect(name).to_be_focused()
    name.fill("hidden")
    page.keyboard.press("Enter")
    expect(form.get_by_role("alert")).to_contain_text("The name 'hidden' is taken by 'hidden/kernel")
    name.fill("scores")
    page.keyboard.press("Enter")
    expect(card(output).get_by_role("heading", name="scores")).to_be_visible()
    expect(output.locator("svg.scene[role='tree']")).to_be_focused()
    source = NETWORK.replace('name="logits"', 'name="scores"')
    assert notebook.cells()[1]["source"].strip() == source.strip()
    expect(output).to_contain_text("sess goes on with the new graph: 4 of 4 variables keep their values")
    (printed,) = notebook.run(3)
    assert printed["text"] == "True (8, 2)\n"


def test_a_fix_edits_the_line_and_runs_it_again(open_notebook, page):
    run = "sess = tf.Session()\nsess.run(y)  # the product"
    notebook = open_notebook([IMPORT, "x = tf.placeholder(tf.float32, [None, 3], name='x')\ny = 2 * x", run])
    notebook.run(0)
    notebook.run(1)
    notebook.run(2, fails=True)
    fix = notebook.output(2).get_by_role("group", name="Fix")
    expect(fix).to_contain_text("pass feed_dict={x: value} to run()")
    fix.get_by_label("Value").fill("[[1, 2, 3]]")
    fix.get_by_role("button", name="Apply and run again").click()
    expect(notebook.output(2)).to_contain_text("array([[2., 4., 6.]], dtype=float32)")
    assert (
        notebook.cells()[2]["source"] == "sess = tf.Session()\nsess.run(y, feed_dict={x: [[1, 2, 3]]})  # the product"
    )
    # The keyboard is in the notebook, at that cell.
    expect(page.locator(".jp-Notebook .jp-Cell.jp-mod-active")).to_be_focused()

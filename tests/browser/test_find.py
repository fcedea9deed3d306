"""Finding operations in a real JupyterLab, and going from them to the code and back."""

import re

from playwright.sync_api import Locator, expect

BUILD = """\
import graphlab as tf
x = tf.placeholder(tf.float32, [None, 3], name="x")
with tf.name_scope("hidden"):
    w = tf.Variable(tf.ones([3, 4]), name="w")
    h = tf.nn.relu(tf.matmul(x, w))
with tf.name_scope("gone_in"):
    tf.identity(h, name="deep")
"""
MORE = """\
loss = tf.reduce_mean(h, name="loss")
tf.train.GradientDescentOptimizer(0.1).minimize(loss)"""


def node(output: Locator, path: str) -> Locator:
    return output.locator(f'.graphlab .node[data-path="{path}"]')


def test_what_is_searched_for_is_found_shown_and_gone_through(open_notebook, page):
    notebook = open_notebook([BUILD, MORE, "loss.graph"])
    notebook.run_all()
    diagram = notebook.output(2)
    expect(node(diagram, "x")).to_be_visible()
    diagram.locator("svg.scene").focus()
    page.keyboard.press("/")
    field = diagram.get_by_role("combobox", name="Find operations")
    expect(field).to_be_focused()
    page.keyboard.type("matmul -type:Const shape:?x4")
    found = diagram.get_by_role("option")
    expect(found.first).to_contain_text("hidden/MatMul")
    expect(found.first.locator("mark")).to_have_text("MatMul")
    expect(field).to_have_attribute("aria-activedescendant", found.first.get_attribute("id") or "")
    page.keyboard.press("Enter")
    expect(diagram.locator(".search .count")).to_have_text("1 of 1")
    for mark in ("chosen", "current", "painted"):
        expect(node(diagram, "hidden/MatMul")).to_have_class(re.compile(rf"\b{mark}\b"))
    # Gradients are closed: going there opens what hides them, and the count goes on.
    field.fill("type:ReluGrad")
    page.keyboard.press("Enter")
    expect(diagram.locator(".details h3")).to_have_text("ReluGrad")
    field.fill("is:varable")
    expect(diagram.locator(".search .count.fault")).to_contain_text("variable, placeholder")
    page.keyboard.press("Escape")
    expect(field).to_have_count(0)
    expect(diagram.locator("svg.scene")).to_be_focused()


def test_the_code_is_one_click_away_and_what_a_cell_made_too(open_notebook, page):
    notebook = open_notebook([BUILD, MORE, "loss.graph"])
    notebook.run_all()
    diagram = notebook.output(2)
    node(diagram, "loss").click()
    diagram.get_by_role("button", name="Go to the code: cell [2], line 1").click()
    active = page.locator(".jp-Cell.jp-mod-active")
    expect(active.locator(".cm-content")).to_contain_text("loss = tf.reduce_mean")
    expect(active.locator(".cm-editor")).to_have_class(re.compile("cm-focused"))
    assert page.evaluate("getSelection().toString()") == 'loss = tf.reduce_mean(h, name="loss")'
    notebook.execute("graphlab:show-cell")
    expect(diagram.get_by_role("combobox", name="Find operations")).to_have_value("cell:2")
    expect(diagram.locator(".search .count")).to_contain_text("found")
    expect(node(diagram, "loss")).to_have_class(re.compile("painted"))
    expect(node(diagram, "x")).not_to_have_class(re.compile("painted"))


COMPARE = """\
def net(layers):
    with tf.Graph().as_default() as graph:
        h = tf.placeholder(tf.float32, [None, 4], name="x")
        for name in layers:
            with tf.name_scope(name):
                h = tf.nn.relu(tf.matmul(h, tf.ones([4, 4], name="w")), name="out")
        tf.reduce_mean(h, name="loss")
    return graph

found = tf.diff(net(["a", "b"]), net(["a", "norm", "b"]))
found
"""


def test_two_graphs_are_one_diagram_or_two_that_move_together(open_notebook):
    notebook = open_notebook(["import graphlab as tf", COMPARE])
    notebook.run_all()
    diagram = notebook.output(1)
    expect(node(diagram, "norm")).to_have_class(re.compile("painted"))
    expect(node(diagram, "norm/MatMul").locator(".badge")).to_have_text("+")
    diagram.get_by_role("button", name="1 changed").click()
    expect(diagram.locator(".drawer")).to_contain_text("input 0: a/out → norm/out")
    diagram.get_by_role("button", name="Side by side").click()
    before, after = (diagram.get_by_role("region", name=side) for side in ("Before", "After"))
    expect(before.locator('.node[data-path="norm"]')).to_have_count(0)
    before.locator('.node[data-path="b"]').dblclick()
    expect(after.locator('.node[data-path="b/MatMul"]')).to_be_visible()
    after.locator('.node[data-path="b/MatMul"]').click()
    expect(before.locator('.node[data-path="b/MatMul"]')).to_have_class(re.compile("highlighted"))
    diagram.get_by_role("button", name="Side by side").click()
    expect(before).to_have_count(0)
    expect(node(diagram, "norm")).to_be_visible()

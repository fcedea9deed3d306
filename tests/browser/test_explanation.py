"""Explaining a layer in a real JupyterLab: what it computes, and the gradient's way marked in the diagram."""

import re

from playwright.sync_api import expect

BUILD = """\
import graphlab as tf
x = tf.placeholder(tf.float32, [None, 8, 8, 1], name="x")
labels = tf.placeholder(tf.int32, [None], name="labels")
features = tf.layers.flatten(tf.layers.conv2d(x, 4, 3, activation=tf.nn.relu, name="conv"))
logits = tf.layers.dense(features, 10, name="dense")
loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
train = tf.train.AdamOptimizer().minimize(loss)
loss.graph"""


def test_a_layer_is_explained_with_its_gradient_and_the_fetches_that_need_it(open_notebook, page):
    notebook = open_notebook([BUILD])
    notebook.run_all()
    diagram = notebook.output(0)
    layer = diagram.locator('.graphlab .node[data-path="conv"]')
    layer.click()
    expect(diagram.locator(".details h3")).to_have_text("conv")
    diagram.get_by_role("button", name="Explain").click()
    drawer = diagram.locator(".drawer")
    expect(drawer).to_contain_text("Convolutional layer: relu(conv2d(x, kernel) + bias), 4 filters of 3×3")
    expect(drawer).to_contain_text("N×8×8×1")
    expect(drawer).to_contain_text(
        "The gradient of loss flows through it to 2 variables in it: conv/kernel and conv/bias"
    )
    expect(drawer.get_by_role("button", name="train", exact=True)).to_be_visible()
    expect(layer).to_have_class(re.compile(r"\bbackward\b.*\bexplained\b"))
    drawer.get_by_role("button", name="loss", exact=True).last.click()
    expect(diagram.locator(".details h3")).to_have_text("value")
    # By keyboard: another node is explained in its place, and Escape ends it.
    diagram.locator('.graphlab .node[data-path="labels"]').click()
    diagram.locator("svg.scene").focus()
    page.keyboard.press("e")
    expect(drawer).to_contain_text("does not flow back through it")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(layer).not_to_have_class(re.compile(r"\bpruned\b|\bruns\b"))
    # Several that are selected are explained together.
    for path in ("labels", "dense"):
        diagram.locator(f'.graphlab .node[data-path="{path}"] > .shape').click(modifiers=["Shift"])
    expect(diagram.locator(".preview.selection .chip")).to_have_count(2)
    page.keyboard.press("e")
    expect(drawer.locator("h3").first).to_have_text("labels, dense/BiasAdd, explained")


def test_without_a_kernel_the_graph_alone_is_explained(open_notebook, page):
    notebook = open_notebook([BUILD])
    notebook.run_all()
    expect(notebook.output(0).locator('.graphlab .node[data-path="conv"]')).to_be_visible()
    notebook.restart()
    diagram = notebook.output(0)
    diagram.locator('.graphlab .node[data-path="conv"]').click()
    diagram.get_by_role("button", name="Explain").click()
    drawer = diagram.locator(".drawer")
    expect(drawer).to_contain_text("Needs the kernel: run the notebook")
    expect(drawer).to_contain_text("40 numbers")
    # A click on an edge explains what its tensors come from.
    box = diagram.locator('.edge[data-from="x"][data-to="conv"] .line').bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 4)
    expect(drawer.get_by_role("heading", name="x, explained")).to_be_visible()

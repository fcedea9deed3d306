"""Widgets that feed a run, values on nodes and edges, and an extra run, in a real JupyterLab."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import THEMES
from tests.browser.test_accessibility import check  # noqa: F401
from tests.browser.test_diagram import marked, node

PLAY = """\
import graphlab as gl
import graphlab as tf
x = tf.placeholder(tf.float32, [None, 2], name="x")
w = tf.Variable([[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]], name="w")
y = tf.matmul(x, w, name="y")
total = tf.reduce_sum(y, name="total")
root = tf.sqrt(total, name="root")
other = tf.negative(y, name="other")
noise = tf.random_uniform([], name="noise")
sess = tf.Session()
sess.run(w.initializer)
play = gl.interact(sess, {"root": root}, {x: gl.ArrayEditor([1, 2], min=-1, max=1, labels=["a", "b"])})
play
"""
VALUES = "[round(float(play.values['root']), 3), play.controls[x].value.tolist()]"


def test_a_slider_moves_the_values_on_nodes(open_notebook, page):
    notebook = open_notebook([PLAY, VALUES, "sess.close()", "import time; time.sleep(0.3)"])
    notebook.run(0)
    output = notebook.output(0)
    expect(node(output, "total").locator(".badge")).to_have_text("0")
    expect(node(output, "other")).to_have_class(marked("pruned"))
    # By keyboard: the number at the node, the plot of a vector, the result beneath the slider.
    slider = output.get_by_role("slider", name="x[0, 0]")
    slider.focus()
    for _ in range(25):
        page.keyboard.press("ArrowRight")
    expect(node(output, "total").locator(".badge")).to_have_text("3")
    expect(node(output, "root").locator(".badge")).to_have_text("1.732")
    expect(node(output, "y").locator(".badge .bars")).to_have_count(1)
    expect(node(output, "w").locator(".badge image")).to_have_count(1)
    expect(output.get_by_role("row", name="root")).to_contain_text("1.73205")
    assert notebook.run(1)[0]["data"]["text/plain"] == "[1.732, [[0.5, 0.0]]]"
    node(output, "total").hover()
    expect(output.locator(".tip")).to_contain_text("value float32 scalar  3")
    node(output, "y").click()
    expect(output.locator(".details")).to_contain_text("Value in the last run")
    expect(output.locator(".details")).to_contain_text("0.5, 1, 1.5")
    # What is no number is marked where it begins and after it, edges too.
    slider.focus()
    page.keyboard.press("Home")
    expect(node(output, "root")).to_have_class(marked("is-nan"))
    expect(node(output, "root").locator(".badge")).to_have_text("1 NaN")
    # The values can be hidden.
    button = output.get_by_role("button", name="Values", exact=True)
    button.click()
    expect(node(output, "total").locator(".badge")).to_have_count(0)
    button.click()
    expect(node(output, "total").locator(".badge")).to_have_text("−6")
    # A session that was closed ends it, with a sentence.
    notebook.run(2)
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(output.get_by_role("alert")).to_contain_text("The session was closed")


PEEK = """\
import graphlab as tf
x = tf.placeholder(tf.float32, [None], name="x")
w = tf.Variable(2.0, name="w")
y = tf.multiply(x, w, name="y")
total = tf.reduce_sum(y, name="total")
more = tf.assign_add(w, 1.0, name="more")
sess = tf.Session()
sess.run(w.initializer)
tf.get_default_graph()
"""


def test_an_extra_run_shows_the_value_of_one_operation(open_notebook, page):
    notebook = open_notebook([PEEK, "sess.run(tf.negative(x), {x: [1.0, 2.0]})", "sess.run(w)"])
    notebook.run(0)
    output = notebook.output(0)
    scene, hint = output.locator("svg.scene"), output.locator(".hint.shown")
    node(output, "total").click()
    page.keyboard.press("p")
    expect(hint).to_have_text(re.compile("did not feed 'x'"))
    notebook.run(1)
    output.locator(".details").get_by_role("button", name="Peek").click()
    expect(output.locator(".peek")).to_contain_text("Extra run")
    expect(output.locator(".peek")).to_contain_text("total:0  float32 scalar  6")
    expect(node(output, "total").locator(".badge")).to_have_text("6")
    expect(output.locator(".details")).to_contain_text("Value in an extra run")
    node(output, "more").click()
    scene.focus()
    page.keyboard.press("p")
    expect(hint).to_contain_text("w")
    assert notebook.run(2)[0]["data"]["text/plain"] == "np.float32(2.0)"


PAD = """\
import graphlab as gl
import graphlab as tf
image = tf.placeholder(tf.float32, [None, 8, 8, 1], name="image")
ink = tf.reduce_sum(image, name="ink")
sess = tf.Session()
play = gl.interact(sess, ink, {image: None})
play
"""


EVERYTHING = """\
import graphlab as gl
import graphlab as tf
image = tf.placeholder(tf.float32, [None, 8, 8, 1], name="image")
grid, flags = tf.placeholder(tf.float32, [2, 3], name="grid"), tf.placeholder(tf.bool, [2], name="flags")
row = tf.placeholder(tf.float32, [None, 2], name="row")
total = tf.add_n([tf.reduce_sum(tf.cast(one, tf.float32)) for one in (image, grid, flags, row)], name="total")
sess = tf.Session()
play = gl.interact(sess, [total, grid], {image: None, grid: None, flags: None, row: (0.5, 3.0)})
play.controls[row].value = [[0.5, 3.0]]
play
"""


@pytest.mark.slow
def test_an_image_is_drawn_by_pointer_and_by_keys(open_notebook, page):
    notebook = open_notebook([PAD, "play.controls[image].value.sum() > 0, play.controls[image].value[4, 4] == 1"])
    notebook.run(0)
    output = notebook.output(0)
    badge = node(output, "ink").locator(".badge")
    expect(badge).to_have_text("0")
    pad = output.get_by_role("application")
    pad.click(position={"x": 20, "y": 20})
    expect(badge).not_to_have_text("0")
    expect(node(output, "image").locator(".badge image")).to_have_count(1)
    output.get_by_role("button", name="Clear").click()
    expect(badge).to_have_text("0")
    pad.focus()
    page.keyboard.press("Space")
    expect(badge).not_to_have_text("0")
    assert notebook.run(1)[0]["data"]["text/plain"] == "(np.True_, np.True_)"


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_widgets_that_feed_a_run_are_accessible(open_notebook, page, check, theme):  # noqa: F811
    notebook = open_notebook([EVERYTHING], theme=theme)
    notebook.run(0)
    expect(node(notebook.output(0), "total").locator(".badge")).to_have_text("3.5")
    check(page, ".jp-OutputArea-child:first-child")
    check(page, ".graphlab")

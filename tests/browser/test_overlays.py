"""Colours, previews and errors in a diagram that has a kernel, in a real JupyterLab."""

from playwright.sync_api import expect

from tests.browser.test_diagram import marked, node

MODEL = """\
import numpy as np
import graphlab as gl
import graphlab as tf
x = tf.placeholder(tf.float32, [None, 3], name="x")
with tf.name_scope("hidden"):
    w = tf.get_variable("w", initializer=[[1.0], [2.0], [3.0]])
    y = tf.matmul(x, w, name="y")
loss = tf.reduce_mean(tf.log(y), name="loss")
session = tf.Session()
session.run(w.initializer)
tf.get_default_graph()
"""
TRACED = """\
told = tf.RunMetadata()
options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
session.run(loss, {x: np.ones((4, 3))}, options, told)
"""
HEALTH = "gl.overlay('health', session=session, fetches=loss, feed_dict={x: -np.ones((4, 3))})"


def test_colours_come_from_the_graph_from_runs_and_from_the_reader(open_notebook):
    notebook = open_notebook([MODEL, TRACED, HEALTH, "import time; time.sleep(3)"])
    notebook.run(0)
    diagram = notebook.output(0)
    choose = diagram.get_by_role("button", name="Colour")
    legend = diagram.get_by_role("group", name="What the colours mean")

    # The kernel is busy when the menu opens: what it adds to the menu comes while a choice is pressed.
    notebook.begin(3)
    choose.click()
    diagram.get_by_role("menuitemradio", name="Operation type").hover()
    notebook.page.mouse.down()
    expect(diagram.get_by_role("menuitemradio", name="Compute time")).to_be_visible()
    notebook.page.mouse.up()
    expect(legend).to_contain_text("MatMul")
    expect(node(diagram, "loss")).to_have_class(marked("tinted"))

    choose.click()
    diagram.get_by_role("menuitemradio", name="Compute time").click()
    expect(diagram.locator(".hint")).to_contain_text("No run of this graph has been traced yet")

    notebook.run(1)
    choose.click()
    diagram.get_by_role("menuitemradio", name="Compute time").click()
    expect(legend).to_contain_text("in total")
    expect(node(diagram, "loss").locator(".badge")).to_contain_text("s")
    legend.get_by_role("button", name="Table").click()
    table = diagram.locator(".drawer .overlay-table")
    expect(table.get_by_role("button", name="hidden/y")).to_be_visible()
    table.get_by_role("button", name="Scopes").click()
    expect(table.get_by_role("button", name="hidden/", exact=True)).to_be_visible()

    # A cell with an overlay shows it; the diagrams of other cells stay as they are, and have it in their menu.
    notebook.run(2)
    expect(notebook.output(2).get_by_role("button", name="NaN 2")).to_be_visible()
    expect(legend).to_contain_text("in total")
    choose.click()
    diagram.get_by_role("menuitemradio", name="Value health").click()
    expect(diagram.get_by_role("button", name="NaN 2")).to_be_visible()
    expect(node(diagram, "loss")).to_have_class(marked("tint-bad"))
    diagram.get_by_role("button", name="fine 3").click()
    expect(node(diagram, "loss")).to_have_class(marked("tint-bad", "pruned"))
    legend.get_by_role("button", name="Clear").click()
    expect(legend).to_have_count(0)
    expect(node(diagram, "loss")).not_to_have_class(marked("tinted"))


def test_failed_run_is_marked_until_one_succeeds_and_a_preview_says_what_is_there(open_notebook):
    fails = "session.run(loss)"
    build = "z = tf.negative(y, name='z')"
    notebook = open_notebook([MODEL, fails, "session.run(loss, {x: np.ones((2, 3))})", "gl.preview(loss)", build])
    notebook.run(0)
    diagram = notebook.output(0)
    notebook.run(1, fails=True)
    alert = diagram.get_by_role("alert", name="The run failed")
    expect(alert).to_contain_text("You must feed a value for placeholder tensor 'x'")
    expect(alert).to_contain_text("pass feed_dict={x: value} to run()")
    expect(node(diagram, "x")).to_have_class(marked("failed"))
    expect(node(diagram, "loss")).to_have_class(marked("on-path"))
    notebook.run(2)
    expect(alert).to_have_count(0)
    expect(node(diagram, "x")).not_to_have_class(marked("failed"))

    notebook.run(3)
    previewed = notebook.output(3)
    line = previewed.locator(".preview")
    expect(line).to_contain_text("must be fed")
    expect(line).to_contain_text("already there")
    expect(node(previewed, "x").locator(".badge")).to_have_text("must be fed")
    expect(node(previewed, "w").locator(".badge")).to_have_text("already there")
    line.get_by_role("button", name="Feed it").click()
    expect(node(previewed, "x").locator(".badge")).to_have_text("fed")
    expect(diagram.locator(".preview")).to_have_count(0)

    for _ in range(2):
        notebook.run(4)
    copies = diagram.get_by_role("alert", name="Operations were built again")
    expect(copies).to_contain_text("has been run 2 times in this graph: 1 operation is a copy")
    copies.get_by_role("button", name="Show them").click()
    expect(diagram.get_by_role("button", name="run 2 1")).to_be_visible()


CLUSTER = """\
import graphlab as tf
from graphlab._src.cluster.addresses import unused_ports
ports = unused_ports(2)
cluster = tf.train.ClusterSpec({"ps": [f"localhost:{ports[0]}"], "worker": [f"localhost:{ports[1]}"]})
servers = [tf.train.Server(cluster, job) for job in ("ps", "worker")]
with tf.device("/job:ps"):
    w = tf.get_variable("w", initializer=[1.0, 2.0])
with tf.device("/job:worker"):
    y = tf.add(w, 1.0, name="y")
    z = tf.square(y, name="z")
session = tf.Session(servers[1].target)
session.run(w.initializer)
session.run(z)
tf.overlay("task")
"""


def test_edges_between_tasks_are_drawn_apart(open_notebook):
    notebook = open_notebook([CLUSTER])
    notebook.run(0)
    diagram = notebook.output(0)
    legend = diagram.get_by_role("group", name="What the colours mean")
    expect(legend).to_contain_text("worker 0")
    expect(legend).to_contain_text("ps 0")
    expect(node(diagram, "y")).to_have_class(marked("tinted"))
    expect(diagram.locator(".edge[data-from='w'][data-to='y']")).to_have_class(marked("painted"))
    expect(diagram.locator(".edge[data-from='y'][data-to='z']")).not_to_have_class(marked("painted"))

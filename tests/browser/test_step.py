"""A step-through of a run, and watched tensors, in a real JupyterLab."""

import re

from playwright.sync_api import expect

from tests.browser.test_diagram import marked, node

STEP_THROUGH = """\
import graphlab as tf
x = tf.placeholder(tf.float32, [4, 4], name="x")
with tf.name_scope("hidden"):
    w = tf.Variable(tf.ones([4, 4]), name="w")
    product = tf.matmul(x, w, name="product")
    root = tf.sqrt(product, name="root")
total = tf.reduce_sum(root, name="total")
grown = tf.assign_add(w, tf.ones([4, 4]), name="grown")
sess = tf.Session()
sess.run(w.initializer)
run = tf.step(sess, [total, grown], {x: [[1, 2, 3, 4]] * 3 + [[-1, 0, 0, 0]]})
run
"""


SMALL = """\
import graphlab as tf
with tf.Graph().as_default():
    count = tf.Variable(10.0, name="count")
    more = tf.assign_add(count, 1.0, name="more")
    sess2 = tf.Session()
    sess2.run(count.initializer)
steps = tf.step(sess2, more)
steps
"""


def test_the_diagram_steps_through_a_run(open_notebook, page):
    notebook = open_notebook([STEP_THROUGH, "run.result[0], float(sess.run(w)[0, 0])", "run.back()\nNone", SMALL])
    notebook.run(0)
    diagram = notebook.output(0)
    where, drawer = diagram.locator(".step-bar .position"), diagram.locator(".drawer")
    expect(where).to_have_text(re.compile("step 0 of [56]"))
    expect(node(diagram, "x")).to_have_class(marked("fed"))
    expect(node(diagram, "hidden/w")).to_have_class(marked("reused"))
    expect(node(diagram, "hidden/product")).to_have_class(marked("pending"))
    # On by a button and by a key: what ran has a ring, its value beside it and in the drawer.
    diagram.get_by_role("button", name="One step on").click()
    expect(where).to_have_text(re.compile("^step 1"))
    diagram.locator("svg.scene").focus()
    page.keyboard.press(".")
    expect(where).to_have_text(re.compile("^step 2"))
    expect(node(diagram, "hidden/product")).to_have_class(marked("running"))
    expect(node(diagram, "hidden/product").locator(".badge")).to_have_text("mean 7.2")
    expect(drawer).to_contain_text("hidden/product:0float32 4×4")
    expect(drawer.get_by_role("img", name="Histogram from −1 to 10")).to_be_visible()
    # To the first NaN, which is where the root of −1 is.
    diagram.get_by_role("button", name="NaN").click()
    expect(node(diagram, "hidden/root")).to_have_class(marked("running", "has-nan"))
    expect(drawer).to_contain_text("4 NaN of 16")
    # Back, a breakpoint, on to it, to the end.
    diagram.get_by_role("button", name="To the beginning").click()
    expect(node(diagram, "hidden/root")).to_have_class(marked("pending"))
    node(diagram, "total").click()
    diagram.locator(".details").get_by_role("button", name="Breakpoint").click()
    expect(node(diagram, "total").locator(".badge")).to_have_text("●")
    page.keyboard.press("Escape")
    diagram.get_by_role("button", name="To the next breakpoint").click()
    expect(node(diagram, "total")).to_have_class(marked("running"))
    diagram.get_by_role("button", name="To the next breakpoint").click()
    expect(diagram.locator(".step-bar .trouble")).to_have_text(
        "The run is over; the session has what it did to variables."
    )
    expect(node(diagram, "hidden/w")).to_have_class(marked("changed"))
    assert notebook.run(1)[0]["data"]["text/plain"] == "(np.float32(nan), 2.0)"
    # What Python does to the step-through the diagram shows too; without the kernel it says so.
    notebook.run(2)
    expect(where).to_have_text(re.compile("^step [45] of"))
    notebook.restart()
    expect(diagram.locator(".step-bar .trouble")).to_contain_text("run the cell again")
    # A graph of two nodes has a low diagram, which grows for what is in the drawer.
    notebook.run(3)
    small = notebook.output(3)
    small.get_by_role("button", name="One step on").click()
    after = small.locator(".drawer").get_by_text("after", exact=True)
    expect(after).to_be_visible()
    side, frame = after.locator("..").bounding_box(), small.locator(".frame").first.bounding_box()
    assert side["y"] + side["height"] <= frame["y"] + frame["height"]


TRAIN = """\
import graphlab as tf
x = tf.placeholder(tf.float32, [], name="x")
w = tf.Variable(1.0, name="w")
shrunk = tf.log(w - x, name="shrunk")
step = tf.assign_sub(w, 0.01, name="step")
sess = tf.Session()
sess.run(w.initializer)
watched = tf.watch(w)
tf.get_default_graph()
"""


MISSED = ["for _ in range(3):\n    sess.run(x * 2.0, {x: 0.5})", "sess.run(x * 3.0, {x: 0.5})"]


def test_watched_tensors_show_what_runs_made_of_them(open_notebook, page):
    notebook = open_notebook(
        [TRAIN, "for _ in range(30):\n    sess.run([shrunk, step], {x: 0.0})", "sess.run(shrunk, {x: 5.0})", *MISSED]
    )
    notebook.run(0)
    diagram = notebook.output(0)
    drawer = diagram.locator(".drawer")
    expect(drawer).to_contain_text("no run has computed it yet")
    node(diagram, "shrunk").click()
    diagram.locator(".details").get_by_role("button", name="Watch").click()
    expect(drawer.locator(".watch")).to_have_count(2)
    notebook.run(1)
    expect(drawer.locator(".watch").first).to_contain_text("0.7healthy30 runs, means 0.7 to 0.99")
    expect(drawer.get_by_role("img", name="w over 30 runs").locator(".mean")).to_have_attribute("d", re.compile("L"))
    expect(node(diagram, "w").locator(".badge")).to_have_text("◉ 0.7")
    notebook.run(2)
    expect(node(diagram, "shrunk")).to_have_class(marked("watched", "is-nan"))
    expect(drawer.locator(".watch.nan")).to_contain_text("31 runs")
    # Runs that did not need it are counted, and the button has it computed after those that follow.
    notebook.run(3)
    missed = drawer.locator(".watch.nan .missed")
    expect(missed).to_contain_text("The last 3 runs did not need it.")
    missed.get_by_role("button", name="Fetch it too").click()
    expect(missed.get_by_role("button")).to_have_count(0)
    notebook.run(4)
    expect(drawer.locator(".watch").last).to_contain_text("32 runs")
    expect(missed).to_have_count(0)
    drawer.get_by_role("button", name="Watch w no longer").click()
    expect(drawer.locator(".watch")).to_have_count(1)

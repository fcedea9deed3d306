"""gl.train in a real JupyterLab: a player, curves and histograms; reloading; a saved page without a kernel."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_diagram import marked, node

MODEL = """\
import graphlab as tf, graphlab as gl, numpy as np
def model():
    x = tf.placeholder(tf.float32, [None, 2], name="x")
    y = tf.placeholder(tf.int64, [None], name="y")
    rate = tf.placeholder(tf.float32, [], name="rate")
    logits = tf.layers.dense(tf.layers.dense(x, 8, tf.nn.tanh, name="hidden"), 2, name="logits")
    loss = tf.losses.sparse_softmax_cross_entropy(y, logits)
    train = tf.train.GradientDescentOptimizer(rate).minimize(loss)
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    return x, y, rate, logits, loss, train, sess
x, y, rate, logits, loss, train, sess = model()
def batch(step):
    points = np.random.RandomState(step).randn(16, 2).astype("f")
    return {x: points, y: (points[:, 0] > 0).astype("i8")}
"""
TRAIN = """\
run = gl.train(sess, train, {"loss": loss}, batch, steps=STEPS, sliders={rate: (0.001, 1.0, 0.1)},
               predictions=logits, inputs=x, name="descent")
"""


def steps(bar):
    return int(re.sub(r"\D", "", bar.locator(".position").inner_text().partition(" of ")[0]))


@pytest.mark.own_page
def test_the_diagram_plays_a_training(open_notebook, page):
    cells = [MODEL, TRAIN.replace("STEPS", "10**7"), "run.state, sess.run(loss, batch(0)) > 0", "run.step_number"]
    notebook = open_notebook([*cells, "sorted(set(run.history['rate'].tolist()))[-1] > 0.5", "run.stop()\nNone"])
    notebook.run(0)
    notebook.run(1)
    diagram = notebook.output(1)
    bar, drawer = diagram.locator(".train-bar"), diagram.locator(".drawer")
    expect(bar.get_by_role("button", name="Pause")).to_be_enabled()  # a cell that is sent before waits for the end
    # It goes on while another cell runs, and shows curves, predictions, and histograms at their nodes.
    assert notebook.run(2)[0]["data"]["text/plain"] == "('playing', np.True_)"
    expect(drawer.get_by_role("img", name=re.compile("^loss: .* at step"))).to_be_visible()
    expect(drawer.get_by_role("img", name=re.compile("Predictions over the plane"))).to_be_attached()
    expect(node(diagram, "hidden")).to_have_class(marked("recorded"))
    expect(node(diagram, "hidden").locator(".badge .bars")).to_have_attribute("d", re.compile("h"))
    expect(drawer.get_by_role("button", name="hidden/kernel")).to_be_attached()
    # Pause and one step, by the keyboard.
    bar.get_by_role("button", name="Pause").press("Enter")
    expect(bar.locator(".trouble")).to_have_text("Paused.")
    done = int(notebook.run(3)[0]["data"]["text/plain"])
    bar.get_by_role("button", name="One step").press("Enter")
    expect(bar.locator(".position")).to_contain_text(f"step {done + 1:,} of")
    page.keyboard.press("Enter")
    expect(bar.locator(".position")).to_contain_text(f"step {done + 2:,} of")
    # A slider feeds the next steps.
    slider = bar.get_by_label("rate")
    slider.focus()
    slider.press("End")
    expect(slider).to_have_attribute("aria-valuetext", "1")
    moved = drawer.get_by_role("img", name=re.compile("^rate: 1 at step"))
    while not moved.count():  # the value is sent soon, not at once
        bar.get_by_role("button", name="One step").press("Enter")
    assert notebook.run(4)[0]["data"]["text/plain"] == "True"
    # Back over what was recorded.
    back = bar.get_by_label("Step that is shown")
    back.click()
    page.keyboard.press("Home")
    expect(bar.locator(".position")).to_contain_text("step 0 of")
    expect(bar.get_by_role("button", name="Newest")).to_have_attribute("aria-pressed", "false")
    expect(drawer.locator(".chart .cursor").first).to_have_attribute("d", re.compile("^M0"))
    # A page that is reloaded connects again, and the training has gone on without it.
    bar.get_by_role("button", name="Newest").click()
    bar.get_by_role("button", name="Play", exact=True).click()
    expect(bar.locator(".trouble")).to_be_hidden()
    notebook.save()
    before = steps(bar)
    notebook.reload()
    expect(bar.get_by_role("button", name="Pause")).to_be_enabled()
    assert steps(bar) > before
    notebook.run(5)
    expect(bar.locator(".trouble")).to_have_text("It was stopped.")


def test_cells_of_run_all_get_the_trained_model(open_notebook, page):
    notebook = open_notebook([MODEL, TRAIN.replace("STEPS", "400"), "run.state, run.step_number"])
    page.evaluate("() => { jupyterapp.commands.execute('notebook:run-all-cells') }")
    expect(notebook.output(2)).to_contain_text("('done', 400)")


def test_an_interrupt_pauses_and_the_waiting_cell_does_not_run(open_notebook, page):
    notebook = open_notebook(
        [MODEL, TRAIN.replace("STEPS", "10**7"), "reached = 1", "run.state, 'reached' in globals()"]
    )
    notebook.run(0)
    # Both are sent before the diagram is there.
    notebook.evaluate(
        """({ content }) => { for (const index of [1, 2]) {
          content.activeCellIndex = index;
          void jupyterapp.commands.execute('notebook:run-cell');
        } }"""
    )
    bar = notebook.output(1).locator(".train-bar")
    expect(bar.locator(".trouble")).to_have_text("A cell that was sent before waits for the end of the training.")
    notebook.execute("notebook:interrupt-kernel")
    expect(notebook.output(2)).to_contain_text("This cell was to run after the training, which is paused now")
    while not (outputs := notebook.run(3)):  # for a moment the kernel runs nothing after an error
        pass
    assert outputs[0]["data"]["text/plain"] == "('paused', False)"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_saved_page_plays_without_a_kernel(open_notebook, page, scheme):
    make = (
        TRAIN.replace("STEPS", "60").replace('name="descent"', 'snapshot_every=5, wait=True, name="descent"')
        + "run.recording.save('run.html')"
    )
    notebook = open_notebook([MODEL, make])
    notebook.run(0)
    notebook.run(1)
    page.emulate_media(color_scheme=scheme)
    page.goto((notebook.path.parent / "run.html").as_uri())
    bar = page.locator(".train-bar")
    expect(bar.locator(".position")).to_have_text("step 60 of 60")
    page.get_by_role("button", name="Play the recording").click()
    expect(bar.locator(".position")).to_have_text(re.compile(r"step ([1-9]|[1-4]\d) of 60"))
    expect(page.locator(".chart .cursor").first).to_have_attribute("d", re.compile("^M"))
    page.get_by_role("button", name="Pause").click()
    assert page.evaluate("performance.getEntriesByType('resource').length") == 0

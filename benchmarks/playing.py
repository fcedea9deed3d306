"""From a slider that is moved to the values on the diagram's nodes, in a real JupyterLab.

A graph of 200 operations, all of which are drawn and run. The clock is the page's: it starts with the slider's event, and
stops with the frame that shows another number at the last node. The 95th percentile of 60 moves counts, and the median is beside it.
So is what JupyterLab and ipywidgets need for a slider whose change sets the text of a label in the kernel, moved alternately with it.
"""

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from benchmarks import measure

pytestmark = pytest.mark.own_page

BAR = 0.050  # seconds
BARE_BAR = 2.0  # times what a widget needs whose kernel answers with a short text
MOVES = 60
WARM_UP = 10

CELL = """\
import random

import graphlab as gl
import graphlab as tf

choose = random.Random(1).choice
kinds = [tf.abs, tf.negative, tf.sin, tf.cos, tf.tanh, tf.exp, tf.nn.relu, tf.sigmoid, tf.nn.elu, tf.nn.softplus]
x = tf.placeholder(tf.float32, [None, 4], name="x")
ends = []
for i in range(12):
    with tf.name_scope(f"block{i}"):
        end = x * (1.0 + 0.1 * i)
        for _ in range(13):  # each has others, so that none are folded
            end = choose(kinds)(end)
        ends.append(tf.reduce_mean(end))
last = tf.add_n([*ends, tf.reduce_sum(x)], name="last")
sess = tf.Session()
play = gl.interact(sess, last, {x: (-1.0, 1.0)}, diagram=False)
display(play)
gl.show(depth=9)
"""

BARE_CELL = """\
import anywidget
import traitlets

class Bare(anywidget.AnyWidget):
    value, label = traitlets.Float(0.0).tag(sync=True), traitlets.Unicode("").tag(sync=True)
    _esm = '''export default { render({ model, el }) {
      const [input, label] = [document.createElement("input"), document.createElement("b")];
      Object.assign(input, { type: "range", min: -1, max: 1, step: 0.001 });
      input.oninput = () => { model.set("value", Number(input.value)); model.save_changes(); };
      model.on("change:label", () => { label.textContent = model.get("label"); });
      el.append(input, label);
    } };'''

bare = Bare()
bare.observe(lambda change: setattr(bare, "label", f"{change.new:.4f}"), "value")
bare
"""

TIME_TO_TEXT = """async ([cell, path, value]) => {
  const area = document.querySelector(`.jp-Notebook .jp-Cell[data-windowed-list-index="${cell}"] .jp-Cell-outputArea`);
  const shadows = [...area.querySelectorAll('*')].map(one => one.shadowRoot);
  const inside = [area, ...shadows].filter(Boolean);
  const input = inside.map(root => root.querySelector('input[type=range]')).find(Boolean);
  const root = path ? inside.find(one => one !== area && one.querySelector('svg.scene')) : area;
  const text = () => root.querySelector(path ? `.node[data-path="${path}"] .badge` : 'b')?.textContent;
  const before = text();
  const shown = new Promise((resolve, reject) => {
    const observer = new MutationObserver(() => {
      if (text() === undefined || text() === before) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now()));
    });
    observer.observe(root, { subtree: true, childList: true, characterData: true });
    setTimeout(() => reject(new Error('no value')), 5000);
  });
  input.value = value;
  const start = performance.now();
  input.dispatchEvent(new Event('input', { bubbles: true }));
  return (await shown - start) / 1000;
}"""


def rows(_python: str | None) -> list[measure.Row]:
    times = Times()
    # The fixtures of the browser tests start JupyterLab and Chromium.
    options = ["--quiet", "-p", "tests.browser.conftest", "-p", "no:cacheprovider", str(Path(__file__))]
    if pytest.main(options, plugins=[times]) != 0:
        raise RuntimeError("the diagram could not be measured, see above")
    found = []
    for name, share in (("p95", 95), ("median", 50)):
        values, bare = (float(np.percentile(times.seconds[kind], share)) for kind in ("values", "bare"))
        found.append(measure.Row(f"slider to values on nodes, 200 ops, {name}", values, "50 ms", BAR, 1.0))
        found.append(measure.Row("… beside a widget that shows a number", values, "bare widget", bare, BARE_BAR))
    return found


class Times:
    """Carries the figures out of the test that measures them."""

    def __init__(self):
        self.seconds: dict[str, list[float]] = {"values": [], "bare": []}

    def pytest_runtest_logreport(self, report):
        if report.when == "call":
            for name, value in report.user_properties:
                self.seconds[name].append(value)


def test_time_to_value(open_notebook, page, record_property):
    notebook = open_notebook([CELL, BARE_CELL])
    notebook.run(0)
    diagram = notebook.output(0)
    expect(diagram.locator('.node[data-path="last"] .badge')).to_have_count(1)
    expect(diagram.locator(".node .badge").nth(150)).to_be_attached()
    notebook.run(1)
    expect(notebook.output(1).locator("input[type=range]")).to_be_attached()
    page.wait_for_timeout(2000)  # what is compiled behind the first runs is
    for i in range(WARM_UP + MOVES):
        for name, cell, path in (("values", 0, "last"), ("bare", 1, "")):
            page.wait_for_timeout(50)
            seconds = page.evaluate(TIME_TO_TEXT, [cell, path, 0.02 + 0.93 * ((i * 37) % 71) / 71])
            if i >= WARM_UP:
                record_property(name, seconds)

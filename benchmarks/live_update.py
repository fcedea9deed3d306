"""From running a cell that adds 20 operations to a graph of 200, to the changed diagram in a real JupyterLab.

The clock is the page's: it starts with the command that runs the cell, and stops with the frame that shows the new
nodes. As in the rest of the table the best counts, of ten cells; a bare cell needs most of that time by itself.
"""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from benchmarks import measure

BAR = 0.150  # seconds, and thus a bar of its own: the other figure is the bar itself
CELLS = 10

BUILD = """\
import graphlab as tf

x = tf.placeholder(tf.float32, [None, 64], name="x")

def layer(inputs, name):
    with tf.name_scope(name):
        for _ in range(10):
            inputs = tf.identity(inputs)
    return inputs

for i in range(20):
    x = layer(x, f"layer{i}")
tf.get_default_graph()
"""
ADD = 'x = layer(layer(x, "added{0}"), "more{0}")'

TIME_TO_DIAGRAM = """async ([cell, path]) => {
  const root = document.querySelector('.graphlab').shadowRoot;
  const shown = new Promise(resolve => new MutationObserver((_, observer) => {
    if (!root.querySelector(`.node[data-path="${path}"]`)) return;
    observer.disconnect();
    requestAnimationFrame(() => resolve(performance.now()));
  }).observe(root, { subtree: true, childList: true }));
  jupyterapp.shell.currentWidget.content.activeCellIndex = cell;
  const start = performance.now();
  const ran = jupyterapp.commands.execute('notebook:run-cell');
  const seconds = (await shown - start) / 1000;
  await ran;
  return seconds;
}"""


def rows(_python: str | None) -> list[measure.Row]:
    times = Times()
    # The fixtures of the browser tests start JupyterLab and Chromium.
    options = ["--quiet", "-p", "tests.browser.conftest", "-p", "no:cacheprovider", str(Path(__file__))]
    if pytest.main(options, plugins=[times]) != 0:
        raise RuntimeError("the diagram could not be measured, see above")
    return [measure.Row("20 ops into 200, diagram", min(times.seconds), "150 ms", BAR, 1.0)]


class Times:
    """Carries the figures out of the test that measures them."""

    def __init__(self):
        self.seconds: list[float] = []

    def pytest_runtest_logreport(self, report):
        self.seconds += [value for name, value in report.user_properties if name == "seconds" and report.when == "call"]


def test_time_to_diagram(open_notebook, page, record_property):
    notebook = open_notebook([BUILD, *(ADD.format(i) for i in range(CELLS + 1))])
    notebook.run(0)
    diagram = notebook.output(0)
    expect(diagram.locator('.node[data-path="layer19"]')).to_have_count(1)
    notebook.run(1)  # warms up
    expect(diagram.locator('.node[data-path="more0"]')).to_have_count(1)
    for i in range(1, CELLS + 1):
        record_property("seconds", page.evaluate(TIME_TO_DIAGRAM, [i + 1, f"more{i}"]))

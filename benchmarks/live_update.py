"""From running a cell that adds operations to a graph, to the changed diagram in a real JupyterLab.

20 operations come to a graph of 200 in the output of a cell, 50 to a graph of 10,000 in the Graph panel, while the notebook
has ten more diagrams of the same graph out of sight. The clock is the page's: it starts with the command that runs the cell, and
stops with the frame that shows the new nodes. As in the rest of the table the best counts, of ten cells, and of the panel the
first cell too; a bare cell needs most of that time by itself.
"""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from benchmarks import measure

pytestmark = pytest.mark.own_page

BAR = 0.150  # seconds, and thus a bar of its own: the other figure is the bar itself
CELLS = 10

BUILD = """\
import graphlab as tf

x = tf.placeholder(tf.float32, [None, 64], name="x")

def layer(inputs, name, number):
    # Each number's layer has other operations, so that none are folded.
    with tf.name_scope(name):
        for i in range(10):
            inputs = (tf.tanh if number >> i & 1 else tf.identity)(inputs)
    return inputs

for i in range(20):
    x = layer(x, f"layer{i}", i)
tf.get_default_graph()
"""
ADD = 'x = layer(layer(x, "added{0}", 100 + {0}), "more{0}", 200 + {0})'

PANEL_BAR = 0.100  # seconds
BUILD_LARGE = """\
from benchmarks import graphs
graph = graphs.nested(10_000)
block = graph.as_default()
_ = block.__enter__()
"""
ADD_TO_LARGE = """\
with tf.name_scope("added{0}"):
    x = tf.placeholder(tf.float32, [None], name="x")
    for _ in range(49):
        x = tf.identity(x)
"""
DIAGRAMS = 10

TIME_TO_DIAGRAM = """async ([cell, path, place]) => {
  const root = document.querySelector(`${place} .graphlab`).shadowRoot;
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
    panel = times.seconds["panel"]
    return [
        measure.Row("20 ops into 200, diagram", min(times.seconds["output"]), "150 ms", BAR, 1.0),
        measure.Row("50 ops into 10,000, panel, first cell", panel[0], "100 ms", PANEL_BAR, 1.0),
        measure.Row("50 ops into 10,000, panel", min(panel[1:]), "100 ms", PANEL_BAR, 1.0),
    ]


class Times:
    """Carries the figures out of the test that measures them."""

    def __init__(self):
        self.seconds: dict[str, list[float]] = {"output": [], "panel": []}

    def pytest_runtest_logreport(self, report):
        for name, value in report.user_properties if report.when == "call" else ():
            if name in self.seconds:
                self.seconds[name].append(value)


def test_time_to_diagram(open_notebook, page, record_property):
    notebook = open_notebook([BUILD, *(ADD.format(i) for i in range(CELLS + 1))])
    notebook.run(0)
    diagram = notebook.output(0)
    expect(diagram.locator('.node[data-path="layer19"]')).to_have_count(1)
    notebook.run(1)  # warms up
    expect(diagram.locator('.node[data-path="more0"]')).to_have_count(1)
    for i in range(1, CELLS + 1):
        record_property("output", page.evaluate(TIME_TO_DIAGRAM, [i + 1, f"more{i}", ".jp-Notebook"]))


def test_time_to_diagram_in_the_panel(open_notebook, page, record_property):
    cells = [ADD_TO_LARGE.format(i) for i in range(CELLS)]
    notebook = open_notebook([f"import graphlab as tf\n{BUILD_LARGE}", *["graph"] * DIAGRAMS, *cells])
    notebook.execute("graphlab:show-panel")
    for i in range(DIAGRAMS + 1):
        notebook.run(i)
    expect(page.locator("#graphlab-panel .node").first).to_be_visible()
    page.wait_for_timeout(2000)
    for i in range(CELLS):
        page.wait_for_timeout(500)  # a reader needs longer for the next cell
        record_property("panel", page.evaluate(TIME_TO_DIAGRAM, [DIAGRAMS + 1 + i, f"added{i}", "#graphlab-panel"]))

"""From a file of a graph to its diagram in a real JupyterLab: a double click in the file browser, and the first `tf.show(file)`.

Each file opens in a page that was just loaded, of a server that has read no file yet; the clock is the page's, and stops with the
first frame that shows nodes. The best of some rounds counts.
"""

from collections import defaultdict
from pathlib import Path

import pytest

import graphlab as tf
from benchmarks import measure

pytestmark = pytest.mark.own_page

ROUNDS = 3
LOOKED = 2_000  # ms that a reader looks at the folder before the double click
BARS = {  # operations: seconds for a double click, and for `tf.show`
    400: (1.0, 1.0),
    10_000: (1.0, 1.0),
    100_000: (2.5, 2.5),
}
TOWER = 8  # layers of a tower: each tower has other sizes, and so attributes of its own

FIRST_NODES = """async start => {
  const drawn = () => [...document.querySelectorAll('.graphlab')].some(host => host.shadowRoot.querySelector('.node'));
  while (!drawn()) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return (performance.now() - start) / 1000;
}"""
NOTE_TIME = "() => addEventListener('dblclick', () => { window.began = performance.now(); }, true)"
RUN = """() => {
  const start = performance.now();
  void jupyterapp.commands.execute('notebook:run-cell');
  return start;
}"""


def towers(count: int):
    """The training of towers of dense layers, with about `count` operations, as a GraphDef with shapes."""
    with tf.Graph().as_default() as graph:
        x, losses, made = tf.placeholder(tf.float32, [None, 64], name="x"), [], 0
        while len(graph.get_operations()) < count / 3:  # training adds two for each
            with tf.name_scope(f"tower_{len(losses)}"):
                hidden = x
                for _ in range(TOWER):
                    hidden = tf.layers.dense(hidden, 32 + made % 97, activation=tf.nn.relu, name=f"dense_{made}")
                    made += 1
                losses.append(tf.reduce_mean(tf.square(hidden)))
        tf.train.AdamOptimizer().minimize(tf.add_n(losses))
    return graph.as_graph_def(add_shapes=True)


def rows(_python: str | None) -> list[measure.Row]:
    times = Times()
    # The fixtures of the browser tests start JupyterLab and Chromium.
    options = ["--quiet", "-p", "tests.browser.conftest", "-p", "no:cacheprovider", "-n0", str(Path(__file__))]
    if pytest.main(options, plugins=[times]) != 0:
        raise RuntimeError("files could not be measured, see above")
    return [measure.Row(what, min(seconds), "the bar", bar, 1.0) for (what, bar), seconds in times.seconds.items()]


class Times:
    """Carries the figures out of the tests that measure them."""

    def __init__(self):
        self.seconds: dict[tuple[str, float], list[float]] = defaultdict(list)

    def pytest_runtest_logreport(self, report):
        if report.when == "call":
            for (what, bar), value in report.user_properties:
                self.seconds[what, bar].append(value)


@pytest.mark.parametrize("count", BARS)
@pytest.mark.parametrize("round_", range(ROUNDS))
def test_double_click(lab, page, record_property, count, round_):
    name = _written(lab, count)
    page.goto(f"{lab.url}/lab/workspaces/files?token={lab.token}&reset")
    page.wait_for_function("() => window.jupyterapp")
    page.evaluate("() => jupyterapp.restored")
    page.evaluate(NOTE_TIME)
    page.wait_for_timeout(LOOKED)
    page.locator(".jp-DirListing-item", has_text=name).dblclick()
    seconds = page.evaluate(FIRST_NODES, page.evaluate("() => window.began"))
    record_property((f"double click on {count:,} ops: diagram", BARS[count][0]), seconds)


@pytest.mark.parametrize("count", BARS)
@pytest.mark.parametrize("round_", range(ROUNDS))
def test_first_show(lab, open_notebook, page, record_property, count, round_):
    notebook = open_notebook(["import graphlab as tf", f'tf.show("{lab.folder / _written(lab, count)}")'])
    notebook.run(0)
    page.evaluate("() => { jupyterapp.shell.currentWidget.content.activeCellIndex = 1; }")
    seconds = page.evaluate(FIRST_NODES, page.evaluate(RUN))
    record_property((f"first tf.show of {count:,} ops: diagram", BARS[count][1]), seconds)


def _written(lab, count):
    name = f"towers_{count}.pb"
    if not (lab.folder / name).exists():
        (lab.folder / name).write_bytes(towers(count).SerializeToString())
    return name

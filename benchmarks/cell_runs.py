"""What a tab and a kernel hold while the same cell runs again and again in JupyterLab, with the Graph panel open.

A cell shows the same graph each time, or builds, runs and shows a new one; a third, in a notebook without graphlab, prints: what
JupyterLab itself keeps for each run. IPython's `Out` holds 50 results here, not 1,000, so that a few runs show what many do. After
each of 30 parts of the runs the page frees what it can, and its JavaScript heap and the kernel's resident memory are measured. A
row compares the mean of the last third with that of the second.

    python -m benchmarks cell_runs         600 runs of each
    python -m benchmarks.cell_runs 10000   as many as you say
"""

import os
import statistics
import sys
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import expect

from benchmarks import measure

pytestmark = pytest.mark.own_page

RUNS = 600
BAR = 1.03
PARTS = 30

IMPORT = """\
import os, warnings
warnings.simplefilter("ignore")  # IPython's, when it removes results
get_ipython().displayhook.cache_size = 50
import graphlab as tf
a = tf.placeholder(tf.float32, [None, 8], name="a")
b = tf.layers.dense(tf.layers.dense(a, 8, tf.nn.relu), 2)
print(os.getpid())
"""
SAME = "b.graph"
NEW = """\
with tf.Graph().as_default() as graph, tf.Session() as session:
    x = tf.placeholder(tf.float32, [None, 8], name="x")
    for i in range(10):
        with tf.name_scope(f"layer{i}"):
            x = tf.tanh(x * 2.0 + 1.0)
    session.run(x, {"x:0": [[1.0] * 8]})
graph
"""
BARE = "print('done')"

# Runs the cell `count` times, each time to its end.
REPEAT = """async ([cell, count]) => {
  const { content } = jupyterapp.shell.currentWidget;
  for (let i = 0; i < count; i++) {
    content.activeCellIndex = cell;
    await jupyterapp.commands.execute('notebook:run-cell');
    await new Promise(requestAnimationFrame);
  }
}"""


def rows(_python: str | None, runs: int = RUNS) -> list[measure.Row]:
    figures = Figures()
    os.environ["GRAPHLAB_BENCHMARK_RUNS"] = str(runs)
    # The fixtures of the browser tests start JupyterLab and Chromium.
    options = [
        "--quiet",
        "--capture=no",
        "-p",
        "tests.browser.conftest",
        "-p",
        "no:cacheprovider",
        "-o",
        "faulthandler_timeout=0",
    ]
    if pytest.main([*options, str(Path(__file__))], plugins=[figures]) != 0:
        raise RuntimeError("the memory could not be measured, see above")
    return [
        measure.Row(f"{runs} runs, {what}, last third", last, "second third", second, BAR, "MB")
        for what, second, last in figures.found
    ]


class Figures:
    """Carries the figures out of the tests that measure them."""

    def __init__(self):
        self.found: list[tuple[str, float, float]] = []

    def pytest_runtest_logreport(self, report):
        for name, value in report.user_properties if report.when == "call" else ():
            if name.startswith("MB of "):
                self.found.append((name.removeprefix("MB of "), *value))


@pytest.mark.parametrize(
    "what, first, cell",
    [("bare cell", "import os; print(os.getpid())", BARE), ("same graph", IMPORT, SAME), ("new graphs", IMPORT, NEW)],
)
def test_memory_stays(open_notebook, page, record_property, what, first, cell):
    runs = int(os.environ["GRAPHLAB_BENCHMARK_RUNS"])
    notebook = open_notebook([first, cell])
    (pid,) = [int(output["text"]) for output in notebook.run(0) if output.get("name") == "stdout"]
    if cell is not BARE:
        notebook.execute("graphlab:show-panel")
        notebook.run(1)
        expect(page.locator("#graphlab-panel .node").first).to_be_visible()
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    kernel, tab = [], []
    for _ in range(PARTS):
        page.evaluate(REPEAT, [1, runs // PARTS])
        page.wait_for_timeout(1500)  # what is saved when nothing happens any more
        devtools.send("HeapProfiler.collectGarbage")
        metrics = {one["name"]: one["value"] for one in devtools.send("Performance.getMetrics")["metrics"]}
        tab.append(metrics["JSHeapUsedSize"] / 1e6)
        kernel.append(psutil.Process(pid).memory_info().rss / 1e6)
        print(
            f"{what}: tab {tab[-1]:.1f} MB, {metrics['Nodes']:.0f} nodes, kernel {kernel[-1]:.1f} MB",
            file=sys.__stderr__,
        )
    third = PARTS // 3
    for place, held in (("tab", tab), ("kernel", kernel)):
        record_property(f"MB of {what}, {place}", (statistics.mean(held[third:-third]), statistics.mean(held[-third:])))


if __name__ == "__main__":
    for row in rows(None, int(sys.argv[1])):
        print(f"{row.what:<45} {row.ours:8.1f} MB, {row.other} {row.theirs:.1f} MB: {100 * (row.ratio - 1):+.1f} %")
